"""A pool of workers: every part is done, and results come in the order of the parts.

A part is any value that can be pickled and whose `str` names it to people. Parts must follow from
the data alone, never from how many workers there are: then so do the results.
"""

import os
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Self, TypeVar

from cerealbar.game import CerealBarError

Part = TypeVar("Part")
Result = TypeVar("Result")

MAX_DEATHS = 3
"""How many workers may die of a part."""
AHEAD = 4
"""How many parts are asked for at a time, for each worker."""


class PoolError(CerealBarError, RuntimeError):
    """Workers that cannot be had, or cannot work."""


class LostPartError(PoolError):
    """A part whose workers died time and again."""

    def __init__(self, part: object) -> None:
        super().__init__(f"{part} cannot be done: {MAX_DEATHS} workers died while they did it")


class WorkerPool:
    """Does parts of one piece of work at a time: in this process, or where a subclass has them."""

    def __init__(self, workers: int = 0) -> None:
        self._workers, self._known = workers, set[object]()

    @property
    def workers(self) -> int:
        """How many there are now beside this process."""
        return self._workers

    def map(self, function: Callable[[Part], Result], parts: Iterable[Part]) -> Iterator[Result]:
        """What the function makes of each part, in the order of the parts.

        Only some parts at a time are asked for, under way, or done and not yet taken. The first
        part of a function that the pool does not know is done here, so that it can be told what is
        compiled for it, and workers find that in the cache. The function is one of a module, so
        that it can be found by name. An error that it raises is raised here in its part's place,
        with a note that names the part.

        Raises:
            LostPartError: a part's workers died time and again.
        """
        begun: deque[tuple[str, Callable[[], Result]]] = deque()
        try:
            for number, part in enumerate(parts):
                is_known = function in self._known
                self._known.add(function)
                wait = self.begin(function, part) if is_known else partial(function, part)
                begun.append((f"in part {number}: {part}", wait))
                if not is_known or len(begun) >= AHEAD * self.workers:
                    yield _take_first(begun)
            while begun:
                yield _take_first(begun)
        finally:
            if begun:  # a part failed, or whoever asked does not go on
                self.stop()

    def begin(self, function: Callable[[Part], Result], part: Part) -> Callable[[], Result]:
        """Have a part done, again if its worker dies; returns what waits for its result."""
        return partial(function, part)

    def stop(self) -> None:
        """Give up what is under way."""

    def close(self) -> None:
        """Let all workers go."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _take_first(begun: deque[tuple[str, Callable[[], Result]]]) -> Result:
    note, wait = begun[0]
    try:
        result = wait()
    except Exception as error:
        error.add_note(note)
        raise
    begun.popleft()
    return result


def do_part(function: Callable[[Part], Result], part: Part) -> Result:
    """What a worker does; an error that cannot be sent is told in words."""
    try:
        return function(part)
    except Exception as error:  # whatever it is, it belongs to who asked for the part
        try:
            pickle.loads(pickle.dumps(error))  # noqa: S301  # what is made in this line
        except Exception:  # pickling runs code of others
            raise PoolError(f"{type(error).__name__}: {error}") from None
        raise


def stretches(first: int, end: int, size: int) -> Iterator[range]:
    """The numbers from `first` to `end` - 1 in ranges of a size, after one of a single number.

    With that whatever is to be compiled is compiled, before the others are begun.
    """
    begin = first
    while begin < end:
        after = min(begin + (1 if begin == first else size), end)
        yield range(begin, after)
        begin = after


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
    from cerealbar.parallel.processes import LocalPool  # which is made of this class

    return WorkerPool() if count == 1 else LocalPool(count)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):  # only some systems let a process use a part of all
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
