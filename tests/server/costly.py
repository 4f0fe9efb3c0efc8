"""Work for the jobs's processes, which import it by name."""

import os
import time
from pathlib import Path

from cerealbar.server.jobs import Job


def pid() -> int:
    return os.getpid()


def run_forever(note: str) -> None:
    """Compute on, after telling which process does."""
    leave(Path(note), str(os.getpid()))
    while True:
        pass


def leave(note: Path, words: str) -> None:
    """Write a note that is there only when it is whole."""
    part = note.with_suffix(".part")
    part.write_text(words)
    part.rename(note)


def wait_for(note: str) -> str:
    while not Path(note).exists():
        time.sleep(0.005)
    return Path(note).read_text()


_told: list[str] = []


def get_ready_slowly() -> None:
    time.sleep(1.2)
    _told.append("ready")


def told() -> list[str]:
    return _told


def fail() -> None:
    raise LookupError("nothing is there")


def end() -> None:
    os._exit(3)


PID = Job(pid, 60.0)
FOREVER = Job(run_forever, 60.0)
BRIEFLY = Job(run_forever, 0.3)
WAITING = Job(wait_for, 60.0)
HASTY = Job(told, 1.0, get_ready_slowly)
FAILING = Job(fail, 60.0)
ENDING = Job(end, 60.0)
