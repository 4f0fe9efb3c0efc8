"""What a seat is told again of what was said and understood, when it comes back."""

import asyncio
from pathlib import Path

from cerealbar.game import Action, Rules, SignalKind
from cerealbar.server.rooms import Room
from cerealbar.server.rooms.seat_views import MOST_SAID
from cerealbar.views import Plan
from cerealbar.wire.messages import Welcome
from cerealbar.wire.words import SeatWord
from tests.server.rooms.playing import Ear, opened_router, seated_pair

TALKING = Rules(solvable=True, thumbs=True, remarks=True)
UNDERSTOOD = "takes 2 red hearts"
SEES_ALL: tuple[SeatWord, ...] = ("leader", "watcher")


async def welcomed(room: Room, seat: SeatWord) -> tuple[Welcome, bytes]:
    """What a seat is told that comes back, also as it was sent."""
    ear = Ear()
    if seat == "watcher":
        await room.presence.watch(ear)
    else:
        await room.presence.connect(seat, ear)
    welcome = next(message for message in ear.messages if isinstance(message, Welcome))
    return welcome, ear.frames[0]


def test_who_comes_back_is_told_what_the_other_said_last(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path, rules=TALKING) as router:
            room, _, _ = await seated_pair(router)
            for number in range(MOST_SAID + 2):
                await room.signal("follower", SignalKind.REMARK, f"remark {number}")
                await room.signal("leader", SignalKind.THUMB_UP)
            await room.signal("leader", SignalKind.THUMB_DOWN)
            for seat in SEES_ALL:
                told, _ = await welcomed(room, seat)
                assert [said.text for said in told.said] == [
                    f"remark {number}" for number in range(2, MOST_SAID + 2)
                ]
            told, _ = await welcomed(room, "follower")
            kinds = [said.kind for said in told.said]
            assert kinds == [SignalKind.THUMB_UP] * (MOST_SAID - 1) + [SignalKind.THUMB_DOWN]

    asyncio.run(play())


def test_what_was_understood_stays_with_its_instruction_also_after_a_restart(
    tmp_path: Path,
) -> None:
    async def check(room: Room) -> None:
        for seat in SEES_ALL:
            told, _ = await welcomed(room, seat)
            first, second = told.situation.instructions
            assert (first.understood, second.understood) == (UNDERSTOOD, "")
        _, frame = await welcomed(room, "follower")
        assert b"understood" not in frame

    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, follower = await seated_pair(router)
            await room.publish_plan(Plan(understood="nothing yet"))
            await room.act("leader", Action.INSTRUCT, "get them")
            await room.act("leader", Action.INSTRUCT, "and then wait")
            await room.act("leader", Action.DONE)
            await room.publish_plan(Plan(understood=UNDERSTOOD))
            await room.act("follower", Action.DONE)
            assert room.plan is None
            assert leader.updates[-1].situation.instructions[0].understood == UNDERSTOOD
            assert not any(b"understood" in frame for frame in follower.frames)
            await check(room)
        async with opened_router(tmp_path) as router:
            await router.registry.recover()
            (restored,) = router.registry.rooms.values()
            await check(restored)

    asyncio.run(play())
