"""The files of words: strict, complete, and read once."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cerealbar.language.errors import VocabularyError
from cerealbar.language.manner import vocabulary
from cerealbar.language.manner.vocabulary import (
    FOLDER,
    Ranged,
    listed,
    ranged,
    read_topic,
    sided,
    spellings,
    weighted,
    words,
)

TOPICS = sorted(path.stem for path in FOLDER.iterdir())
SOURCE = "\n".join(path.read_text() for path in FOLDER.parent.rglob("*.py")).replace("'", '"')


@pytest.fixture
def topic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of a topic `x`."""
    monkeypatch.setattr(vocabulary, "FOLDER", tmp_path)
    read_topic.cache_clear()
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
    tables = sided("x", "turn")
    assert tables["left"].options == ("turn left", "to your left")
    assert tables["right"].options == ("turn right", "to your right")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"b": {"get": 1}}', "x has no table 'a'"),
        ('{"a": {}}', "x has no table 'a'"),
        ('{"a": ["get"]}', "x has no table 'a'"),
        ('{"a": {"get": 0}}', "weighs 0: expected > 0"),
        ('{"a": {"get": -1}}', "weighs -1"),
        ('{"a": {"get": "often"}}', "weighs 'often'"),
        ('{"a": {"get": true}}', "weighs True"),
        ('{"a": {"get": 1, "get": 2}}', r"said twice: \['get'\]"),
        ('{"a": {"get": 1}, "a": {"go": 2}}', r"said twice: \['a'\]"),
        ('{"a": {"far @8": 1}}', "has no range"),
        ('{"a": {"far @x-8": 1}}', "has no range"),
    ],
)
def test_a_file_that_is_not_as_it_should_be_is_refused(topic: Path, text: str, reason: str) -> None:
    topic.write_text(text)
    with pytest.raises(VocabularyError, match=reason):
        ranged("x", "a")


def test_a_spelling_is_a_word_for_a_word(topic: Path) -> None:
    topic.write_text('{"short": {"you": "u"}, "long": {"you": 3}}')
    assert spellings("x", "short") == {"you": "u"}
    with pytest.raises(VocabularyError, match="words for words"):
        spellings("x", "long")


def test_a_list_has_no_weights(topic: Path) -> None:
    topic.write_text('{"kept": ["red", "blue"], "other": {"red": 1}, "numbers": [1]}')
    assert listed("x", "kept") == {"red", "blue"}
    for name in ("other", "numbers", "none"):
        with pytest.raises(VocabularyError, match=f"x has no list '{name}'"):
            listed("x", name)


@pytest.mark.parametrize("name", TOPICS)
def test_every_table_is_used(name: str) -> None:
    """Names are looked for in the source; some are made there from those of props and shapes."""
    made = {"names", "huts", "faces"}
    tables = json.loads((FOLDER / f"{name}.json").read_text())
    unused = [table for table in tables if f'"{table}"' not in SOURCE]
    assert name in made or not unused
