"""What is told of compiling: each function to whoever shows it, and else that it takes long."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from numba.core import event

NOTICE = "compiling the rules, once for this machine"
PATIENCE_SECONDS = 1.0
"""How long compiling may take in silence."""


@contextmanager
def counting_compiled(tell: Callable[[int], None]) -> Iterator[None]:
    """Within, `tell` hears how many of our functions were compiled, each time there is one more.

    What comes from the cache on disk is not compiled, and not told. Nothing else is written of it.
    """
    seen: set[Any] = set()

    def count(dispatcher: Any) -> None:
        if dispatcher not in seen:
            seen.add(dispatcher)
            tell(len(seen))

    _notice.counters.append(count)
    try:
        yield
    finally:
        _notice.counters.remove(count)


class Notice(event.Listener):  # type: ignore[misc]  # numba has no types
    """Says once that something is compiled, when that takes longer than anyone would wait in
    silence."""

    def __init__(self, now: Callable[[], float], stream: Callable[[], TextIO]) -> None:
        self._now, self._stream = now, stream
        self.counters: list[Callable[[Any], None]] = []
        """Whoever shows it instead, told of each function that was compiled."""
        self._depth = 0
        self._spent = self._began = 0.0
        self._has_said = False

    def on_start(self, happened: Any) -> None:
        """A function is compiled, for Python or as a part of the one before."""
        if not _is_ours(happened.data["dispatcher"]):
            return
        if not self._depth:
            self._began = self._now()
        self._depth += 1
        seconds = self._spent + self._now() - self._began
        if seconds >= PATIENCE_SECONDS and not (self._has_said or self.counters or _is_pooled()):
            self._has_said = True
            print(NOTICE, file=self._stream(), flush=True)

    def on_end(self, happened: Any) -> None:
        """A function is compiled."""
        dispatcher = happened.data["dispatcher"]
        if not _is_ours(dispatcher):
            return
        for count in self.counters:
            count(dispatcher)
        self._depth -= 1
        if not self._depth:
            self._spent += self._now() - self._began


def _is_ours(dispatcher: Any) -> bool:
    return str(dispatcher.py_func.__module__).startswith("cerealbar.")


def _is_pooled() -> bool:
    """Whether this is a process of a pool, whose parent says what is done."""
    processes = sys.modules.get("multiprocessing.process")
    return processes is not None and processes.parent_process() is not None


_notice = Notice(time.perf_counter, lambda: sys.stderr)
event.register("numba:compile", _notice)
