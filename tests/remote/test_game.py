import itertools
import socket
import time

import numpy as np
import pytest

from cerealbar.game import Action, Game, Rules
from cerealbar.remote import (
    UNSEEN,
    ActionRefusedError,
    AddressError,
    GoodbyeError,
    RemoteSeat,
    RequestError,
    UnreachableError,
    join,
    lobby,
    open_both,
    open_room,
    take_seat,
)
from cerealbar.wire.scene import FinishTold, InstructionTold, StepTold
from cerealbar.wire.words import VERSION, ActionWord

TURNS: tuple[ActionWord, ...] = ("left", "right")


def test_a_request_is_answered_with_what_came_of_it(url: str) -> None:
    leads, follows = open_both(url)
    with leads.connect() as leader, follows.connect() as follower:
        assert leader.wait_for_turn()
        update = leader.act("left")
        assert update.happenings == (StepTold(by="leader", action="left"),)
        assert leader.known.situation == update.situation
        assert leader.known.situation.steps_left == leader.known.rules.leader_steps - 1
        leader.instruct("  wait ")
        leader.done()
        assert follower.wait_for_turn()
        assert follower.known.instruction == "wait"
        follower.done()
        with pytest.raises(TimeoutError):
            follower.wait_for_turn(0.01)
        assert leader.wait_for_turn()
        assert FinishTold(text="wait") in leader.known.happenings
        assert InstructionTold(text="wait") not in leader.known.happenings


def test_refused_actions_raise_and_change_nothing(url: str) -> None:
    leads, follows = open_both(url)
    with leads.connect() as leader, follows.connect() as follower:
        assert leader.wait_for_turn()
        before = leader.known.situation
        codes = []
        for ask in (
            lambda: follower.act("left"),
            leader.done,
            lambda: leader.instruct(" "),
            lambda: leader.instruct("x" * 1_001),
            lambda: leader.instruct("x" * 10_000),
            lambda: leader.instruct("x" * 100_000),
            lambda: follower.replace("rule-based"),
        ):
            with pytest.raises(ActionRefusedError) as refusal:
                ask()
            codes.append(refusal.value.code)
        assert codes == [
            "not-your-turn",
            *("illegal", "illegal", "illegal"),
            *("malformed", "malformed"),
            "not-allowed",
        ]
        assert leader.known.situation.leader == before.leader
        assert leader.act("right").situation.steps_left == before.steps_left - 1


def test_a_step_against_an_obstacle_is_refused_as_blocked(url: str) -> None:
    games = ((seed, Game(seed, Rules(solvable=True))) for seed in itertools.count(1))
    seed = next(seed for seed, game in games if Action.FORWARD not in game.legal_actions())
    leads, follows = open_both(url, seed=seed)
    with leads.connect() as leader, follows.connect():
        assert leader.wait_for_turn()
        assert "forward" not in leader.known.legal
        with pytest.raises(ActionRefusedError) as refusal:
            leader.act("forward")
        assert refusal.value.code == "blocked"


def test_a_game_waits_for_its_partner_and_stands_still_without_it(url: str) -> None:
    leads, follows = open_both(url)
    with leads.connect() as leader:
        assert leader.known.room.status == "waiting"
        with pytest.raises(TimeoutError):
            leader.wait_for_turn(0.01)
        with follows.connect():
            assert leader.wait_for_turn()
        stopped = next(known for known in leader.updates() if known.room.status == "paused")
        assert not stopped.can_act
        left = leader.known.seconds_left
        assert left == leader.known.seconds_left
        with pytest.raises(ActionRefusedError, match="stands still"):
            leader.act("left")


def test_an_agent_takes_the_seat_of_a_partner_who_is_away(url: str) -> None:
    seat = open_room(url, "friend")
    with seat.connect() as leader:
        leader.replace("rule-based")
        assert leader.wait_for_turn()
        assert leader.known.room.follower.name == "rule-based"


def test_leaving_ends_the_game_for_both(url: str) -> None:
    leads, follows = open_both(url)
    with leads.connect() as leader, follows.connect() as follower:
        assert leader.wait_for_turn()
        leader.comment("that was enough")
        leader.leave()
        assert leader.is_over
        assert leader.known.room.end == "leader-left"
        assert not follower.wait_for_turn()
        assert follower.known.room.replay is not None
    with follows.connect() as again:
        assert again.is_over


def test_a_watcher_sees_what_the_leader_sees(url: str) -> None:
    leads, follows = open_both(url)
    with leads.connect() as leader, follows.connect():
        assert leader.wait_for_turn()
        with join(f"{url}/watch#{leader.known.room.watch}").connect() as watcher:
            assert watcher.known.seat == "watcher"
            assert (watcher.known.tiles == leader.known.tiles).all()
            leader.act("left")
            watcher.ping()
            assert watcher.known.situation.leader == leader.known.pose
            with pytest.raises(ActionRefusedError, match="only look"):
                watcher.act("left")


def test_whoever_only_listens_is_told_each_thing_once(url: str) -> None:
    leads, follows = open_both(url)
    with leads.connect() as leader, follows.connect() as follower:
        assert leader.wait_for_turn()
        with join(f"{url}/watch#{leader.known.room.watch}").connect() as watcher:
            steps = [leader.act(word).happenings for word in TURNS]
            listening = watcher.updates()
            next(listening)
            assert [known.happenings for known in itertools.islice(listening, 2)] == steps
            steps = [leader.act(word).happenings for word in TURNS]
            watcher.ping()
            assert watcher.known.happenings == steps[-1]
            leader.instruct("wait")
            leader.done()
            listening = leader.updates()
            next(listening)
            assert follower.wait_for_turn()
            steps = [follower.act(word).happenings for word in TURNS]
            assert [known.happenings for known in itertools.islice(listening, 2)] == steps


def test_the_follower_knows_the_tiles_that_it_has_seen(url: str) -> None:
    leads, follows = open_both(url, seed=5)
    with leads.connect() as leader, follows.connect() as follower:
        tiles = leader.known.tiles
        assert leader.known.seen.all()
        assert ((follower.known.tiles != UNSEEN) == follower.known.seen).all()
        ever = follower.known.seen
        leader.wait_for_turn()
        leader.instruct("turn round")
        leader.done()
        for _ in range(3):
            assert follower.wait_for_turn()
            follower.act("right")
            ever |= follower.known.seen
            assert (follower.known.tiles == np.where(ever, tiles, UNSEEN)).all()


def test_a_second_connection_replaces_the_first(url: str) -> None:
    seat = open_room(url)
    with seat.connect() as first, seat.connect() as second:
        with pytest.raises(GoodbyeError) as goodbye:
            first.ping()
        assert goodbye.value.code == "replaced"
        second.ping()


@pytest.mark.parametrize("token", ["", "x", "0123456789abcdefL" + 32 * "x", "ü"])
def test_an_unknown_token_has_no_seat(url: str, token: str) -> None:
    with pytest.raises(GoodbyeError) as goodbye:
        RemoteSeat(url, token).connect()
    assert goodbye.value.code == "unknown-token"


def test_a_program_that_talks_all_the_time_is_heard_all_the_time(url: str) -> None:
    with open_room(url).connect() as game:
        for _ in range(70):
            game.ping()


def test_requests_that_the_server_refuses_say_why(url: str) -> None:
    with pytest.raises(RequestError, match="nobody-knows-it") as unknown:
        open_room(url, agent="nobody-knows-it")
    assert unknown.value.status == 400
    with pytest.raises(RequestError, match="invitation") as invalid:
        take_seat(url, "x")
    assert invalid.value.status == 404


@pytest.mark.parametrize(
    "address", ["localhost:8080", "ftp://x", "http://", "http://x/y", "http://x/?y", "http://x/#y"]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(AddressError):
        open_room(address)


@pytest.mark.parametrize("link", ["http://x/", "http://x/play", "http://x/play#a,b", "#a", "x"])
def test_what_is_no_link_to_a_seat_is_refused(link: str) -> None:
    with pytest.raises(AddressError):
        join(link)


def test_where_nobody_listens_nobody_is_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        nowhere = f"http://127.0.0.1:{listener.getsockname()[1]}"
    began = time.monotonic()
    with pytest.raises(UnreachableError):
        lobby(nowhere)
    with pytest.raises(UnreachableError):
        RemoteSeat(nowhere, "x").connect()
    assert time.monotonic() - began < 30  # nobody waits as for one who comes back


def test_the_lobby_tells_who_plays(url: str) -> None:
    told = lobby(url + "/")
    assert told.version == VERSION
    assert "rule-based" in told.followers


def test_a_seat_keeps_its_token_out_of_logs() -> None:
    assert "secret" not in repr(RemoteSeat("http://x", "secret"))
