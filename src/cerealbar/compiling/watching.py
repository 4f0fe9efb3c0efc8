"""How far compiling is: told to whoever shows it, and else on standard error when it takes long."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from numba.core import event

from cerealbar.compiling.sources import reach

NOTICE = "compiling the rules, once for this machine"
PATIENCE_SECONDS = 1.0
"""How long compiling may take in silence."""
_COMPILE = "numba:compile"
_WIDTH = 20


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
    """Says that something is compiled, with a bar on a terminal and in a notebook, when it takes
    longer than anyone would wait in silence."""

    def __init__(self, now: Callable[[], float], stream: Callable[[], TextIO]) -> None:
        self._now, self._stream = now, stream
        self.counters: list[Callable[[Any], None]] = []
        """Whoever shows it instead, told of each function that was compiled."""
        self._depth = 0
        self._spent = self._began = 0.0
        self._done = self._total = 0
        self._shown = ""
        self._has_said = False

    def on_start(self, happened: Any) -> None:
        """A function is compiled, for Python or as a part of the one before."""
        dispatcher = happened.data["dispatcher"]
        if not _is_ours(dispatcher):
            return
        if not self._depth:
            self._began = self._now()
            self._done, self._total = 0, len(reach(dispatcher))
        self._depth += 1
        self._show()

    def on_end(self, happened: Any) -> None:
        """A function is compiled."""
        dispatcher = happened.data["dispatcher"]
        if not _is_ours(dispatcher):
            return
        for count in self.counters:
            count(dispatcher)
        self._depth -= 1
        self._done += 1
        if self._depth:
            self._show()
        else:
            self._spent += self._now() - self._began
            self._clear()

    def _show(self) -> None:
        seconds = self._spent + self._now() - self._began
        if self.counters or seconds < PATIENCE_SECONDS or _is_pooled():
            return
        stream = self._stream()
        if stream.isatty() or "ipykernel" in sys.modules:
            full = _WIDTH * self._done // self._total
            bar = "#" * full + "." * (_WIDTH - full)
            self._write(stream, f"{NOTICE} [{bar}] {self._done} of {self._total}")
        elif not self._has_said:
            print(NOTICE, file=stream, flush=True)
        self._has_said = True

    def _clear(self) -> None:
        if self._shown:
            self._write(self._stream(), "")

    def _write(self, stream: TextIO, line: str) -> None:
        print(f"\r{line:{len(self._shown)}}", end="" if line else "\r", file=stream, flush=True)
        self._shown = line


def _is_ours(dispatcher: Any) -> bool:
    return str(dispatcher.py_func.__module__).startswith("cerealbar.")


def _is_pooled() -> bool:
    """Whether this is a process of a pool, whose parent says what is done."""
    processes = sys.modules.get("multiprocessing.process")
    return processes is not None and processes.parent_process() is not None


_notice = Notice(time.perf_counter, lambda: sys.stderr)
event.register(_COMPILE, _notice)
