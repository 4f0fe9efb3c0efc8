"""Two pages play a whole game by keyboard alone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from cerealbar.game import Game, Player
from cerealbar.records import Commented
from cerealbar.server.store import Reader
from cerealbar.wire.messages import RoomShown, Welcome
from tests.browser.hosting import RULES, SEED, Hosting
from tests.browser.kept import games_after_each, kept_deeds
from tests.browser.play import Play
from tests.browser.rooms import begun
from tests.browser.traffic import check_bodies, check_frames
from tests.browser.visitor import Visitor


def play_to_the_end(play: Play) -> None:
    """A set, then instructions that the follower finishes at once until no turn is left."""
    play.make_a_set()
    assert play.game.score == 1
    play.finish()
    while not play.game.is_over:
        turns = play.game.half_turns_left
        play.instruct(f"wait for me, {turns} turns are left")
        play.instruct(f"this is for later, {turns} turns are left")
        play.end_turn()
        play.expect_same_for_both()
        while play.game.turn is Player.FOLLOWER and not play.game.is_over:
            play.finish()
        play.expect_same_for_both()


def game_id_of(visitor: Visitor) -> str:
    return next(it.game_id for it in visitor.heard if isinstance(it, Welcome))


def test_two_pages_play_a_whole_game_by_keyboard(
    visit: Callable[..., Visitor], server: Hosting
) -> None:
    play = begun(visit, server)
    leader, follower = play.visitors.values()
    play_to_the_end(play)
    for visitor in (leader, follower):
        visitor.expect_game(status="over")
        expect(visitor.find("final-score")).to_have_text("1")
        expect(visitor.find("end-screen")).to_contain_text("All turns are used.")
    check_comment(follower, server)
    games = games_after_each(SEED, RULES, kept_deeds(server.database, game_id_of(leader)))
    assert str(games[-1]) == str(play.game)
    check_follower_traffic(leader, follower, games)
    check_replay(leader, len(games))
    assert server.check_games() >= 1


def check_comment(visitor: Visitor, server: Hosting) -> None:
    visitor.find("comment").focus()
    visitor.page.keyboard.type("it was fun")
    visitor.press("Tab", "Enter")
    expect(visitor.find("end-screen")).to_contain_text("your comment was sent")
    reader = Reader.open(str(server.database))
    whole = reader.game(game_id_of(visitor))
    reader.close()
    assert whole is not None
    comments = [it.entry for it in whole[1] if isinstance(it.entry, Commented)]
    assert [(it.role, it.text) for it in comments] == [("follower", "it was fun")]


def check_follower_traffic(leader: Visitor, follower: Visitor, games: list[Game]) -> None:
    """Nothing that the follower's page was sent tells more than the follower may know."""
    watch = next(
        room.watch
        for room in (it.room if isinstance(it, Welcome) else it for it in leader.heard)
        if isinstance(room, RoomShown) and room.watch
    )
    assert check_frames(follower.frames, games, watch) > 100
    check_bodies(follower.bodies(), games, watch)
    with pytest.raises(AssertionError):
        check_frames(leader.frames, games, watch)


def check_replay(visitor: Visitor, moments: int) -> None:
    visitor.find("replay-link").press("Enter")
    replay = visitor.find("replay")
    expect(replay).to_have_attribute("data-index", "0")
    assert int(replay.get_attribute("data-moments") or 0) >= moments
    visitor.await_stage()
    visitor.page.locator("body").press("Space")
    expect(replay).to_have_attribute("data-is-playing", "true")
    expect(replay).not_to_have_attribute("data-index", "0")
    visitor.press("End")
    expect(replay).to_have_attribute("data-score", "1")
