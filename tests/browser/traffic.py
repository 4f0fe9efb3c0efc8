"""Whether what the follower's page was sent tells only what the follower may know."""

import msgspec
import numpy as np

from cerealbar.game import Game, Player, Status
from cerealbar.server.settings import Settings
from cerealbar.views import SIGHTS, seen_cells
from tests.server.rooms.test_hidden import cells_named


def check_frames(frames: list[bytes], games: list[Game], watch: str) -> int:
    """Compare each frame with the game of its moment; returns how many cells were named."""
    moment, count = 0, 0
    for frame in frames:
        message = msgspec.json.decode(frame)
        assert watch.encode() not in frame
        assert b'"watch"' not in frame
        assert b"is_invalid" not in frame
        assert b'"waiting"' not in _without_status(message)
        if "situation" not in message:
            assert not cells_named(message)
            continue
        moment = _moment_of(message["situation"], games, moment)
        count += _check_cells(message, frame, games[moment])
    return count


def check_bodies(bodies: dict[str, bytes], games: list[Game], watch: str) -> None:
    """See that HTTP told nothing of the game."""
    assert bodies
    texts = [known.text for known in games[-1].instructions]
    for address, body in bodies.items():
        assert watch.encode() not in body
        assert not any(text.encode() in body for text in texts)
        if "/api/" in address:
            assert not cells_named(msgspec.json.decode(body))


def _without_status(message: dict[str, object]) -> bytes:
    """The message without the room's status, which may be that it waits for a partner."""
    room = message.get("room", message)
    assert isinstance(room, dict)
    shown = {key: value for key, value in room.items() if key != "status"}
    return msgspec.json.encode({**message, "room": shown, "status": None})


def _moment_of(situation: dict[str, object], games: list[Game], first: int) -> int:
    """The first moment from `first` on in which the follower knew this of the game."""
    for moment in range(first, len(games)):
        if _known(games[moment]) == _told(situation):
            return moment
    raise AssertionError(f"there was no such moment from deed {first} on: {situation}")


def _told(situation: dict[str, object]) -> tuple[object, ...]:
    names = ("turn", "steps_left", "half_turns_left", "score", "follower", "instructions")
    return tuple(situation.get(name, []) for name in names)


def _known(game: Game) -> tuple[object, ...]:
    pose = game.pose(Player.FOLLOWER)
    texts = [
        {"text": known.text, "status": known.status.value}
        for known in game.instructions
        if known.status is not Status.WAITING
    ]
    where = {"cell": pose.cell, "heading": int(pose.heading)}
    return game.turn.word, game.steps_left, game.half_turns_left, game.score, where, texts


def _check_cells(message: dict[str, object], frame: bytes, game: Game) -> int:
    seen = seen_cells(game.states, Player.FOLLOWER, SIGHTS[Settings().sight])[0]
    named = cells_named(message)
    assert named <= set(np.flatnonzero(seen).tolist())
    if not seen[game.pose(Player.LEADER).cell]:
        assert b'"leader":{"cell"' not in frame
    for known in game.instructions:
        if known.status is Status.WAITING:
            assert known.text.encode() not in frame
    return len(named)
