"""What the follower's connection is sent: nothing that the follower may not know."""

import asyncio
import random
from pathlib import Path

import msgspec
import numpy as np
import pytest

from cerealbar.game import Action, Cancelling, Game, Player, Rules, Status, ahead_of
from cerealbar.views import CAMERA_SIGHT, seen_cells
from cerealbar.wire.words import UNSEEN
from tests.server.rooms.playing import Ear, opened_router, play_at_random, seated_pair


def cells_named(value: object) -> set[int]:
    """Every cell that a decoded message names, wherever it does."""
    found: set[int] = set()
    if isinstance(value, dict):
        for key, part in value.items():
            if key == "cell":
                found.add(part)
            elif key in ("old", "new"):
                found.update(part)
            elif key == "tiles" and part and isinstance(part[0], list):
                found.update(cell for cell, _ in part)
            elif key == "tiles":
                found.update(cell for cell, code in enumerate(part) if code != UNSEEN)
            else:
                found |= cells_named(part)
    elif isinstance(value, list):
        for part in value:
            found |= cells_named(part)
    return found


def hidden_texts(game: Game) -> list[str]:
    return [known.text for known in game.instructions if not known.was_current]


def check_frames(frames: list[bytes], game: Game) -> int:
    """Compare what was sent with what the follower sees now; returns how many cells were named."""
    seen = seen_cells(game.states, Player.FOLLOWER, CAMERA_SIGHT)[0]
    count = 0
    for frame in frames:
        named = cells_named(msgspec.json.decode(frame))
        assert named <= set(np.flatnonzero(seen).tolist())
        count += len(named)
        assert b"is_invalid" not in frame
        assert b'"waiting"' not in frame
        assert b"watch" not in frame
        for text in hidden_texts(game):
            assert text.encode() not in frame
        if not seen[game.pose(Player.LEADER).cell]:
            assert b'"leader":{"cell"' not in frame
    return count


@pytest.mark.parametrize("seed", range(6))
def test_no_byte_sent_to_the_follower_tells_what_it_cannot_see(tmp_path: Path, seed: int) -> None:
    async def play() -> None:
        when = Cancelling.ANY_TURN if seed % 2 else Cancelling.NEVER
        async with opened_router(tmp_path, rules=Rules(solvable=True, cancelling=when)) as router:
            room, _, follower = await seated_pair(router, seed=100 + seed)
            rng = random.Random(seed)
            named = check_frames(follower.frames, room.game)
            deeds = 0
            while not room.game.is_over and deeds < 400:
                follower.frames.clear()
                await play_at_random(room, rng, 1)
                named += check_frames(follower.frames, room.game)
                deeds += 1
            assert named > 300
            late = Ear()
            await room.presence.connect("follower", late)
            check_frames(late.frames, room.game)
            unseen = {known.status for known in room.game.instructions if not known.was_current}
            assert (Status.CANCELLED in unseen) == bool(seed % 2)

    asyncio.run(play())


def test_the_check_itself_notices_a_leak(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, _ = await seated_pair(router)
            with pytest.raises(AssertionError):
                check_frames(leader.frames, room.game)

    asyncio.run(play())


def test_the_follower_hears_nothing_of_an_instruction_that_waits(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, follower = await seated_pair(router)
            await room.act("leader", Action.INSTRUCT, "first of all")
            assert b"first of all" in follower.frames[-1]
            heard = len(follower.frames)
            told = len(leader.frames)
            await room.act("leader", Action.INSTRUCT, "and then this")
            assert len(follower.frames) == heard
            assert len(leader.frames) == told + 1
            late = Ear()
            await room.presence.connect("follower", late)
            assert b"and then this" not in late.frames[0]

    asyncio.run(play())


def test_tiles_are_sent_once_and_add_up_to_all_that_was_seen(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, _, follower = await seated_pair(router)
            known = list(follower.messages[0].tiles)  # type: ignore[union-attr]  # a welcome
            rng = random.Random(5)
            seen = seen_cells(room.game.states, Player.FOLLOWER, CAMERA_SIGHT)[0].copy()
            follower.frames.clear()
            for _ in range(150):
                await play_at_random(room, rng, 1)
                seen |= seen_cells(room.game.states, Player.FOLLOWER, CAMERA_SIGHT)[0]
                for update in follower.updates:
                    for cell, code in update.tiles:
                        assert known[cell] == UNSEEN
                        known[cell] = code
                follower.frames.clear()
            truth = room.game.states["tile"][0]
            assert [code != UNSEEN for code in known] == seen.tolist()
            assert all(truth[cell] == code for cell, code in enumerate(known) if code != UNSEEN)

    asyncio.run(play())


def test_what_is_legal_does_not_tell_what_is_behind_the_follower(tmp_path: Path) -> None:
    async def play() -> None:
        blocked, free = 0, 0
        async with opened_router(tmp_path) as router:
            for seed in range(100, 104):
                room, _, follower = await seated_pair(router, seed=seed)
                rng = random.Random(seed)
                for _ in range(300):
                    await play_at_random(room, rng, 1)
                    game = room.game
                    if game.turn is not Player.FOLLOWER or not game.steps_left or game.is_over:
                        continue
                    behind = ahead_of(game.pose(Player.FOLLOWER), 3)
                    seen = seen_cells(game.states, Player.FOLLOWER, CAMERA_SIGHT)[0]
                    if behind is None or seen[behind]:
                        continue
                    assert "backward" in follower.updates[-1].situation.legal
                    is_free = Action.BACKWARD in game.legal_actions()
                    blocked, free = blocked + (not is_free), free + is_free
        assert blocked > 10
        assert free > 10

    asyncio.run(play())
