"""Ways into a game and out of it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from cerealbar.game import Action, Player
from cerealbar.wire.lobby import OpenRoom
from cerealbar.wire.messages import Hello, Ping
from tests.browser.hosting import SEED, Hosting
from tests.browser.rooms import begun, seated
from tests.browser.visitor import Visitor

NOT_FOUND = r"status of 4\d\d"


def test_people_who_wait_are_matched_and_one_who_leaves_ends_the_game(
    visit: Callable[..., Visitor],
) -> None:
    first, second = visit(), visit()
    first.go("/")
    first.find("play-match").click()
    expect(first.find("waiting-room")).to_contain_text("Waiting for a partner")
    second.go("/")
    expect(second.find("waiting")).to_contain_text(re.compile("1 to (lead|follow)"))
    second.find("play-match").click()
    for visitor in (first, second):
        visitor.expect_game(status="playing")
    roles = {visitor.game.get_attribute("data-seat") for visitor in (first, second)}
    assert roles == {"leader", "follower"}
    second.find("leave").click()
    second.find("confirm-leave").click()
    expect(second.find("end-screen")).to_contain_text("You left the game.")
    expect(first.find("end-screen")).to_contain_text(re.compile("The (leader|follower) left"))


def test_a_map_that_was_chosen_is_for_friends_and_agents_not_for_strangers(
    visit: Callable[..., Visitor],
) -> None:
    visitor = visit()
    visitor.go("/")
    visitor.find("more-options").get_by_text("More options").click()
    visitor.find("option-seed").fill(str(SEED))
    visitor.find("play-match").click()
    expect(visitor.find("waiting-room")).to_contain_text("Waiting for a partner")
    visitor.find("waiting-room").get_by_role("button", name="Leave").click()
    expect(visitor.find("waiting-room")).to_have_count(0)


def test_watchers_see_the_game_and_cannot_act(
    visit: Callable[..., Visitor], server: Hosting
) -> None:
    player, watcher = visit(), visit()
    seated(player, server, OpenRoom(mode="both", seed=SEED))
    player.expect_game(status="playing")
    player.page.get_by_text("Let others watch").filter(visible=True).click()
    watcher.go(player.find("watch-link").input_value().removeprefix(server.url))
    watcher.expect_game(seat="watcher", turn="leader", steps=5)
    watcher.await_stage()
    player.find("step-left").click()
    watcher.expect_game(steps=4)
    watcher.press("ArrowLeft", "Enter", "t", "Tab", "d")
    player.find("instruction-box").fill("look at the pond")
    player.find("send").click()
    expect(watcher.find("instructions")).to_contain_text("look at the pond")
    player.find("end-turn").click()
    watcher.expect_game(turn="follower")
    assert all(isinstance(said, Hello | Ping) for said in watcher.requests)
    expect(watcher.find("step-left")).to_have_count(0)


def test_a_partner_who_is_away_can_be_replaced_by_an_agent(
    visit: Callable[..., Visitor], server: Hosting
) -> None:
    play = begun(visit, server)
    leader, follower = play.visitors.values()
    play.walk([Action.LEFT])
    follower.page.close()
    away = leader.find("partner-away")
    expect(away).to_contain_text("The follower has been away for 0:0")
    leader.expect_game(status="paused")
    away.get_by_test_id("replace").first.click()
    leader.expect_game(status="playing")
    expect(leader.find("partner")).to_contain_text("learned")
    play.instruct("turn left")
    leader.press("Tab")
    expect(leader.find("instructions").locator("li")).to_have_attribute("data-status", "finished")
    leader.expect_game(turn="leader", half_turns=2)


def test_an_invitation_is_for_one_friend(visit: Callable[..., Visitor], server: Hosting) -> None:
    leader, friend, other = visit(), visit(), visit()
    seated(leader, server, OpenRoom(mode="friend", role="follower", seed=SEED))
    invitation = leader.find("invite").input_value().removeprefix(server.url)
    friend.go(invitation)
    friend.expect_game(status="playing", seat=Player.LEADER.word)
    assert friend.page.url.startswith(f"{server.url}/play#")
    other.go(invitation)
    expect(other.find("join-problem")).to_contain_text(re.compile("invit|taken|seat"))
    other.excuse(NOT_FOUND)


@pytest.mark.parametrize("page", ["play", "watch"])
def test_a_seat_that_nobody_knows_leads_back_to_the_lobby(
    visit: Callable[..., Visitor], page: str
) -> None:
    visitor = visit()
    visitor.go(f"/{page}#nonsense")
    expect(visitor.find("goodbye")).to_contain_text("This game is not known here")
    visitor.press("Tab", "Enter")
    expect(visitor.find("play-leader")).to_be_visible()


def test_a_replay_that_nobody_knows_is_said_to_be_unknown(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go("/replay#nonsense")
    expect(visitor.find("replay-problem")).to_be_visible()
    visitor.excuse(NOT_FOUND)
