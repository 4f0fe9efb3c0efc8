"""What every pool promises."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cerealbar.parallel import LostPartError, PoolError, WorkerPool
from cerealbar.parallel.pool import AHEAD, MAX_DEATHS
from tests.parallel.deeds import Errand, OddError, die, die_once, fail, leave, square

POOLS = ("alone", "local", "ray")


def errands(folder: Path, count: int) -> list[Errand]:
    return [Errand(str(folder), number) for number in range(count)]


def tries(folder: Path, number: int) -> int:
    return len((folder / str(number)).read_text().splitlines())


@pytest.mark.parametrize("name", POOLS)
def test_every_part_is_done_once_and_results_come_in_order(
    pools: dict[str, WorkerPool], name: str, tmp_path: Path
) -> None:
    found = list(pools[name].map(square, errands(tmp_path, 20)))
    assert found == [number**2 for number in range(20)]
    assert all(tries(tmp_path, number) == 1 for number in range(20))
    assert list(pools[name].map(square, [])) == []


@pytest.mark.parametrize("name", POOLS)
def test_the_first_part_is_done_here_and_the_others_are_by_workers(
    pools: dict[str, WorkerPool], name: str, tmp_path: Path
) -> None:
    for folder, is_new in ((tmp_path / "new", True), (tmp_path / "known", False)):
        folder.mkdir()
        list(pools[name].map(leave, errands(folder, 6)))
        is_here = [(folder / str(n)).read_text() == f"{os.getpid()}\n" for n in range(6)]
        assert is_here == [is_new or name == "alone", *[name == "alone"] * 5]


@pytest.mark.parametrize("name", POOLS)
def test_no_more_parts_are_asked_for_than_can_be_under_way(
    pools: dict[str, WorkerPool], name: str, tmp_path: Path
) -> None:
    asked: list[int] = []

    def coming() -> Iterator[Errand]:
        for errand in errands(tmp_path, 1000):
            asked.append(errand.number)
            yield errand

    results = pools[name].map(square, coming())
    for taken in range(1, 30):
        next(results)
        assert len(asked) <= taken + 2 * AHEAD
    results.close()  # type: ignore[attr-defined]  # all pools' are generators
    assert list(pools[name].map(square, errands(tmp_path, 3))) == [0, 1, 4]


@pytest.mark.parametrize("name", POOLS)
def test_an_error_in_a_part_comes_in_its_place_and_names_it(
    pools: dict[str, WorkerPool], name: str, tmp_path: Path
) -> None:
    results = pools[name].map(fail, errands(tmp_path, 9))
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(KeyError, match="nothing here") as met:
        next(results)
    assert met.value.__notes__ == ["in part 3: errand 3"]
    odd = pools[name].map(fail, [Errand(str(tmp_path), 4)])
    with pytest.raises((OddError, PoolError), match="1 and 2"):
        next(odd)


@pytest.mark.parametrize("name", POOLS[1:])
def test_a_killed_worker_costs_its_part_alone(
    pools: dict[str, WorkerPool], name: str, tmp_path: Path
) -> None:
    assert list(pools[name].map(die_once, errands(tmp_path, 8))) == list(range(8))
    assert [tries(tmp_path, number) for number in range(8)] == [1, 2, 1, 1, 2, 1, 1, 2]


@pytest.mark.parametrize("name", POOLS[1:])
def test_a_part_that_kills_every_worker_is_named(
    pools: dict[str, WorkerPool], name: str, tmp_path: Path
) -> None:
    results = pools[name].map(die, errands(tmp_path, 9))
    assert [next(results) for _ in range(2)] == [0, 1]
    with pytest.raises(LostPartError, match=rf"errand 2.*{MAX_DEATHS} workers died"):
        next(results)


def command(path: Path, body: str) -> tuple[list[str], dict[str, str]]:
    """A command that has a pool of one process, and an environment that names no threads."""
    path.write_text(
        "import os\n"
        "from cerealbar.parallel import LocalPool\n"
        "from tests.parallel.deeds import Errand, stay, threads\n"
        "if __name__ == '__main__':\n"
        f"    with LocalPool(1) as pool:\n        {body}\n"
    )
    environment = {key: value for key, value in os.environ.items() if "NUM_THREADS" not in key}
    return [sys.executable, str(path)], environment | {"PYTHONPATH": "src:."}


def test_workers_compute_in_one_thread_though_numpy_is_loaded_before_their_first_part(
    tmp_path: Path,
) -> None:
    body = "print(list(pool.map(threads, 'ab'))[1], 'OMP_NUM_THREADS' in os.environ)"
    asked, environment = command(tmp_path / "command.py", body)
    done = subprocess.run(asked, check=True, capture_output=True, text=True, env=environment)
    assert done.stdout == "{1} False\n"


def test_workers_end_with_who_asks_even_in_the_middle_of_a_part(tmp_path: Path) -> None:
    body = f"list(pool.map(stay, [Errand({str(tmp_path)!r}, number) for number in range(2)]))"
    asked, environment = command(tmp_path / "command.py", body)
    begun = tmp_path / "1"
    with subprocess.Popen(asked, env=environment) as asking:
        while not begun.exists() or not (worker := begun.read_text().strip()):
            assert asking.poll() is None
            time.sleep(0.01)
        asking.kill()
    while Path("/proc", worker).exists():
        time.sleep(0.01)
