import json
import re
from html.parser import HTMLParser
from importlib.resources import files

import pytest

from cerealbar.records import Finished, GameRecord, Instructed
from cerealbar.records.show import Film, replay_page
from tests.records.show.games import HOSTILE_TEXTS, game, hostile_game, written_game


class Reader(HTMLParser):
    """What a browser finds in a page: elements, and the text of scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.elements and self.elements[-1][0] == "script":
            self.scripts.append(data)
        self.words.append(data)


def tags(page: str) -> list[str]:
    return [tag for tag, _ in Reader(page).elements]


@pytest.fixture(scope="module")
def page(long_game: GameRecord) -> str:
    return replay_page(long_game)


def test_the_same_game_gives_the_same_page(long_game: GameRecord, page: str) -> None:
    assert replay_page(long_game) == page


def test_a_page_refers_to_nothing_outside(page: str) -> None:
    assert not re.search(r"https?:|//[a-z]", page.replace("// ", ""))
    assert "@import" not in page
    for tag, attributes in Reader(page).elements:
        assert tag not in ("iframe", "object", "embed", "base", "img")
        for name, value in attributes.items():
            assert not name.startswith("on")
            assert name not in ("src", "srcset", "style", "action")
            if name == "href":
                assert value is not None
                assert value.startswith("#") or value == "data:,"


def test_a_page_allows_no_code_but_its_own(page: str) -> None:
    policy = next(a["content"] for _, a in Reader(page).elements if "http-equiv" in a)
    assert policy is not None
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    assert policy.count("'sha256-") == 2


def test_a_page_stays_small(page: str, long_film: Film) -> None:
    assert len(page.encode()) < 520_000 + 400 * len(long_film.frames)


def test_hostile_texts_add_no_element() -> None:
    harmless = game(Instructed(0.0, "go"), Finished(10.0, "leader"))
    assert tags(replay_page(hostile_game())) == tags(replay_page(harmless))


def test_the_data_of_a_page_holds_no_character_with_a_meaning_in_html() -> None:
    page = replay_page(hostile_game())
    data = page.partition('id="film">')[2].partition("</script>\n")[0]
    assert json.loads(data)["instructions"]
    assert not {"<", ">", "&"} & set(data)


def test_hostile_texts_reach_the_script_as_they_are() -> None:
    data = json.loads(Reader(replay_page(hostile_game())).scripts[0])
    assert tuple(instruction["text"] for instruction in data["instructions"]) == HOSTILE_TEXTS


def test_a_page_tells_the_facts_of_the_header() -> None:
    words = Reader(replay_page(written_game())).words
    for fact in ("42", "human p1", "agent full model 2", "2024-05-06 07:08:09", "synthetic"):
        assert fact in words


def test_a_game_of_people_has_no_badge() -> None:
    assert "badge" in {a.get("class") for _, a in Reader(replay_page(game())).elements}
    page = replay_page(game(synthetic=False))
    assert "badge" not in {a.get("class") for _, a in Reader(page).elements}


def test_each_control_and_icon_that_is_named_exists_once(page: str) -> None:
    elements = Reader(page).elements
    names = [a["id"] for _, a in elements if "id" in a]
    assert len(names) == len(set(names))
    used = {a["href"] for tag, a in elements if tag == "use" and a.get("href")}
    assert used <= {f"#{name}" for name in names}
    for tag, attributes in elements:
        assert tag != "button" or attributes.get("type") or not attributes


def schemes() -> list[dict[str, str]]:
    """The colours of the light and of the dark scheme, by name."""
    style = files("cerealbar.records.show").joinpath("page.css").read_text(encoding="utf-8")
    blocks = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    light, dark = (dict(re.findall(r"--([\w-]+): (#\w+);", block)) for block in blocks)
    return [light, light | dark]


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("ink", "paper"),
        ("ink", "panel"),
        ("ink", "follower-wash"),
        ("soft", "paper"),
        ("soft", "panel"),
        ("soft", "sunk"),
        ("leader-ink", "leader-wash"),
        ("leader-ink", "sunk"),
        ("follower-ink", "follower-wash"),
        ("follower-ink", "sunk"),
        ("on-leader", "leader"),
        ("on-follower", "follower"),
        ("panel", "gold"),
        ("paper", "ink"),
        ("bad", "panel"),
    ],
)
def test_words_are_readable_in_both_schemes(ink: str, ground: str) -> None:
    for colours in schemes():
        low, high = sorted((luminance(colours[ink]), luminance(colours[ground])))
        assert (high + 0.05) / (low + 0.05) >= 4.5
