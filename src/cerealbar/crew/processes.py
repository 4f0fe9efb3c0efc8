"""A crew of processes on this machine. One that dies costs its part, which another does again."""

import os
import pickle
import signal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Generic, Self

from cerealbar.crew.agenda import AHEAD, Agenda
from cerealbar.crew.work import Delivery, Part, Result, Value, attempt, portable

_KEPT_HANDOUTS = 4
_END_SECONDS = 5.0


@lru_cache(maxsize=_KEPT_HANDOUTS)
def _read(path: str) -> Any:  # whatever was handed out
    return pickle.loads(Path(path).read_bytes())  # noqa: S301  # the crew wrote it


@dataclass(frozen=True, slots=True)
class _Filed(Generic[Value]):
    """A value in a file, which each process reads once."""

    path: str

    @property
    def value(self) -> Value:
        found: Value = _read(self.path)
        return found


def _work(line: Connection) -> None:
    """Do parts as long as somebody asks for them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for who asks, who then ends this
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # each worker has one core
    while True:
        try:
            line.send_bytes(portable(_attempt(line.recv_bytes())))
        except (EOFError, OSError):  # nobody asks, or listens, any more
            return


def _attempt(asked: bytes) -> Delivery[Any]:
    try:
        function, part = pickle.loads(asked)  # noqa: S301  # from the process that started this
    except Exception as error:  # a module of one's own may not be found here, or raise anything
        return Delivery(error=error)
    return attempt(function, part)


class _Hand:
    """A process of the crew, and the line to it."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.line, far = context.Pipe()
        self.process: BaseProcess = context.Process(target=_work, args=(far,), daemon=True)
        self.process.start()
        far.close()  # so that the line ends with the process

    def ask(self, function: Callable[[Part], object], part: Part) -> bool:
        """Whether it could be asked for a part."""
        asked = pickle.dumps((function, part))
        try:
            self.line.send_bytes(asked)
        except OSError:
            return False
        return True

    def answer(self) -> Delivery[Any] | None:
        """What came of its part, None if it has died."""
        try:
            delivery: Delivery[Any] = pickle.loads(self.line.recv_bytes())  # noqa: S301  # ours
        except (EOFError, OSError):
            return None
        return delivery

    def end(self) -> None:
        """End it, whatever it does."""
        self.line.close()
        self.process.kill()
        self.process.join(_END_SECONDS)


class LocalCrew:
    """Some processes, started when there is something to do."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._idle: list[_Hand] = []
        self._known: set[object] = set()
        self._folder: TemporaryDirectory[str] | None = None
        self._handouts = 0

    def map(self, function: Callable[[Part], Result], parts: Iterable[Part]) -> Iterator[Result]:
        """What the function makes of each part, in the order of the parts."""
        agenda: Agenda[Part, Result] = Agenda(parts)
        if function not in self._known:
            self._known.add(function)
            agenda.begin_here(function)
        busy: dict[_Hand, int] = {}
        try:
            yield from agenda.work_off(
                lambda: self._hand_over(agenda, function, busy), lambda: self._await(agenda, busy)
            )
        finally:
            for worker in busy:  # it was interrupted
                worker.end()

    def _hand_over(
        self,
        agenda: Agenda[Part, Result],
        function: Callable[[Part], Result],
        busy: dict[_Hand, int],
    ) -> bool:
        """Give parts to workers who have none; returns whether any has one."""
        while len(busy) < self.workers:
            number = agenda.take(AHEAD * self.workers)
            if number is None:
                break
            worker = self._idle.pop() if self._idle else _Hand()
            busy[worker] = number
            if not worker.ask(function, agenda.part(number)):
                self._bury(worker, agenda, busy)
        return bool(busy)

    def _await(self, agenda: Agenda[Part, Result], busy: dict[_Hand, int]) -> None:
        """Wait until a worker has something to say, or dies."""
        lines = {worker.line: worker for worker in busy}
        for line in wait(list(lines)):
            worker = lines[line]  # type: ignore[index]  # what is waited for is what was given
            delivery = worker.answer()
            if delivery is None:
                self._bury(worker, agenda, busy)
            else:
                agenda.deliver(busy.pop(worker), delivery)
                self._idle.append(worker)

    def _bury(self, worker: _Hand, agenda: Agenda[Part, Result], busy: dict[_Hand, int]) -> None:
        worker.end()
        agenda.lose(busy.pop(worker))

    def hand_out(self, value: Value) -> _Filed[Value]:
        """The value in a file."""
        if self._folder is None:
            self._folder = TemporaryDirectory(prefix="cerealbar-crew-")
        self._handouts += 1
        path = Path(self._folder.name, str(self._handouts))
        path.write_bytes(pickle.dumps(value))
        return _Filed(str(path))

    def close(self) -> None:
        """End all processes."""
        while self._idle:
            self._idle.pop().end()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
