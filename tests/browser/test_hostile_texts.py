"""Whatever people write is shown as text, and breaks nothing."""

from collections.abc import Callable

from playwright.sync_api import expect

from cerealbar.game import MAX_INSTRUCTION_LENGTH
from cerealbar.wire.lobby import OpenRoom
from tests.browser.hosting import SEED, Hosting
from tests.browser.rooms import seated
from tests.browser.visitor import Visitor

TEXTS = (
    "<img src=x onerror=alert(1)>",
    '"></textarea><script>alert(2)</script>',
    "turn \u202eright\u202c and \u2066left",
    "W" * MAX_INSTRUCTION_LENGTH,
    "👩‍👩‍👧‍👦🏴‍☠️ ﷽ z̷͎̈́a̸͔͝l̵̰͝g̶͇͘o",
    "{{constructor.constructor('alert(3)')()}} ${alert(4)} %00 &lt;b&gt;",
)
WIDTHS = """() => [...document.querySelectorAll("html, aside, [data-testid=log]")]
  .filter((element) => element.scrollWidth > element.clientWidth + 1)
  .filter((element) => getComputedStyle(element).overflowX !== "hidden")
  .map((element) => `${element.tagName} ${element.scrollWidth} > ${element.clientWidth}`)"""


def test_hostile_texts_are_shown_as_they_are(
    visit: Callable[..., Visitor], server: Hosting
) -> None:
    visitor = visit()
    dialogs: list[str] = []
    visitor.page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    seated(visitor, server, OpenRoom(mode="both", name=TEXTS[0], seed=SEED))
    visitor.expect_game(status="playing")
    for number, text in enumerate(TEXTS, 1):
        visitor.find("instruction-box").fill(text)
        visitor.press("Enter")
        shown = visitor.find("instructions").locator("li .text")
        expect(shown).to_have_count(number)
        assert shown.last.text_content() == text
        assert visitor.page.evaluate(WIDTHS) == []
    visitor.press("Tab")
    visitor.expect_game(seat="follower")
    for text in TEXTS:
        current = visitor.find("current-instruction")
        expect(current).to_have_text(text, use_inner_text=False)
        assert visitor.page.evaluate(WIDTHS) == []
        visitor.find("done").click()
    visitor.expect_game(seat="leader", half_turns=2)
    assert not dialogs
    assert visitor.page.locator("img[src=x], aside script").count() == 0
