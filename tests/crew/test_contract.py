"""What every crew promises."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from cerealbar.crew import Crew, CrewError, LostPartError
from cerealbar.crew.agenda import AHEAD, MAX_DEATHS
from tests.crew.deeds import Errand, OddError, add, die, die_once, fail, leave, square

CREWS = ("alone", "local", "ray")


def errands(folder: Path, count: int) -> list[Errand]:
    return [Errand(str(folder), number) for number in range(count)]


def tries(folder: Path, number: int) -> int:
    return len((folder / str(number)).read_text().splitlines())


@pytest.mark.parametrize("name", CREWS)
def test_every_part_is_done_once_and_results_come_in_order(
    crews: dict[str, Crew], name: str, tmp_path: Path
) -> None:
    found = list(crews[name].map(square, errands(tmp_path, 20)))
    assert found == [number**2 for number in range(20)]
    assert all(tries(tmp_path, number) == 1 for number in range(20))
    assert list(crews[name].map(square, [])) == []


@pytest.mark.parametrize("name", CREWS)
def test_the_first_part_is_done_here_and_the_others_are_by_workers(
    crews: dict[str, Crew], name: str, tmp_path: Path
) -> None:
    for folder, is_new in ((tmp_path / "new", True), (tmp_path / "known", False)):
        folder.mkdir()
        list(crews[name].map(leave, errands(folder, 6)))
        is_here = [(folder / str(n)).read_text() == f"{os.getpid()}\n" for n in range(6)]
        assert is_here == [is_new or name == "alone", *[name == "alone"] * 5]


@pytest.mark.parametrize("name", CREWS)
def test_no_more_parts_are_asked_for_than_can_be_under_way(
    crews: dict[str, Crew], name: str, tmp_path: Path
) -> None:
    asked: list[int] = []

    def coming() -> Iterator[Errand]:
        for errand in errands(tmp_path, 1000):
            asked.append(errand.number)
            yield errand

    results = crews[name].map(square, coming())
    for taken in range(1, 30):
        next(results)
        assert len(asked) <= taken + 2 * AHEAD
    results.close()  # type: ignore[attr-defined]  # all crews' are generators
    assert list(crews[name].map(square, errands(tmp_path, 3))) == [0, 1, 4]


@pytest.mark.parametrize("name", CREWS)
def test_an_error_in_a_part_comes_in_its_place_and_names_it(
    crews: dict[str, Crew], name: str, tmp_path: Path
) -> None:
    results = crews[name].map(fail, errands(tmp_path, 9))
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(KeyError, match="nothing here") as met:
        next(results)
    assert met.value.__notes__ == ["in part 3: errand 3"]
    odd = crews[name].map(fail, [Errand(str(tmp_path), 4)])
    with pytest.raises((OddError, CrewError), match="1 and 2"):
        next(odd)


@pytest.mark.parametrize("name", CREWS[1:])
def test_a_killed_worker_costs_its_part_alone(
    crews: dict[str, Crew], name: str, tmp_path: Path
) -> None:
    assert list(crews[name].map(die_once, errands(tmp_path, 8))) == list(range(8))
    assert [tries(tmp_path, number) for number in range(8)] == [1, 2, 1, 1, 2, 1, 1, 2]


@pytest.mark.parametrize("name", CREWS[1:])
def test_a_part_that_kills_every_worker_is_named(
    crews: dict[str, Crew], name: str, tmp_path: Path
) -> None:
    results = crews[name].map(die, errands(tmp_path, 9))
    assert [next(results) for _ in range(2)] == [0, 1]
    with pytest.raises(LostPartError, match=rf"errand 2.*{MAX_DEATHS} workers died"):
        next(results)


@pytest.mark.parametrize("name", CREWS)
def test_what_is_handed_out_is_there_in_every_part(crews: dict[str, Crew], name: str) -> None:
    for values in ([1, 2, 3], [10, 20]):
        handout = crews[name].hand_out(values)
        found = list(crews[name].map(add, [(handout, number) for number in range(3)]))
        assert found == [sum(values) + number for number in range(3)]
