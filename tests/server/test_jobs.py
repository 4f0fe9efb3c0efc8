import asyncio
import os
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import HTTPException

from cerealbar.server.jobs import JobPool
from tests.server.costly import BRIEFLY, ENDING, FAILING, FOREVER, HASTY, PID, WAITING, leave

PATIENCE = 300.0
"""Seconds after which a test fails; other programs may keep the machine busy."""

Scene = Callable[[JobPool], Coroutine[Any, Any, None]]


def play(scene: Scene, *, processes: int = 2, most: int = 4, most_of_address: int = 2) -> None:
    async def run() -> None:
        jobs = JobPool(processes, most, most_of_address)
        try:
            await asyncio.wait_for(scene(jobs), PATIENCE)
        finally:
            await jobs.close()

    asyncio.run(run())


async def until_there(note: Path) -> str:
    while not note.exists():
        await asyncio.sleep(0.01)
    return note.read_text()


async def until_gone(pid: int) -> None:
    while Path(f"/proc/{pid}/cmdline").exists() and Path(f"/proc/{pid}/cmdline").read_bytes():
        await asyncio.sleep(0.01)


async def refusal(coroutine: Coroutine[Any, Any, Any]) -> int:
    with pytest.raises(HTTPException) as raised:
        await coroutine
    return raised.value.status_code


def test_work_is_done_in_another_process_which_is_used_again() -> None:
    async def scene(jobs: JobPool) -> None:
        first, second = await jobs.do(PID), await jobs.serve("10.0.0.1", PID)
        assert first == second != os.getpid()

    play(scene)


def test_the_process_of_work_that_takes_too_long_is_killed(tmp_path: Path) -> None:
    async def scene(jobs: JobPool) -> None:
        pid = await jobs.serve("10.0.0.1", PID)
        assert await refusal(jobs.serve("10.0.0.1", BRIEFLY, str(tmp_path / "pid"))) == 503
        await until_gone(pid)
        assert await jobs.serve("10.0.0.1", PID) != pid

    play(scene)


def test_the_time_to_get_ready_is_not_that_of_the_work() -> None:
    async def scene(jobs: JobPool) -> None:
        assert await jobs.do(HASTY) == ["ready"]
        assert await jobs.do(HASTY) == ["ready"]

    play(scene)


def test_a_process_can_be_ready_before_anyone_asks() -> None:
    async def scene(jobs: JobPool) -> None:
        await jobs.get_ready(HASTY)
        assert await jobs.do(HASTY) == ["ready"]

    play(scene)


def test_what_goes_wrong_in_a_process_is_told_here() -> None:
    async def scene(jobs: JobPool) -> None:
        with pytest.raises(LookupError, match="nothing is there"):
            await jobs.do(FAILING)
        assert await refusal(jobs.do(ENDING)) == 503
        assert await jobs.do(PID)

    play(scene)


def test_an_address_may_have_so_much_under_way_and_all_together_so_much(tmp_path: Path) -> None:
    async def scene(jobs: JobPool) -> None:
        note = tmp_path / "go"
        under_way = [
            asyncio.create_task(jobs.serve(address, WAITING, str(note)))
            for address in ("10.0.0.1", "10.0.0.1", "10.0.0.2", "10.0.0.3")
        ]
        await asyncio.sleep(0)
        assert await refusal(jobs.serve("10.0.0.4", PID)) == 429
        under_way.pop().cancel()
        await asyncio.sleep(0)
        assert await refusal(jobs.serve("10.0.0.1", PID)) == 429
        leave(note, "now")
        assert await asyncio.gather(*under_way) == ["now"] * 3
        assert await jobs.serve("10.0.0.1", PID)

    play(scene)


def test_visitors_leave_a_process_to_admins(tmp_path: Path) -> None:
    async def scene(jobs: JobPool) -> None:
        note = tmp_path / "go"
        visits = [
            asyncio.create_task(jobs.serve(address, WAITING, str(note)))
            for address in ("10.0.0.1", "10.0.0.2", "10.0.0.3")
        ]
        await asyncio.sleep(0)
        assert await jobs.do(PID)
        leave(note, "now")
        assert await asyncio.gather(*visits) == ["now"] * 3

    play(scene)


def test_closing_stops_what_runs_and_tells_whoever_waits(tmp_path: Path) -> None:
    async def scene(jobs: JobPool) -> None:
        note = tmp_path / "pid"
        running = asyncio.create_task(refusal(jobs.serve("10.0.0.1", FOREVER, str(note))))
        waiting = asyncio.create_task(refusal(jobs.serve("10.0.0.2", PID)))
        pid = int(await until_there(note))
        await jobs.close()
        assert list(await asyncio.gather(running, waiting)) == [503, 503]
        await until_gone(pid)
        assert await refusal(jobs.do(PID)) == 503

    play(scene)


def test_closing_does_not_wait_for_a_process_that_starts() -> None:
    async def scene(jobs: JobPool) -> None:
        for _ in range(3):
            starting = asyncio.create_task(refusal(jobs.serve("10.0.0.1", PID)))
            await asyncio.sleep(0.01)
            await jobs.close()
            assert await starting == 503

    play(scene)


def test_a_process_ends_with_the_request_that_nobody_waits_for(tmp_path: Path) -> None:
    async def scene(jobs: JobPool) -> None:
        note = tmp_path / "pid"
        running = asyncio.create_task(jobs.serve("10.0.0.1", FOREVER, str(note)))
        pid = int(await until_there(note))
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        await until_gone(pid)

    play(scene)
