"""Processes of this machine, each lent to one who has something done in it, and a pool of them.

Each is an executor of the standard library with a single process: of one with several, all are
given up when one dies.
"""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from threading import Lock, Thread

from cerealbar.parallel.pool import MAX_DEATHS, LostPartError, Part, Result, WorkerPool, do_part

_starting = Lock()


class Processes:
    """Processes that are started when one is needed, and used again."""

    def __init__(self) -> None:
        self._idle: list[ProcessPoolExecutor] = []
        self._busy: set[ProcessPoolExecutor] = set()
        self._lock = Lock()
        self._is_open = True

    @contextmanager
    def lend(self) -> Iterator[ProcessPoolExecutor]:
        """A process that does nothing else; it is ended if what it does is given up.

        Raises:
            CancelledError: no more are to be had.
        """
        with self._lock:
            if not self._is_open:
                raise CancelledError
            process = self._idle.pop() if self._idle else _start()
            self._busy.add(process)
        try:
            yield process
        except BaseException as error:
            is_given_up = isinstance(error, BrokenProcessPool | CancelledError | TimeoutError)
            if is_given_up or not isinstance(error, Exception):
                with self._lock:
                    self._busy.discard(process)
                    _kill(process)
            raise
        finally:
            with self._lock:
                if process in self._busy:
                    self._busy.remove(process)
                    self._idle.append(process)

    def end_busy(self) -> None:
        """End those that do something: whoever waits for that meets a BrokenProcessPool."""
        with self._lock:
            while self._busy:
                _kill(self._busy.pop())

    def close(self) -> None:
        """End all."""
        self._is_open = False
        self.end_busy()
        with self._lock:
            while self._idle:
                _kill(self._idle.pop())


class LocalPool(WorkerPool):
    """Some processes, each of which a thread waits for."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self._stops = 0
        self._threads = ThreadPoolExecutor(workers)
        self._processes = Processes()

    def begin(self, function: Callable[[Part], Result], part: Part) -> Callable[[], Result]:
        """Have a part done; a process that dies costs its part, which another does again."""
        return self._threads.submit(self._do, function, part, self._stops).result

    def _do(self, function: Callable[[Part], Result], part: Part, stops: int) -> Result:
        for _ in range(MAX_DEATHS):
            if stops < self._stops:
                raise CancelledError
            with suppress(BrokenProcessPool), self._processes.lend() as process:
                return process.submit(do_part, function, part).result()
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


def _start() -> ProcessPoolExecutor:
    """A process that ends with this one, and computes in one thread, unless the environment says
    else.

    Libraries read the environment when they are loaded, which is before the initializer is.
    """
    process = ProcessPoolExecutor(1, get_context("spawn"), initializer=_begin)
    with _starting:
        is_told = "OMP_NUM_THREADS" in os.environ
        os.environ.setdefault("OMP_NUM_THREADS", "1")
        process.submit(int)  # it starts when it is first asked
        if not is_told:
            del os.environ["OMP_NUM_THREADS"]
    return process


def _kill(process: ProcessPoolExecutor) -> None:
    """End a process, whatever it does."""
    running = list((process._processes or {}).values())  # Python 3.14 has `kill_workers`
    process.shutdown(wait=False, cancel_futures=True)
    for each in running:
        each.kill()


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for who asks, who then ends this
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
