"""Parts done by processes of this machine."""

import pickle
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any

from cerealbar.parallel.pool import MAX_DEATHS, LostPartError, Part, Result, WorkerPool, do_part
from cerealbar.parallel.processes import Processes


def _do_packed(asked: bytes) -> Any:  # what the function returns
    return do_part(*pickle.loads(asked))  # noqa: S301  # from the process that started this


class LocalPool(WorkerPool):
    """Some processes, each of which a thread waits for."""

    def __init__(self, workers: int) -> None:
        super().__init__()
        self._count, self._stops = workers, 0
        self._threads = ThreadPoolExecutor(workers)
        self._processes = Processes()

    @property
    def workers(self) -> int:
        """How many processes there are when all are needed."""
        return self._count

    def begin(self, function: Callable[[Part], Result], part: Part) -> Callable[[], Result]:
        """Have a part done; a process that dies costs its part, which another does again."""
        asked = pickle.dumps((function, part))
        return self._threads.submit(self._do, asked, part, self._stops).result

    def _do(self, asked: bytes, part: object, stops: int) -> Any:  # what the function returns
        for _ in range(MAX_DEATHS):
            if stops < self._stops:
                raise CancelledError
            with suppress(BrokenProcessPool), self._processes.lend() as process:
                return process.submit(_do_packed, asked).result()
        raise LostPartError(part)

    def stop(self) -> None:
        """End the processes that do something."""
        self._stops += 1
        self._processes.end_busy()

    def close(self) -> None:
        """End all processes."""
        self.stop()
        self._processes.close()
        self._threads.shutdown()
