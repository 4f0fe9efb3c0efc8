"""The workers of a Ray cluster. The only file that imports Ray."""

import hashlib
import logging
import os
import platform
import socket
import zlib
from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import cerealbar
from cerealbar.parallel.pool import (
    MAX_DEATHS,
    LostPartError,
    Part,
    PoolError,
    Result,
    WorkerPool,
    do_part,
)

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # or it warns of a change to come
os.environ.setdefault("RAY_worker_niceness", "0")  # of a cluster that is started here
os.environ.setdefault("RAY_task_oom_retries", str(MAX_DEATHS - 1))  # or it tries for ever
import ray  # after what it reads
from ray import exceptions

LOCAL, AUTO = "local", "auto"
_CONNECT_SECONDS = 3.0
_STORE_BYTES = 200_000_000  # of a cluster that is started here: results are small
_DEATHS = (
    exceptions.WorkerCrashedError,
    exceptions.NodeDiedError,
    exceptions.ObjectLostError,
    exceptions.OutOfMemoryError,
)
"""What is raised in place of a result whose workers are gone, time and again."""


@cache
def versions() -> dict[str, str]:
    """What this process computes with, which must be alike on all machines of a cluster."""
    package = Path(cerealbar.__file__).parent
    source = hashlib.blake2b(digest_size=6)
    for path in sorted(package.rglob("*.py")):
        source.update(str(path.relative_to(package)).encode() + path.read_bytes())
    return {
        "Python": platform.python_version(),
        "cerealbar": cerealbar.__version__,
        "source of cerealbar": source.hexdigest(),
        "numpy": version("numpy"),
        "numba": version("numba"),
        "zlib": zlib.ZLIB_RUNTIME_VERSION,
    }


def _do_alike(wanted: dict[str, str], function: Callable[[Part], Result], part: Part) -> Result:
    """Do a part in a worker, if that computes with the versions of the process which asks."""
    for name, value in wanted.items():
        if (own := versions()[name]) != value:
            where = f"{name} is {own} on {platform.node()} and {value} where the command runs"
            raise PoolError(f"the cluster is not all alike: {where}")
    return do_part(function, part)


class RayPool(WorkerPool):
    """The workers of a Ray cluster, however many there are at a time.

    What is given up goes on until the cluster ends: cancelling tasks, Ray 2.60 at times ends the
    process that cancels (a check in task_manager.cc).
    """

    def __init__(self, address: str, workers: int) -> None:
        super().__init__()
        self._is_own = not (ray.is_initialized() and address in (AUTO, self.address))
        if self._is_own:
            _connect(address, workers)
        self._task: Any = ray.remote(num_cpus=1, max_retries=MAX_DEATHS - 1)(_do_alike)

    @property
    def workers(self) -> int:
        """How many cores the cluster has, as large as it is now."""
        return max(1, _cores())

    def begin(self, function: Callable[[Part], Result], part: Part) -> Callable[[], Result]:
        """Have a part done; Ray itself has it done again if a worker or a machine is gone."""
        return partial(_wait, self._task.remote(versions(), function, part), part)

    @property
    def address(self) -> str:
        """Where the cluster can be joined."""
        found: str = ray.get_runtime_context().gcs_address
        return found

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        if self._is_own and ray.is_initialized():
            ray.shutdown()


def _wait(ref: Any, part: object) -> Any:  # what the function returns
    try:
        return ray.get(ref)
    except exceptions.RayTaskError as error:
        raise error.cause from None
    except _DEATHS:
        raise LostPartError(part) from None
    except exceptions.RayError as error:
        told = str(error).strip().rpartition("\n")[2]  # of a traceback
        raise PoolError(f"a worker cannot do parts: {told}") from None


def _connect(address: str, workers: int) -> None:
    """Join a cluster, or start one.

    Raises:
        PoolError: there is none at the address, or it is of another kind.
    """
    how: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address == LOCAL:
        how |= {"num_cpus": workers, "include_dashboard": False, "address": LOCAL}
        how |= {"object_store_memory": _STORE_BYTES}
    else:
        how["address"] = address
        _check_reachable(address)
    try:
        ray.init(**how)
    except (exceptions.RayError, OSError, RuntimeError, ValueError) as error:
        told = " ".join(str(error).split())
        raise PoolError(
            f"cannot join the Ray cluster {address!r}: {told}; one that asks for a token needs "
            "RAY_AUTH_MODE=token and RAY_AUTH_TOKEN_PATH"
        ) from None
    if not _cores():
        ray.shutdown()
        raise PoolError(f"the Ray cluster {address!r} has no cores to work with")


def _cores() -> int:
    """How many the cluster has."""
    found: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return int(found.get("CPU", 0))


def _check_reachable(address: str) -> None:
    """See that somebody listens; Ray itself would try for long.

    Raises:
        PoolError: nobody does, or it is no address.
    """
    if address == AUTO:
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal() or int(port) >= 2**16:
        raise PoolError(
            f"{address!r} is no Ray cluster: expected HOST:PORT, ray://HOST:PORT, auto or local"
        )
    try:
        socket.create_connection((host, int(port)), _CONNECT_SECONDS).close()
    except OSError as error:
        reason = error.strerror or "no answer"
        raise PoolError(f"no Ray cluster can be reached at {address}: {reason}") from None
