from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from cerealbar.server.admin.html import document, element, joined
from tests.server.admin.halls import HOSTILE


class Reader(HTMLParser):
    """What a browser makes of markup: tags, attributes, text."""

    def __init__(self, markup: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: dict[str, str | None] = {}
        self.text = ""
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.update(attrs)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_text_stays_text_wherever_it_stands() -> None:
    made = element("p", HOSTILE, title=HOSTILE)
    read = Reader(made)
    assert read.tags == ["p"]
    assert read.text == HOSTILE
    assert read.attributes == {"title": HOSTILE}


@given(st.text(st.characters(exclude_characters="\r\x00", exclude_categories=["Cs"])))
def test_any_text_comes_out_as_it_went_in(text: str) -> None:
    read = Reader(element("td", joined(text, element("b", text)), data_x=text))
    assert read.tags == ["td", "b"]
    assert read.text == text + text
    assert read.attributes["data-x"] == text


def test_nothing_and_numbers_and_markup_can_stand_in_an_element() -> None:
    assert element("p", None, 3, element("br")) == "<p>3<br></p>"


def test_attributes_are_left_out_bare_or_quoted() -> None:
    made = element("input", required=True, autofocus=False, value=None, class_="a", aria_label="b")
    assert made == '<input required class="a" aria-label="b">'


def test_a_page_is_a_whole_document() -> None:
    page = document("<title>", head=joined(), body=element("h1", "hello")).decode()
    assert page.startswith('<!doctype html>\n<html lang="en"><head><meta charset="utf-8">')
    assert "<title>&lt;title&gt;</title>" in page
