"""The crew that a command asks for."""

import os

from cerealbar.crew.alone import Alone
from cerealbar.crew.processes import LocalCrew
from cerealbar.crew.work import Crew, CrewError


def open_crew(workers: int = 1, ray: str | None = None) -> Crew:
    """This process alone for one worker, so many processes, or a Ray cluster.

    0 workers are as many as this process may use cores. `ray` is the address of a cluster, `auto`
    for the one that runs on this machine, or `local` to start one here with so many workers.

    Raises:
        CrewError: there is no such cluster, or `workers` is below 0.
        MissingExtraError: Ray is not installed.
    """
    if workers < 0:
        raise CrewError(f"cannot work with {workers} workers: expected 0 or more")
    count = workers or _cores()
    if ray is not None:
        from cerealbar.crew.cluster import RayCrew  # with Ray, which need not be installed

        return RayCrew(ray, count)
    return Alone() if count == 1 else LocalCrew(count)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):  # only some systems let a process use a part of all
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
