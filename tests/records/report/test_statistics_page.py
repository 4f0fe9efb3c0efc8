import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest

from cerealbar.records.report.statistics_page import report_page
from cerealbar.records.summary import summarize
from tests.records.games import some_games
from tests.records.report.sample import ABOUT, HOSTILE, PARTS, hostile, sample

VOID = {"meta", "link"}


class Outline(HTMLParser):
    """The elements, attributes and texts of a page; complains if elements do not nest."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.texts: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())


PAGE = report_page(sample(), ABOUT, PARTS)


def test_the_table_stands_beside_the_papers() -> None:
    text = Outline(PAGE).text
    assert "Total game time (m:s) 10:00 10:00 10:00 16:28 18:40 31:31" in text
    assert "Score / interaction 2.0 2.0 3 7.9 9.0 19" in text
    assert "Instructions / interaction 2.0 2.0 3 19.9 24.0 40" in text
    assert "Tokens / instruction 2.0 2.0 3 14.0 13.0 55" in text
    assert "Follower steps / instruction 1.0 1.0 1 8.5 8.0 50" in text
    assert "Interactions 5 1,202 Vocabulary size 5 3,641" in text


def test_the_page_says_plainly_that_data_is_synthetic_before_any_number() -> None:
    text = Outline(PAGE).text
    assert text.index("Synthetic data: no person took part in any") < text.index("games 2")
    assert 'class="origin synthetic"' in PAGE


def test_the_page_says_when_people_played() -> None:
    page = report_page(sample(synthetic=False), ABOUT)
    assert "People took part in all of these 2 games." in page
    assert "Synthetic" not in page


def test_parts_are_shown_with_their_mean_scores() -> None:
    assert "train 2 1.50" in Outline(PAGE).text
    assert "The games are not split." in report_page(sample(), ABOUT)


def test_the_most_frequent_tokens_are_listed() -> None:
    assert "<li><bdi>go</bdi><span>4</span></li>" in PAGE


def test_every_figure_has_a_title_and_every_picture_a_description() -> None:
    outline = Outline(PAGE)
    assert outline.tags.count("figure") == outline.tags.count("h3") == 9
    described = [value for name, value in outline.attributes if name == "aria-label"]
    assert len(described) == outline.tags.count("svg") == 8
    assert all(described)


def test_the_page_loads_nothing_and_runs_nothing() -> None:
    outline = Outline(PAGE)
    assert not {"script", "iframe", "object", "img", "form"} & set(outline.tags)
    for name, value in outline.attributes:
        assert not name.startswith("on")
        assert name != "style"
        assert name not in ("href", "src") or value == "data:,"
    assert "url(" not in PAGE
    assert "@import" not in PAGE


def test_the_policy_allows_the_pages_own_style_only() -> None:
    style = re.search(r"<style>(.*)</style>", PAGE, re.S)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', PAGE)
    assert style is not None
    assert policy is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in policy[1]
    assert "default-src 'none'" in policy[1]
    assert "script-src" not in policy[1]


def test_hostile_text_stays_text() -> None:
    page = report_page(*hostile())
    outline = Outline(page)
    assert not {"script", "img"} & set(outline.tags)
    assert outline.tags.count("style") == 1
    assert HOSTILE.replace("\x00", "\ufffd").replace("\ud800", "\ufffd") in outline.texts
    page.encode()  # no lone surrogate is left


def test_the_same_statistics_give_the_same_page() -> None:
    assert report_page(sample(), ABOUT, PARTS) == PAGE


@pytest.mark.parametrize("games", [0, 1, 40])
def test_any_number_of_games_has_a_page(games: int) -> None:
    played = some_games()[:games]
    page = report_page(summarize(played, str.split), ABOUT)
    assert ("There are no games." in page) == (games == 0)
    assert "nan" not in Outline(page).text
    assert len(page) < 200_000
