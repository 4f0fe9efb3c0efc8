"""Work in the background that fails: noted, and nothing else ends."""

import asyncio
import logging
from pathlib import Path

import pytest
from prometheus_client import generate_latest

from cerealbar.game import Action
from cerealbar.records import GameEnd
from cerealbar.server import supervision
from cerealbar.server.metrics import Metrics
from cerealbar.server.rooms import Room, registry
from cerealbar.server.rooms.registry import Timeouts
from cerealbar.server.supervision import Supervisor
from cerealbar.wire.lobby import OpenRoom
from tests.server.rooms.playing import Ear, Time, opened_router, seated_pair, until


class Failing:
    """Work that fails a number of times."""

    def __init__(self, times: int) -> None:
        self.left, self.calls = times, 0

    async def __call__(self, *_: object) -> None:
        self.calls += 1
        self.left -= 1
        if self.left >= 0:
            raise RuntimeError(f"failure {self.calls}")


def test_an_error_is_logged_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        metrics, failing = Metrics(), Failing(3)
        supervisor = Supervisor(metrics)
        for _ in range(3):
            assert not await supervisor.attempt("somewhere", failing())
        assert await supervisor.attempt("somewhere", failing())
        assert (
            'cerealbar_errors_total{where="somewhere"} 3.0'
            in generate_latest(metrics.registry).decode()
        )
        assert len([record for record in caplog.records if record.exc_info]) == 3

    caplog.set_level(logging.ERROR)
    asyncio.run(work())


def test_work_that_fails_is_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "RETRY_SECONDS", 0.001)

    async def work() -> None:
        async with opened_router(tmp_path) as router:
            failing = Failing(3)
            await router.services.supervisor.insist("somewhere", failing)
            assert failing.calls == 4

    asyncio.run(work())


def test_work_that_went_well_for_long_is_soon_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time, pauses, durations = Time(), list[float](), [0.0, 0.0, 0.0, 61.0, 0.0]

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    async def look() -> None:
        if durations:
            time.seconds += durations.pop(0)
            raise RuntimeError("away")

    async def work() -> None:
        async with opened_router(tmp_path, time) as router:
            with monkeypatch.context() as patch:
                patch.setattr(asyncio, "sleep", pause)
                await router.services.supervisor.insist("somewhere", look)
            assert pauses == [0.0, 1.0, 2.0, 4.0, 1.0, 2.0]

    asyncio.run(work())


def test_the_heartbeat_and_the_sweep_go_on_after_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "BEAT_SECONDS", 0.001)
    monkeypatch.setattr(registry, "SWEEP_SECONDS", 1000)

    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            room, _, follower = await seated_pair(router)
            broken, _, _ = await seated_pair(router)
            router.registry.rooms = {broken.game_id: broken, room.game_id: room}
            await room.presence.disconnect(follower)
            time.seconds += 601
            beat, desertion = Failing(2), Timeouts.desertion

            def stumble(timeouts: Timeouts, which: Room, now: float) -> GameEnd | None:
                if which is broken:
                    raise RuntimeError("no such seat")
                return desertion(timeouts, which, now)

            monkeypatch.setattr(router.services.store, "beat", beat)
            monkeypatch.setattr(Timeouts, "desertion", stumble)
            keeping = asyncio.create_task(router.registry.keep())
            await until(lambda: beat.calls > 3 and room.end is not None)
            assert not keeping.done()
            keeping.cancel()
            told = generate_latest(router.services.metrics.registry).decode()
            assert 'cerealbar_errors_total{where="heartbeat"} 2.0' in told
            assert 'cerealbar_errors_total{where="sweep"} 1.0' in told

    asyncio.run(play())


def test_a_turn_ends_although_its_alarm_failed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervision, "RETRY_SECONDS", 0.001)

    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            room, _, _ = await seated_pair(router)
            await room.act("leader", Action.INSTRUCT, "come here")
            append, failing = room.journal.append, Failing(2)

            async def stumble(*entries: object) -> None:
                await failing()
                await append(*entries)  # type: ignore[arg-type]  # as it was called

            monkeypatch.setattr(room.journal, "append", stumble)
            time.seconds += 46
            room.timers.set_alarm(0, room.check_time)
            await until(lambda: room.game.turn.word == "follower")
            assert failing.calls == 3

    asyncio.run(play())


def test_a_mistake_of_ours_while_an_agent_plays_pauses_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            monkeypatch.setattr(router.services.agents, "start", Failing(0))
            monkeypatch.setattr(router.services.agents, "ask", Failing(9))
            await router.open(OpenRoom(mode="agent", seed=42))
            (room,) = router.registry.rooms.values()
            await room.presence.connect("leader", Ear())
            await room.act("leader", Action.INSTRUCT, "come here")
            await room.act("leader", Action.DONE)
            await until(lambda: room.status == "paused")
            assert room.offers("follower")
            told = generate_latest(router.services.metrics.registry).decode()
            assert 'cerealbar_errors_total{where="agents"} 1.0' in told

    asyncio.run(play())
