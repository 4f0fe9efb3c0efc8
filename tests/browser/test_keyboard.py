"""All can be done without a mouse, and the focus can always be seen."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.visitor import Visitor

FOCUS = """() => {
  const { activeElement: element } = document;
  const hasRing = (marked) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(marked);
    return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
  };
  const marked = element.matches("canvas") ? element.nextElementSibling : element;
  return {
    name: element.dataset.testid ?? element.getAttribute("name") ?? element.textContent,
    isSeen: element === document.body || hasRing(marked),
  };
}"""
"""What has the focus; that of the board is marked by what lies over it."""


def tab_to(visitor: Visitor, name: str, key: str = "Tab") -> None:
    """Move the focus until it is there; it is visible all the way."""
    for _ in range(40):
        visitor.press(key)
        focus = visitor.page.evaluate(FOCUS)
        assert focus["isSeen"], focus
        if focus["name"] == name:
            return
    raise AssertionError(f"the keyboard does not reach {name}")


def test_a_game_in_both_roles_is_played_from_the_lobby_on_by_keyboard(
    visit: Callable[..., Visitor],
) -> None:
    visitor = visit()
    visitor.go("/")
    expect(visitor.find("play-both")).to_be_enabled()
    look_at_dialogs(visitor)
    tab_to(visitor, "play-both")
    visitor.press("Enter")
    visitor.expect_game(seat="leader", status="playing")
    visitor.await_stage()
    visitor.press("h")
    expect(visitor.find("help")).to_be_visible()
    visitor.press("Escape")
    expect(visitor.page.get_by_test_id("help")).to_have_count(0)
    play_both_roles(visitor)
    tab_to(visitor, "leave", "Shift+Tab")
    visitor.press("Enter")
    tab_to(visitor, "confirm-leave")
    visitor.press("Enter")
    expect(visitor.find("end-screen")).to_contain_text("You left the game.")


def look_at_dialogs(visitor: Visitor) -> None:
    tab_to(visitor, "open-help")
    visitor.press("Enter")
    expect(visitor.find("help")).to_be_visible()
    visitor.press("Escape")
    expect(visitor.page.get_by_test_id("help")).to_have_count(0)
    tab_to(visitor, "open-settings")
    visitor.press("Enter")
    expect(visitor.find("settings")).to_be_visible()
    tab_to(visitor, "text")
    visitor.press("ArrowDown")
    expect(visitor.page.locator("html")).to_have_attribute("data-text", "large")
    visitor.press("Escape")
    expect(visitor.page.get_by_test_id("settings")).to_have_count(0)


def play_both_roles(visitor: Visitor) -> None:
    heading = visitor.game.get_attribute("data-heading")
    visitor.press("ArrowLeft")
    visitor.expect_game(steps=4)
    assert visitor.game.get_attribute("data-heading") != heading
    visitor.press("Enter")
    visitor.page.keyboard.type("turn left, please")
    visitor.press("Enter")
    expect(visitor.find("instructions")).to_contain_text("turn left, please")
    visitor.press("Tab")
    visitor.expect_game(seat="follower", turn="follower")
    expect(visitor.find("current-instruction")).to_have_text("turn left, please")
    visitor.press("ArrowLeft")
    visitor.expect_game(seat="follower", steps=9)
    visitor.press("Enter")
    visitor.expect_game(seat="leader", turn="leader", half_turns=2)
