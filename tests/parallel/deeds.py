"""Functions that workers find by name."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np  # noqa: F401  # it brings such a library
from threadpoolctl import threadpool_info


@dataclass(frozen=True)
class Errand:
    """A part with a folder to leave traces in."""

    folder: str
    number: int

    def __str__(self) -> str:
        return f"errand {self.number}"

    def leave_trace(self) -> int:
        """How often the errand was begun, this time included."""
        path = Path(self.folder, str(self.number))
        with path.open("a") as file:
            file.write(f"{os.getpid()}\n")
        return len(path.read_text().splitlines())


class OddError(Exception):
    """One that cannot be pickled and read again."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def square(errand: Errand) -> int:
    errand.leave_trace()
    return errand.number**2


def leave(errand: Errand) -> int:
    """One that only one test knows."""
    return errand.leave_trace()


def die_once(errand: Errand) -> int:
    """Every third errand kills its worker, at the first try."""
    if errand.leave_trace() == 1 and errand.number % 3 == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return errand.number


def die(errand: Errand) -> int:
    if errand.number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return errand.number


def fail(errand: Errand) -> int:
    if errand.number == 3:
        raise KeyError("nothing here")
    if errand.number == 4:
        raise OddError(1, 2)
    return errand.number


def stay(errand: Errand) -> None:
    """All but the first never end."""
    errand.leave_trace()
    while errand.number:
        time.sleep(0.01)


def threads(_: str) -> set[int]:
    """How many threads each library of this process multiplies matrices in."""
    return {library["num_threads"] for library in threadpool_info()}
