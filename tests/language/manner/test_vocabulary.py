"""The files of words: strict, complete, and read once."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from cerealbar.language.manner import vocabulary
from cerealbar.language.manner.vocabulary import (
    FOLDER,
    Ranged,
    Repertoire,
    ranged,
    read_topic,
    weighted,
    words,
)


def test_options_are_drawn_by_weight() -> None:
    rng = Random(0)
    table = Repertoire("x", {"a": 9, "b": 1})
    counts = Counter(table.draw(rng) for _ in range(2000))
    assert 0.86 < counts["a"] / 2000 < 0.94


def test_a_taste_has_the_same_favourite_each_time_and_tastes_differ() -> None:
    table = Repertoire("x", {"a": 3, "b": 2, "c": 2})
    assert table.favourite(17) == table.favourite(17)
    favourites = Counter(table.favourite(Random(i).getrandbits(64)) for i in range(2000))
    assert set(favourites) == {"a", "b", "c"}
    assert favourites["a"] > favourites["b"]


def test_favourites_of_two_tables_are_independent() -> None:
    one, two = Repertoire("one", {"a": 1, "b": 1}), Repertoire("two", {"a": 1, "b": 1})
    tastes = [Random(i).getrandbits(64) for i in range(400)]
    same = sum(one.favourite(taste) == two.favourite(taste) for taste in tastes)
    assert 140 < same < 260


TOPICS = sorted(path.stem for path in FOLDER.iterdir())
SOURCE = "\n".join(path.read_text() for path in FOLDER.parent.rglob("*.py")).replace("'", '"')


@pytest.fixture
def topic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of a topic `x`."""
    monkeypatch.setattr(vocabulary, "FOLDER", tmp_path)
    read_topic.cache_clear()
    words.cache_clear()
    yield tmp_path / "x.json"
    read_topic.cache_clear()


def test_a_table_maps_words_to_weights(topic: Path) -> None:
    topic.write_text('{"get": {"get": 20, "pick up": 1.5, ":)": 2}}')
    assert weighted("x", "get") == [("get", 20), ("pick up", 1.5), (":)", 2)]
    assert words("x", "get").options == ("get", "pick up", ":)")


def test_distances_follow_an_at_sign(topic: Path) -> None:
    topic.write_text('{"ahead": {"ahead": 3, "right there @1-3": 1, "far off @8-": 2}}')
    assert ranged("x", "ahead").options == (
        Ranged("ahead"),
        Ranged("right there", 1, 3),
        Ranged("far off", 8),
    )


def test_words_with_a_side_are_there_for_both(topic: Path) -> None:
    topic.write_text('{"turn": {"turn {s}": 3, "to your {s}": 1}}')
    assert words("x", "turn", "left").options == ("turn left", "to your left")
    assert words("x", "turn", "right").options == ("turn right", "to your right")


@pytest.mark.parametrize("name", TOPICS)
def test_a_file_says_nothing_twice_and_weighs_all(name: str) -> None:
    def distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
        assert len({key for key, _ in pairs}) == len(pairs), pairs
        return dict(pairs)

    text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    tables = json.loads(text, object_pairs_hook=distinct)
    spelt = ("short", "misspelt", "joined") if name == "typing" else ()
    for table, options in tables.items():
        assert options, table
        if isinstance(options, list):
            assert (name, table) == ("typing", "kept")
        elif table in spelt:
            assert all(isinstance(word, str) for word in options.values()), table
        else:
            assert all(type(w) in (int, float) and w > 0 for w in options.values()), table
            assert all(re.fullmatch(r"[^@]+( @\d+-\d*)?", option) for option in options), table


@pytest.mark.parametrize("name", TOPICS)
def test_every_table_is_used(name: str) -> None:
    """Names are looked for in the source; some are made there from those of props and shapes."""
    made = {"names", "huts", "faces"}
    tables = json.loads((FOLDER / f"{name}.json").read_text())
    unused = [table for table in tables if f'"{table}"' not in SOURCE]
    assert name in made or not unused
