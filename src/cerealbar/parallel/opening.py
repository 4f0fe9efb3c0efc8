"""The pool that a command asks for."""

import os

from cerealbar.parallel.local import LocalPool
from cerealbar.parallel.pool import PoolError, WorkerPool


def open_pool(workers: int = 1, ray: str | None = None) -> WorkerPool:
    """This process alone for one worker, so many processes, or a Ray cluster.

    0 workers are as many as this process may use cores. `ray` is the address of a cluster, `auto`
    for the one that runs on this machine, or `local` to start one here with so many workers.

    Raises:
        PoolError: there is no such cluster, or `workers` is below 0.
        MissingExtraError: Ray is not installed.
    """
    if workers < 0:
        raise PoolError(f"cannot work with {workers} workers: expected 0 or more")
    count = workers or _cores()
    if ray is not None:
        from cerealbar.parallel.cluster import RayPool  # with Ray, which need not be installed

        return RayPool(ray, count)
    return WorkerPool() if count == 1 else LocalPool(count)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):  # only some systems let a process use a part of all
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
