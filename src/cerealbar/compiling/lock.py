"""A lock between processes, which ends with the process that holds it."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: there, two processes may do the same work
    fcntl = None  # type: ignore[assignment]  # None where there is none


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Within, no other process is within for the same file, if the system can lock it."""
    with path.open("wb") as file:
        if fcntl is not None:
            with suppress(OSError):  # a file system without locks
                fcntl.flock(file, fcntl.LOCK_EX)
        yield
