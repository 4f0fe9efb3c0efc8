"""A process that does costly work: calls come on standard input, what comes of them goes back.

AnyIO's worker processes would do, but one that is given up while it starts is never killed, and the
server then waits for it when it stops.
"""

import asyncio
import contextlib
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from typing import Any, TypeVar

_HEADER_BYTES = 8
_NICENESS = 10
_MODULE = __name__  # the child's own is __main__

Made = TypeVar("Made")


class WorkerEndedError(RuntimeError):
    """The process ended in the middle of a call."""


class Worker:
    """One such process; it makes one call at a time, and is of no use after one was given up."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._is_killed = False

    @classmethod
    async def start(cls) -> "Worker":
        """A new one."""
        command = (sys.executable, "-m", _MODULE)
        return cls(await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE))

    @property
    def is_alive(self) -> bool:
        """Whether it can be called."""
        return self._process.returncode is None and not self._is_killed

    async def call(self, run: Callable[[], Made]) -> Made:
        """What a function, which the process imports by name, returns there.

        Raises:
            WorkerEndedError: the process ended.
            Exception: whatever the function raises.
        """
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        try:
            stdin.write(pickle.dumps(run))
            await stdin.drain()
            length = int.from_bytes(await stdout.readexactly(_HEADER_BYTES), "big")
            answer = await stdout.readexactly(length)
            is_made, made = pickle.loads(answer)  # noqa: S301  # from our own process
        except (asyncio.IncompleteReadError, ConnectionError):
            raise WorkerEndedError("the process ended in the middle of a call") from None
        if is_made:
            return made  # type: ignore[no-any-return]  # what the function returned
        raise made

    def kill(self) -> None:
        """End it, whatever it does."""
        self._is_killed = True
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def ended(self) -> None:
        """Return when it has ended."""
        await self._process.wait()


def main() -> None:
    """Make the calls that come, until there are no more; what they print goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when this process ends
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    is_new = True
    while True:
        try:
            run = pickle.load(sys.stdin.buffer)  # noqa: S301  # from the server itself
        except EOFError:
            return
        answer = _pickled(_made(run))
        answers.write(len(answer).to_bytes(_HEADER_BYTES, "big") + answer)
        answers.flush()
        if is_new:  # the first call gets the process ready, for which people wait
            os.nice(_NICENESS)  # games come first
            is_new = False


def _made(run: Callable[[], object]) -> tuple[bool, Any]:
    try:
        return True, run()
    except Exception as error:  # whoever asked is told
        return False, error


def _pickled(answer: tuple[bool, Any]) -> bytes:
    try:
        return pickle.dumps(answer)
    except Exception as error:  # of a type that cannot be sent
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


if __name__ == "__main__":
    main()
