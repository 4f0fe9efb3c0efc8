"""What players tell each other besides instructions, where the rules allow it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial

import pytest
from playwright.sync_api import Browser, expect

from cerealbar.wire.lobby import OpenRoom
from tests.browser.conftest import arrive
from tests.browser.hosting import SEED, TALKING, Hosting, hosted
from tests.browser.rooms import begun, seated
from tests.browser.visitor import Visitor

NOTE_FOCUS = """() => {
  const front = document.querySelector("[data-testid=game][data-is-active=true]");
  const note = () => (window.noted = document.activeElement.tagName);
  new MutationObserver(note).observe(front, { attributeFilter: ["data-is-active"] });
}"""
"""Notes what has the focus when the view in front goes, before the browser draws the page again."""


@pytest.fixture(scope="module")
def talking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosting]:
    with hosted(tmp_path_factory.mktemp("talking"), more=TALKING) as server:
        yield server


@pytest.fixture
def meet(browser: Browser, talking: Hosting) -> Iterator[Callable[..., Visitor]]:
    """Opens pages of the server whose players talk."""
    with ExitStack() as stack:
        yield partial(arrive, stack, browser, talking.url)


def send(leader: Visitor, *texts: str) -> None:
    for text in texts:
        leader.find("instruction-box").fill(text)
        leader.find("send").click()
    expect(leader.find("instructions")).to_contain_text(texts[-1])


def test_players_judge_ask_give_up_and_cancel(
    meet: Callable[..., Visitor], talking: Hosting
) -> None:
    leader, follower = begun(meet, talking).visitors.values()
    instructions = leader.find("instructions").locator("li")
    expect(leader.find("cancel")).to_be_disabled()
    send(leader, "take back this")
    leader.page.locator("body").evaluate("() => document.activeElement.blur()")
    leader.press("x")
    expect(instructions).to_have_attribute("data-status", "cancelled")
    send(leader, "go to the lamp", "and then back", "and wait")
    leader.find("end-turn").click()
    expect(follower.find("current-instruction")).to_have_text("go to the lamp")
    follower.press("r")
    follower.page.keyboard.type("which lamp?")
    follower.press("Enter", "Escape")
    expect(leader.find("said")).to_contain_text("The follower asks: which lamp?")
    leader.press("n")
    expect(follower.find("said")).to_contain_text("Thumbs down")
    follower.press("g")
    follower.find("give-up-dialog").get_by_text("I do not see it").click()
    gave_up = instructions.nth(1)
    expect(gave_up).to_have_attribute("data-status", "given-up")
    expect(gave_up).to_contain_text("Gave up")
    expect(gave_up.get_by_test_id("reason")).to_have_text("I do not see it")
    expect(gave_up).not_to_contain_text("Done")
    expect(follower.find("current-instruction")).to_have_text("and then back")
    leader.find("cancel").click()
    leader.expect_game(turn="leader")
    for number in (2, 3):
        expect(instructions.nth(number)).to_have_attribute("data-status", "cancelled")
    expect(follower.find("log")).to_contain_text("cancelled")


def test_what_was_said_and_understood_is_there_again_after_a_reload(
    meet: Callable[..., Visitor], talking: Hosting
) -> None:
    leader, follower = begun(meet, talking).visitors.values()
    follower.find("remark-box").fill("I see no lamp")
    follower.press("Enter")
    expect(leader.find("said")).to_contain_text("I see no lamp")
    leader.find("thumb-up").click()
    expect(follower.find("said")).to_contain_text("Thumbs up")
    for visitor, words in ((leader, "I see no lamp"), (follower, "Thumbs up")):
        visitor.page.reload()
        expect(visitor.find("said")).to_contain_text(words)
    alone = meet()
    seated(alone, talking, OpenRoom(mode="agent", role="leader", seed=SEED))
    alone.expect_game(status="playing")
    send(alone, "get the 3 yellow hearts")
    alone.find("end-turn").click()
    first = alone.find("instructions").locator("li").first
    expect(first).to_have_attribute("data-status", "finished")
    words = first.get_by_test_id("understood").inner_text()
    alone.page.reload()
    expect(first.get_by_test_id("understood")).to_have_text(words)


def test_there_is_nothing_to_talk_with_under_the_usual_rules(
    visit: Callable[..., Visitor], server: Hosting
) -> None:
    visitor = visit()
    seated(visitor, server, OpenRoom(mode="both", seed=SEED))
    visitor.expect_game(status="playing")
    for name in ("cancel", "thumb-up", "remark-box"):
        expect(visitor.page.get_by_test_id(name)).to_have_count(0)


def test_quick_keys_wait_in_line(visit: Callable[..., Visitor], server: Hosting) -> None:
    visitor = visit()
    seated(visitor, server, OpenRoom(mode="both", seed=SEED))
    visitor.expect_game(status="playing")
    visitor.await_stage()
    visitor.press("ArrowLeft", "ArrowRight", "Enter")
    for text in ("first", "second"):
        visitor.page.keyboard.type(text)
        visitor.press("Enter")
    visitor.page.evaluate(NOTE_FOCUS)
    visitor.press("Tab")
    visitor.expect_game(seat="follower", turn="follower")
    assert visitor.page.evaluate("noted") == "BODY"
    visitor.press("ArrowLeft", "ArrowLeft", "Enter", "ArrowRight", "Enter")
    visitor.expect_game(seat="leader", turn="leader")
    assert visitor.acknowledged == [
        *("left", "right", "first", "second", "done"),
        *("left", "left", "done", "right", "done"),
    ]
