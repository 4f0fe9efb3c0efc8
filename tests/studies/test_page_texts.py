import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.studies.steps.pages import html_of

TAGS = {
    *("p", "em", "strong", "a", "ul", "ol", "li", "code", "pre", "blockquote", "hr", "br"),
    *("h2", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"),
}


def test_markdown_becomes_html_below_the_headline_of_the_page() -> None:
    assert html_of("# Title\n\nSome *text*.") == "<h2>Title</h2>\n<p>Some <em>text</em>.</p>\n"


def test_links_leave_the_page_where_it_is() -> None:
    link = html_of("[more](https://example.org)")
    assert 'target="_blank"' in link
    assert 'rel="noopener noreferrer"' in link


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![picture](https://example.org/track.png)",
        "[a](javascript:alert(1))",
        "[a](data:text/html,x)",
        "<a href='javascript:x'>",
    ],
)
def test_nothing_in_a_text_becomes_active(text: str) -> None:
    made = html_of(text)
    assert "<script" not in made
    assert "<img" not in made
    assert 'href="javascript' not in made
    assert 'href="data' not in made


@given(st.text(alphabet="<>/ab\"'=#*[]()!&\n`|-:", max_size=80))
def test_only_known_tags_come_out(text: str) -> None:
    assert set(re.findall(r"</?([A-Za-z0-9]+)", html_of(text))) <= TAGS
