"""Pages that are reloaded, and a server that is killed, in the middle of a game."""

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, expect

from cerealbar.game import Action, Game, Player
from cerealbar.wire.messages import Welcome
from tests.browser.hosting import RULES, SEED, Hosting, hosted
from tests.browser.kept import deeds_by, games_after_each, kept_deeds
from tests.browser.play import Play
from tests.browser.rooms import begun
from tests.browser.visitor import Visitor, visiting


def seconds_shown(visitor: Visitor) -> int:
    minutes, _, seconds = visitor.find("time").inner_text().partition(":")
    return 60 * int(minutes) + int(seconds)


def last_welcome(visitor: Visitor) -> Welcome:
    return next(it for it in reversed(visitor.heard) if isinstance(it, Welcome))


def reload(visitor: Visitor) -> None:
    """Come back, with as much time left as there was."""
    shown, heard = seconds_shown(visitor), len(visitor.frames)
    visitor.page.reload()
    visitor.expect_game(link="open", status="playing")
    assert len(visitor.frames) > heard
    assert abs(last_welcome(visitor).situation.seconds_left - shown) <= 2


def test_a_reload_in_mid_turn_changes_nothing(
    visit: Callable[..., Visitor], server: Hosting
) -> None:
    play = begun(visit, server)
    leader, follower = play.visitors.values()
    play.walk([Action.LEFT, Action.LEFT])
    play.instruct("look to the right")
    play.instruct("then look back")
    reload(leader)
    play.expect_same_for_both()
    texts = leader.find("instructions").locator("li")
    expect(texts).to_contain_text(["look to the right", "then look back"])
    play.end_turn()
    play.walk([Action.RIGHT])
    reload(follower)
    play.expect_same_for_both()
    expect(follower.find("current-instruction")).to_have_text("look to the right")
    play.finish()
    play.walk([Action.LEFT])
    expect(follower.find("current-instruction")).to_have_text("then look back")


def test_a_killed_server_comes_back_and_nothing_acknowledged_is_lost(
    browser: Browser, tmp_path: Path
) -> None:
    with hosted(tmp_path) as server, ExitStack() as stack:
        play = begun(partial(arrive, stack, browser, server.url), server)
        play.walk([Action.LEFT])
        play.instruct("turn around")
        play.actor.press("ArrowRight", "ArrowLeft")
        kill_and_return(play, server)
        play.instruct("and back")
        play.end_turn()
        play.walk([Action.LEFT, Action.LEFT])
        play.actor.press("ArrowRight", "ArrowRight", "Enter")
        kill_and_return(play, server)
        while not play.game.is_over:
            play_on(play)
        check_kept(play, server)
        for visitor in play.visitors.values():
            expect(visitor.find("end-screen")).to_be_visible()


def arrive(stack: ExitStack, browser: Browser, url: str) -> Visitor:
    return stack.enter_context(visiting(browser, url))


def kill_and_return(play: Play, server: Hosting) -> None:
    """Kill the server while a page acts, start it again, and see both pages go on."""
    server.kill()
    for visitor in play.visitors.values():
        expect(visitor.find("reconnecting")).to_be_visible()
    server.start()
    for visitor in play.visitors.values():
        visitor.expect_game(link="open", status="playing")
        expect(visitor.find("reconnecting")).to_be_hidden()
        # What a page asked while there was no server; whatever is needed is expected below.
        visitor.excuse("WebSocket connection to .* failed|net::ERR_CONNECTION_(RESET|REFUSED)")
    play.game = check_kept(play, server)[-1]
    play.expect_same_for_both()


def play_on(play: Play) -> None:
    if play.game.turn is Player.FOLLOWER:
        play.finish()
    else:
        play.instruct("wait")
        play.end_turn()
    play.expect_same_for_both()


def check_kept(play: Play, server: Hosting) -> list[Game]:
    """Compare what the pages were told with what is stored; the game after each deed."""
    game_id = last_welcome(play.visitors[Player.LEADER]).game_id
    deeds = kept_deeds(server.database, game_id)
    for player, visitor in play.visitors.items():
        kept = iter(deeds_by(player, deeds))
        assert all(word in kept for word in visitor.acknowledged)
    assert play.visitors[Player.LEADER].acknowledged
    return games_after_each(SEED, RULES, deeds)
