"""A crew of a Ray cluster's workers. The only file that imports Ray."""

import logging
import os
import pickle
import socket
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, Self

from cerealbar.crew.agenda import AHEAD, Agenda
from cerealbar.crew.likeness import find_difference, traits
from cerealbar.crew.work import (
    CrewError,
    Delivery,
    Part,
    Result,
    Value,
    attempt,
    portable,
)

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # or it warns of a change to come
os.environ.setdefault("RAY_worker_niceness", "0")  # of a cluster that is started here
import ray  # after what it reads
from ray import exceptions

LOCAL, AUTO = "local", "auto"
_CONNECT_SECONDS = 3.0
_STORE_BYTES = 200_000_000  # of a cluster that is started here: results are small
_KEPT_HANDOUTS = 4
_DEATHS = (
    exceptions.WorkerCrashedError,
    exceptions.NodeDiedError,
    exceptions.ObjectLostError,
    exceptions.OutOfMemoryError,
)
"""What is raised in place of a result whose worker is gone."""


@lru_cache(maxsize=_KEPT_HANDOUTS)
def _fetch(ref: Any) -> Any:  # whatever was handed out
    return ray.get(ref)


@dataclass(frozen=True, slots=True)
class _Stored(Generic[Value]):
    """A value in the cluster's object store, which each process fetches once."""

    ref: Any

    @property
    def value(self) -> Value:
        found: Value = _fetch(self.ref)
        return found


def _attempt(wanted: dict[str, str], function: Callable[[Part], object], part: Part) -> bytes:
    """Do a part in a worker, if that is like the process which asks."""
    if (difference := find_difference(wanted)) is not None:
        return portable(Delivery(error=CrewError(f"the cluster is not all alike: {difference}")))
    return portable(attempt(function, part))


class RayCrew:
    """The workers of a Ray cluster, however many there are at a time."""

    def __init__(self, address: str, workers: int) -> None:
        self._is_own = not _is_connected(address)
        if self._is_own:
            _connect(address, workers)
        self._attempt: Any = ray.remote(num_cpus=1, max_retries=0)(_attempt)
        self._known: set[object] = set()

    def map(self, function: Callable[[Part], Result], parts: Iterable[Part]) -> Iterator[Result]:
        """What the function makes of each part, in the order of the parts."""
        agenda: Agenda[Part, Result] = Agenda(parts)
        if function not in self._known:
            self._known.add(function)
            agenda.begin_here(function)
        busy: dict[Any, int] = {}
        # Who is interrupted leaves at most what is under way, which ends with the crew: cancelling
        # tasks, Ray 2.60 at times ends the process that cancels (a check in task_manager.cc).
        yield from agenda.work_off(
            lambda: self._hand_over(agenda, function, busy), lambda: self._await(agenda, busy)
        )

    def _hand_over(
        self,
        agenda: Agenda[Part, Result],
        function: Callable[[Part], Result],
        busy: dict[Any, int],
    ) -> bool:
        """Ask for as many parts as the cluster, as large as it is now, is to have at a time."""
        most = AHEAD * max(1, _cores())
        while (number := agenda.take(most)) is not None:
            busy[self._attempt.remote(traits(), function, agenda.part(number))] = number
        return bool(busy)

    def _await(self, agenda: Agenda[Part, Result], busy: dict[Any, int]) -> None:
        """Wait until a part is done, or its worker is gone."""
        (ref, *_), _ = ray.wait(list(busy))
        number = busy.pop(ref)
        try:
            delivery: Delivery[Result] = pickle.loads(ray.get(ref))  # noqa: S301  # our workers'
        except _DEATHS:
            agenda.lose(number)
        except exceptions.RayError as error:
            problem = CrewError(f"a worker cannot do parts: {_last_line(error)}")
            agenda.deliver(number, Delivery(error=problem))
        else:
            agenda.deliver(number, delivery)

    def hand_out(self, value: Value) -> _Stored[Value]:
        """The value in the cluster's object store."""
        return _Stored(ray.put(value))

    @property
    def address(self) -> str:
        """Where the cluster can be joined."""
        found: str = ray.get_runtime_context().gcs_address
        return found

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        if self._is_own and ray.is_initialized():
            ray.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _is_connected(address: str) -> bool:
    """Whether this process is in that cluster already."""
    return ray.is_initialized() and address in (AUTO, ray.get_runtime_context().gcs_address)


def _connect(address: str, workers: int) -> None:
    """Join a cluster, or start one.

    Raises:
        CrewError: there is none at the address, or it is of another kind.
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
        raise CrewError(
            f"cannot join the Ray cluster {address!r}: {_line(error)}; one that asks for a token "
            "needs RAY_AUTH_MODE=token and RAY_AUTH_TOKEN_PATH"
        ) from None
    if not _cores():
        ray.shutdown()
        raise CrewError(f"the Ray cluster {address!r} has no cores to work with")


def _cores() -> int:
    """How many the cluster has."""
    found: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return int(found.get("CPU", 0))


def _check_reachable(address: str) -> None:
    """See that somebody listens; Ray itself would try for long.

    Raises:
        CrewError: nobody does, or it is no address.
    """
    if address == AUTO:
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal() or int(port) >= 2**16:
        raise CrewError(
            f"{address!r} is no Ray cluster: expected HOST:PORT, ray://HOST:PORT, auto or local"
        )
    try:
        socket.create_connection((host, int(port)), _CONNECT_SECONDS).close()
    except OSError as error:
        reason = error.strerror or "no answer"
        raise CrewError(f"no Ray cluster can be reached at {address}: {reason}") from None


def _line(error: BaseException) -> str:
    return " ".join(str(error).split())


def _last_line(error: BaseException) -> str:
    """The line of a worker's traceback that says what was wrong."""
    return (str(error).strip().splitlines() or [type(error).__name__])[-1]
