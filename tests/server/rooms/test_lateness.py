"""What watchers are told late, and how much of it waits."""

import asyncio
from pathlib import Path

import pytest

from cerealbar.game import Action
from cerealbar.server.rooms import Hall, HallError, Room
from cerealbar.server.rooms.lateness import MAX_LATE_BYTES, LateNews
from cerealbar.views import Plan
from cerealbar.wire.lobby import OpenRoom
from cerealbar.wire.messages import PlanShown, RoomShown, Update, Welcome, encode
from tests.server.rooms.playing import Ear, Time, opened_hall


def test_what_waits_is_bounded_and_the_last_of_each_kind_is_told() -> None:
    news = LateNews(30)
    plans = [
        PlanShown(plan=Plan(trajectory=dict.fromkeys(range(625), 1 - number / 1000)))
        for number in range(300)
    ]
    news.hold(0, PlanShown())
    for number, plan in enumerate(plans):
        news.hold(number, plan)
    told = list(news.due(1000))
    assert sum(len(data) for _, data in told) <= MAX_LATE_BYTES
    assert len(told) > 50
    assert told[0] == (PlanShown, encode(PlanShown()))
    assert told[-1] == (PlanShown, encode(plans[-1]))
    assert news.next_due is None


def test_each_watcher_is_told_everything_once_when_its_time_has_come(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with opened_hall(tmp_path, time) as hall:
            await hall.open(OpenRoom(mode="both", seed=42, watch_delay_seconds=30))
            (room,) = hall.rooms.values()
            await room.connect("leader", Ear())
            await room.connect("follower", Ear())
            first = Ear()
            await room.watch(first)
            first.fresh()
            await room.act("leader", Action.LEFT)
            await room.leave("leader")
            assert first.fresh() == []
            time.seconds += 31
            await room.watch(Ear())
            told = first.fresh()
            assert [
                message.situation.steps_left for message in told if isinstance(message, Update)
            ][-2:] == [4, 4]
            last = told[-1]
            assert isinstance(last, RoomShown)
            assert last.status == "over"

    asyncio.run(play())


async def begun(hall: Hall) -> Room:
    """A game of which watchers are told late, after its first step."""
    await hall.open(OpenRoom(mode="both", seed=42, watch_delay_seconds=30))
    (room,) = hall.rooms.values()
    await room.connect("leader", Ear())
    await room.connect("follower", Ear())
    await room.act("leader", Action.LEFT)
    return room


def welcomed(ear: Ear) -> Welcome:
    welcome = ear.messages[0]
    assert isinstance(welcome, Welcome)
    return welcome


def test_whoever_begins_to_watch_late_is_told_how_the_room_stood_then(tmp_path: Path) -> None:
    async def play() -> None:
        time, early, late = Time(), Ear(), Ear()
        async with opened_hall(tmp_path, time) as hall:
            room = await begun(hall)
            await room.leave("leader")
            await room.watch(early)
            shown = welcomed(early).room
            assert (shown.status, shown.end, shown.replay) == ("waiting", None, None)
            assert welcomed(early).situation.steps_left == 5
            time.seconds += 31
            await room.watch(late)
            shown = welcomed(late).room
            assert (shown.status, shown.end) == ("over", "leader-left")
            assert shown.replay is not None

    asyncio.run(play())


def test_after_a_restart_late_watchers_begin_with_the_game_as_it_began(tmp_path: Path) -> None:
    async def play() -> None:
        time, early, late = Time(), Ear(), Ear()
        async with opened_hall(tmp_path, time) as hall:
            room = await begun(hall)
        async with opened_hall(tmp_path, time) as hall:
            await hall.recover()
            (room,) = hall.rooms.values()
            await room.watch(early)
            assert welcomed(early).situation.steps_left == 5
            assert welcomed(early).room.leader.kind == "nobody"
            time.seconds += 31
            await room.watch(late)
            assert early.updates[-1].situation.steps_left == 4
            assert welcomed(late).situation.steps_left == 4
            assert welcomed(late).room.status == "paused"

    asyncio.run(play())


def test_watchers_are_not_later_than_the_server_lets_them(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path) as hall:
            with pytest.raises(HallError, match="600 seconds are the most"):
                await hall.open(OpenRoom(mode="both", watch_delay_seconds=601))
            assert not hall.rooms

    asyncio.run(play())
