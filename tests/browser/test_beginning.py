"""Before the clock runs, and while it stands still."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from cerealbar.wire.lobby import OpenRoom
from tests.browser.hosting import SEED, Hosting
from tests.browser.rooms import invite_link, seated
from tests.browser.visitor import Visitor


def test_the_clock_of_a_first_game_waits_until_both_are_ready(
    visit: Callable[..., Visitor], server: Hosting
) -> None:
    leader, follower = visit(is_new=True), visit(is_new=True)
    seated(leader, server, OpenRoom(mode="friend", role="leader", name="Ada", seed=SEED))
    follower.go(invite_link(leader))
    expect(follower.find("ready-gate")).to_contain_text("You are the follower")
    leader.find("ready").click()
    expect(leader.find("ready-gate")).to_contain_text("as soon as your partner is ready")
    leader.expect_game(status="waiting")
    follower.find("ready").click()
    for visitor in (leader, follower):
        visitor.expect_game(status="playing")
        expect(visitor.page.get_by_test_id("ready-gate")).to_have_count(0)
    leader.page.reload()
    leader.expect_game(status="playing")


def test_help_stops_the_clock_where_nobody_else_waits(
    visit: Callable[..., Visitor], server: Hosting
) -> None:
    visitor = visit()
    seated(visitor, server, OpenRoom(mode="agent", role="leader", seed=SEED))
    visitor.expect_game(status="playing")
    visitor.press("h")
    expect(visitor.find("clock-stopped")).to_be_visible()
    visitor.expect_game(status="paused")
    visitor.press("Escape")
    visitor.expect_game(status="playing")


def test_an_agent_is_offered_to_whoever_waits_for_a_match(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go("/")
    visitor.find("play-match").click()
    expect(visitor.find("waiting-room")).to_contain_text("Waiting for a partner")
    visitor.find("play-agent-instead").click()
    visitor.expect_game(status="playing")
    expect(visitor.find("partner")).not_to_contain_text("nobody")


def test_a_friends_link_warns_if_it_works_on_this_computer_only(
    visit: Callable[..., Visitor], server: Hosting
) -> None:
    visitor = visit()
    seated(visitor, server, OpenRoom(mode="friend", role="leader"))
    expect(visitor.find("local-link")).to_contain_text("on this computer only")


def test_a_finished_game_can_be_seen_again_from_the_lobby(
    visit: Callable[..., Visitor], server: Hosting
) -> None:
    visitor = visit()
    seated(visitor, server, OpenRoom(mode="both", seed=SEED))
    visitor.expect_game(status="playing")
    visitor.find("leave").click()
    visitor.find("confirm-leave").click()
    expect(visitor.find("end-screen")).to_be_visible()
    visitor.go("/")
    expect(visitor.find("finished-game")).to_contain_text("0 sets in both roles")
    visitor.find("finished-game").click()
    expect(visitor.find("replay")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "words"), [("/play#%", "This link is broken"), ("/nowhere", "no such page")]
)
def test_an_address_that_leads_nowhere_says_so(
    visit: Callable[..., Visitor], path: str, words: str
) -> None:
    visitor = visit()
    visitor.go(path)
    expect(visitor.find("nowhere")).to_contain_text(words)
    visitor.excuse("status of 404")
    visitor.find("nowhere").get_by_role("button").click()
    expect(visitor.find("play-leader")).to_be_visible()


def test_the_board_is_told_in_words(visit: Callable[..., Visitor], server: Hosting) -> None:
    visitor = visit()
    seated(visitor, server, OpenRoom(mode="both", seed=SEED))
    visitor.expect_game(status="playing")
    here = visitor.page.locator("[data-testid=game][data-is-active=true] [data-testid=here]")
    before = here.inner_text()
    assert before.startswith("You stand on ")
    stage = visitor.find("stage")
    described = stage.get_attribute("aria-describedby")
    cards = visitor.page.locator(f"#{described} li")
    assert cards.filter(has_text="from the follower").count() == 21
    visitor.press("ArrowLeft")
    visitor.expect_game(steps=4)
    expect(here).not_to_have_text(before)
