import socket
import struct
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

import pytest

from cerealbar.remote import (
    Known,
    RemoteChoice,
    RemoteGame,
    RemoteSeat,
    Say,
    UnansweredError,
    UnreachableError,
    open_both,
    open_room,
)
from cerealbar.remote.seats import Choose, ask
from cerealbar.wire.lobby import AskReplay, ReplayShown
from cerealbar.wire.scene import FinishTold, Happening, InstructionTold, StepTold
from tests.remote import players
from tests.remote.server_process import ServerProcess

DEEDS = (StepTold, InstructionTold, FinishTold)
HEARTBEAT_SECONDS = 6.0
"""How often the server notes that it is alive, twice a second, on a machine that is very busy."""
PATIENCE = 300.0


def replay_of(url: str, known: Known) -> ReplayShown:
    assert known.room.replay is not None
    return ask(url, "/api/replay", AskReplay(token=known.room.replay), ReplayShown)


class Player:
    """Plays a seat like `play`, and remembers what was acknowledged and what was not answered."""

    def __init__(self, seat: RemoteSeat, choose: Choose, crash: threading.Event) -> None:
        self.acknowledged: list[Happening] = []
        self.unanswered = 0
        self._seat, self._choose, self._crash = seat, choose, crash

    def play(self) -> Known:
        with self._seat.connect() as game:
            while game.wait_for_turn(PATIENCE):
                try:
                    self._act(game, self._choose(game.known))
                except UnansweredError:
                    self.unanswered += 1
            return game.known

    def _act(self, game: RemoteGame, choice: RemoteChoice) -> None:
        answer = game.instruct(choice.text) if isinstance(choice, Say) else game.act(choice)
        self.acknowledged += [told for told in answer.happenings if isinstance(told, DEEDS)]
        if len(self.acknowledged) == 7:
            self._crash.set()


def is_within(part: Sequence[Happening], whole: Sequence[Happening]) -> bool:
    """Whether the whole holds the part in its order, with others between."""
    rest = iter(whole)
    return all(any(told == other for other in rest) for told in part)


def test_a_game_goes_on_after_its_server_was_killed(own_server: ServerProcess) -> None:
    crash = threading.Event()
    leads, follows = open_both(own_server.url)
    leader = Player(leads, players.leader(), crash)
    follower = Player(follows, players.follower(), crash)
    with ThreadPoolExecutor(2) as pool:
        games = [pool.submit(player.play) for player in (leader, follower)]
        assert crash.wait(PATIENCE)
        own_server.kill()
        own_server.start()
        for game in as_completed(games, PATIENCE):
            game.result()  # raises at once what ended one of them
        ends = [game.result() for game in games]
    assert ends[0].room.end == ends[1].room.end == "no-turns"
    frames = replay_of(own_server.url, ends[0]).frames
    stored = [told for frame in frames for told in frame.happenings if isinstance(told, DEEDS)]
    assert is_within(leader.acknowledged, stored)
    assert is_within(follower.acknowledged, stored)
    acknowledged = len(leader.acknowledged) + len(follower.acknowledged)
    assert acknowledged <= len(stored) <= acknowledged + leader.unanswered + follower.unanswered


def test_what_was_acknowledged_is_known_after_a_crash(own_server: ServerProcess) -> None:
    leads, follows = open_both(own_server.url)
    with leads.connect() as leader, follows.connect() as follower:
        assert leader.wait_for_turn()
        leader.act("left")
        leader.instruct("turn round")
        before = leader.known
        own_server.kill()
        own_server.start()
        with pytest.raises(UnansweredError):
            leader.ping()
        assert not leader.known.can_act  # the follower has not come back yet
        follower.catch_up()
        assert leader.wait_for_turn()
        after = leader.known
        assert after.pose == before.pose
        assert after.instructions == before.instructions
        assert after.situation.steps_left == before.situation.steps_left
        # What passed since the last heartbeat of the server, at most, is given back.
        assert after.seconds_left <= before.situation.seconds_left + HEARTBEAT_SECONDS
        leader.done()
        assert follower.wait_for_turn()
        assert follower.known.instruction == "turn round"


def test_the_follower_remembers_tiles_when_it_comes_back(own_server: ServerProcess) -> None:
    leads, follows = open_both(own_server.url)
    with leads.connect() as leader, follows.connect() as follower:
        assert leader.wait_for_turn()
        leader.instruct("turn round")
        leader.done()
        for _ in range(3):
            assert follower.wait_for_turn()
            follower.act("right")
        before = follower.known
        own_server.stop()
        own_server.start()
        leader.catch_up()
        assert follower.wait_for_turn()
        assert follower.known is not before
        assert (follower.known.tiles == before.tiles).all()


def test_who_insists_waits_for_a_server_that_is_away_when_they_come(
    own_server: ServerProcess,
) -> None:
    seat = open_room(own_server.url)
    own_server.stop()
    with pytest.raises(UnreachableError):
        seat.connect()
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(seat.connect, insists=True)
        own_server.start()
        with coming.result(PATIENCE) as game:
            assert not game.is_over


def test_patience_ends(own_server: ServerProcess) -> None:
    with open_room(own_server.url).connect(patience_seconds=0.2) as game:
        own_server.stop()
        with pytest.raises(UnreachableError, match=r"for 0\.2 seconds"):
            game.ping()


def test_a_server_that_hangs_up_at_once_is_not_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=hang_up, args=(listener, 20), daemon=True).start()
        seat = RemoteSeat(f"http://127.0.0.1:{listener.getsockname()[1]}", "x")
        for _ in range(20):
            with pytest.raises(UnreachableError):
                seat.connect()


def hang_up(listener: socket.socket, times: int) -> None:
    """Reset connections as soon as they are there, as the system does for a killed process."""
    for _ in range(times):
        connection, _address = listener.accept()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
