"""Names, contrast, and room for everything in small windows."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from cerealbar.wire.lobby import OpenRoom
from tests.browser.hosting import SEED, Hosting
from tests.browser.looks import CONTRAST, CROWDED, IN_REACH, IS_AT_REST, NAMELESS
from tests.browser.rooms import seated
from tests.browser.visitor import Visitor

LEAST_CONTRAST = 4.5
"""As the guidelines for accessible pages (WCAG 2, level AA) ask for."""


def check_words(visitor: Visitor, least: int) -> None:
    """Every control has a name, and texts stand out."""
    assert visitor.page.evaluate(NAMELESS) == []
    visitor.page.wait_for_function(IS_AT_REST)  # colours between two states are nobody's choice
    measured = visitor.page.evaluate(CONTRAST)
    assert len(measured) >= least
    assert [it for it in measured if it[1] < LEAST_CONTRAST] == []


def set_text_size(visitor: Visitor, size: str) -> None:
    visitor.find("open-settings").click()
    visitor.find("settings").get_by_role("radio", name=size, exact=True).check()
    check_words(visitor, 5)
    visitor.press("Escape")
    expect(visitor.page.get_by_test_id("settings")).to_have_count(0)


@pytest.mark.parametrize("is_dark", [False, True])
def test_lobby_and_help_can_be_read_and_named(visit: Callable[..., Visitor], is_dark: bool) -> None:
    visitor = visit(is_dark=is_dark)
    visitor.go("/")
    expect(visitor.find("play-leader")).to_be_enabled()
    check_words(visitor, 20)
    visitor.find("open-help").click()
    expect(visitor.find("help")).to_be_visible()
    check_words(visitor, 20)


@pytest.mark.parametrize(("size", "is_dark"), [("Normal", True), ("Large", False)])
def test_play_fits_into_a_small_window(
    visit: Callable[..., Visitor], server: Hosting, size: str, is_dark: bool
) -> None:
    visitor = visit((1024, 640), is_dark=is_dark)
    seated(visitor, server, OpenRoom(mode="both", seed=SEED))
    visitor.await_stage()
    set_text_size(visitor, size)
    for number in range(3):
        visitor.find("instruction-box").fill(f"walk to the pond and look around you, {number}")
        visitor.press("Enter")
        expect(visitor.find("instructions").locator("li")).to_have_count(number + 1)
        assert visitor.page.evaluate(CROWDED) == []
    check_words(visitor, 10)
    visitor.press("Tab")
    visitor.expect_game(seat="follower")
    visitor.await_stage()
    assert visitor.page.evaluate(CROWDED) == []
    check_words(visitor, 8)


def test_colours_are_as_the_person_chooses_or_else_as_the_system_has_them(
    visit: Callable[..., Visitor],
) -> None:
    visitor = visit(is_dark=True)
    visitor.go("/")
    body = visitor.page.locator("body")
    expect(body).to_have_css("background-color", "rgb(27, 24, 19)")
    visitor.find("open-settings").click()
    visitor.find("settings").get_by_role("radio", name="Light", exact=True).check()
    expect(body).to_have_css("background-color", "rgb(248, 241, 227)")
    visitor.page.reload()
    expect(body).to_have_css("background-color", "rgb(248, 241, 227)")


@pytest.mark.parametrize("size", [(390, 844), (640, 400)])
def test_what_is_written_sent_and_read_is_in_reach_on_phones_and_at_200_percent(
    visit: Callable[..., Visitor], server: Hosting, size: tuple[int, int]
) -> None:
    visitor = visit(size)
    seated(visitor, server, OpenRoom(mode="both", seed=SEED))
    visitor.await_stage()
    for number in range(6):
        for name in ("instruction-box", "send", "end-turn"):
            assert visitor.page.evaluate(IN_REACH, name), f"{name} before instruction {number}"
        visitor.find("instruction-box").fill(f"walk around the pond to the tower, then {number}")
        visitor.press("Enter")
        expect(visitor.find("instructions").locator("li")).to_have_count(number + 1)
    assert visitor.page.evaluate(CROWDED) == []
    visitor.find("end-turn").click()
    visitor.expect_game(seat="follower")
    visitor.await_stage()
    for _ in range(3):
        expect(visitor.find("current-instruction")).to_contain_text("walk around the pond")
        for name in ("current-instruction", "done", "step-forward"):
            assert visitor.page.evaluate(IN_REACH, name), name
        visitor.find("done").click()
    assert visitor.page.evaluate(CROWDED) == []


def test_the_checks_notice_what_is_wrong(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 400, "height": 300})
    page.set_content(
        """<body style="background: #fff; margin: 0"><button></button>
        <p style="color: #999">pale</p><p style="color: #000">dark</p>
        <div style="position: relative"><input aria-label="a"><input aria-label="b"
          style="position: absolute; left: 5px"></div>
        <p style="height: 500px"></p>"""
    )
    assert len(page.evaluate(NAMELESS)) == 1
    crowded = page.evaluate(CROWDED)
    assert any(" over " in it for it in crowded)
    assert any("as high as" in it for it in crowded)
    contrast = dict(page.evaluate(CONTRAST))
    assert contrast["pale"] == pytest.approx(2.85, abs=0.01)
    assert contrast["dark"] == pytest.approx(21)
    page.close()
