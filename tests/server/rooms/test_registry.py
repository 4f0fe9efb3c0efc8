"""The rooms of a process: what is kept of them through crashes, losses and sweeps."""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path

import pytest

from cerealbar.records import Paused
from cerealbar.server.rooms import Room, RoomRouter, registry
from cerealbar.server.rooms.checks import MAX_PAUSES, RoomRefusedError
from cerealbar.server.store import OwnGame, StoreError
from tests.server.rooms.playing import Ear, Time, opened_router, own_by, seated_pair, until


async def fail(*_: object, **__: object) -> None:
    raise StoreError("the disk is full")


async def let_others_run() -> None:
    """Let all tasks go on that wait for nobody."""
    for _ in range(20):
        await asyncio.sleep(0)


def crash(router: RoomRouter) -> None:
    """Let nothing be told to anyone or stored: the process is gone."""
    router.registry.rooms.clear()


@pytest.mark.parametrize("second_end", ["a crash", "a stop"])
def test_a_turn_that_a_crash_interrupted_keeps_its_time_through_the_next_restart(
    tmp_path: Path, second_end: str
) -> None:
    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            room, _, _ = await seated_pair(router)
            time.seconds += 5
            await router.services.store.beat(time.wall())
            crash(router)
        time.seconds += 10
        async with opened_router(tmp_path, time) as router:
            await router.registry.recover()
            assert router.registry.rooms[room.game_id].seconds_left == pytest.approx(40)
            time.seconds += 100
            await router.services.store.beat(time.wall())  # as other games or a watchdog make it do
            if second_end == "a crash":
                crash(router)
        async with opened_router(tmp_path, time) as router:
            await router.registry.recover()
            assert router.registry.rooms[room.game_id].seconds_left == pytest.approx(40)

    asyncio.run(play())


def test_a_pause_that_could_not_be_stored_is_stored_by_the_next_sweep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            room, _, follower = await seated_pair(router)
            time.seconds += 5
            with monkeypatch.context() as patch:
                patch.setattr(router.services.store, "append", fail)
                await room.presence.disconnect(follower)
            await router.registry.sweep()
            time.seconds += 100
            await router.services.store.beat(time.wall())
            crash(router)
        async with opened_router(tmp_path, time) as router:
            await router.registry.recover()
            assert router.registry.rooms[room.game_id].seconds_left == pytest.approx(40)

    asyncio.run(play())


def test_a_game_that_is_lost_and_free_again_has_one_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, _ = await seated_pair(router)
            game_id, whole = room.game_id, await router.services.store.game(room.game_id)
            began, may_end = asyncio.Event(), asyncio.Event()

            async def claim(game_id: str) -> OwnGame:
                if not began.is_set():
                    began.set()
                    await may_end.wait()
                return OwnGame(game_id, None)

            async def game(_: str) -> object:
                return whole

            async def nothing(_: int) -> list[OwnGame]:
                return []

            store = router.services.store
            own_by(monkeypatch, store, claim=claim, claim_abandoned=nothing)
            monkeypatch.setattr(router.services.store, "game", game)
            router.registry._lose_all()
            await began.wait()
            finding = asyncio.create_task(router.registry.find(game_id))  # someone comes meanwhile
            await let_others_run()
            may_end.set()
            found = await finding
            assert isinstance(found, Room)
            await until(lambda: leader.goodbye is not None)
            assert await found.presence.connect("leader", Ear())
            await router.peers._look_around()
            assert router.registry.rooms[game_id] is found is not room

    asyncio.run(play())


def test_a_room_that_is_lost_stores_nothing_more_even_if_the_game_is_ours_again(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, _, _ = await seated_pair(router)
            router.registry._lose_all()
            with pytest.raises(RoomRefusedError) as refusal:
                await room.comment("leader", "that was fun")
            assert refusal.value.code == "not-stored"
            found = await router.registry.find(room.game_id)
            assert isinstance(found, Room)
            await found.comment("leader", "that was fun")

    asyncio.run(play())


def test_a_game_that_is_lost_while_it_is_restored_has_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, _, _ = await seated_pair(router)
            crash(router)
            whole = await router.services.store.game(room.game_id)

            async def game(game_id: str) -> object:
                router.registry._lose_all()
                return whole

            monkeypatch.setattr(router.services.store, "game", game)
            with pytest.raises(StoreError, match="was lost while it was restored"):
                await router.registry.find(room.game_id)
            assert not router.registry.rooms

    asyncio.run(play())


def test_a_moved_room_is_not_settled_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, follower = await seated_pair(router)
            room.journal.counts[Paused] = MAX_PAUSES  # so that the clock is to run in any case
            router.registry._lose_all()
            await until(lambda: leader.goodbye is not None)
            await room.presence.disconnect(leader)
            await room.presence.disconnect(follower)
            await let_others_run()
            assert not room.timers._tasks
            assert not room.clock.is_running

    asyncio.run(play())


def test_a_game_is_not_ended_for_someone_who_has_just_come_back(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            room, _, follower = await seated_pair(router)
            await room.presence.disconnect(follower)
            time.seconds += 601
            await room.lock.acquire()
            coming = asyncio.create_task(room.presence.connect("follower", Ear()))
            await let_others_run()
            sweeping = asyncio.create_task(router.registry.sweep())
            await let_others_run()
            room.lock.release()
            await coming
            await sweeping
            assert room.end is None
            assert room.status == "playing"

    asyncio.run(play())


def test_whoever_comes_while_a_room_is_closed_finds_one_that_is_not_about_to_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, follower = await seated_pair(router)
            await room.leave("leader")
            for ear in (leader, follower):
                await room.presence.disconnect(ear)
            whole = await router.services.store.game(room.game_id)
            began, may_end, told = asyncio.Event(), asyncio.Event(), []

            async def release(_: Sequence[str]) -> None:
                began.set()
                await may_end.wait()
                told.append("released")

            async def claim(game_id: str) -> OwnGame:
                told.append("claimed")
                return OwnGame(game_id, None)

            async def game(_: str) -> object:
                return whole

            own_by(monkeypatch, router.services.store, release=release, claim=claim)
            monkeypatch.setattr(router.services.store, "game", game)
            sweeping = asyncio.create_task(router.registry.sweep())
            await began.wait()
            finding = asyncio.create_task(router.registry.find(room.game_id))
            await let_others_run()
            may_end.set()
            await sweeping
            found = await finding
            assert told == ["released", "claimed"]
            assert router.registry.rooms[room.game_id] is found is not room
            late = Ear()
            assert await room.presence.connect("leader", late)  # found before it was closed
            assert late.goodbye is not None
            assert late.goodbye.code == "elsewhere"

    asyncio.run(play())


def test_the_heart_beats_on_while_a_sweep_has_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "BEAT_SECONDS", 0.001)

    async def play() -> None:
        async with opened_router(tmp_path) as router:
            await seated_pair(router)
            began, may_end, beats = asyncio.Event(), asyncio.Event(), list[float]()

            async def release(_: Sequence[str]) -> None:
                began.set()
                await may_end.wait()

            async def beat(wall: float) -> None:
                beats.append(wall)

            own_by(monkeypatch, router.services.store, release=release)
            monkeypatch.setattr(router.services.store, "beat", beat)
            keeping = asyncio.create_task(router.registry.keep())
            await began.wait()
            beats.clear()
            await until(lambda: len(beats) > 3, 5)
            keeping.cancel()

    asyncio.run(play())


def test_looking_around_goes_on_whatever_the_database_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            monkeypatch.setattr(type(router.services.store), "is_shared", True)
            looks = 0

            async def look() -> None:
                nonlocal looks
                looks += 1
                router.peers.changed.set()
                raise StoreError("the disk is full")

            monkeypatch.setattr(router.peers, "_look_around", look)
            looking = asyncio.create_task(router.peers.look_around())
            await until(lambda: looks > 3 or looking.done())
            assert not looking.done()
            looking.cancel()
            monkeypatch.undo()

    asyncio.run(play())


def test_an_outage_is_told_when_it_begins_and_when_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    async def play() -> None:
        async with opened_router(tmp_path) as router:
            await seated_pair(router)
            caplog.clear()
            with monkeypatch.context() as patch:
                patch.setattr(router.services.store, "beat", fail)
                for _ in range(3):
                    await router.registry._beat_if_needed()
            for _ in range(3):
                await router.registry._beat_if_needed()
            told = [record.getMessage() for record in caplog.records]
            assert told == ["the database cannot be used", "the database can be used again"]

    asyncio.run(play())


def test_whoever_asks_whether_the_server_is_well_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            with pytest.raises(StoreError):  # as nothing was stored yet
                await router.registry.probe()
            await router.registry.recover()
            with monkeypatch.context() as patch:
                patch.setattr(router.services.store._writer, "write", fail)
                await router.registry.probe()
            with monkeypatch.context() as patch:
                patch.setattr(router.services.store, "beat", fail)
                time.seconds += registry.SWEEP_SECONDS
                await router.registry._beat_if_needed()
                with pytest.raises(StoreError):
                    await router.registry.probe()
            await router.registry._beat_if_needed()
            await router.registry.probe()
            time.seconds += registry.MOST_SILENT_SECONDS + 1  # as the writer hangs
            with pytest.raises(StoreError):
                await router.registry.probe()

    asyncio.run(play())
