"""Files that are either whole or not there."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cerealbar.records.errors import RecordError


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a reader, or a crash, never meets half of it."""
    with whole_file(path) as temporary:
        temporary.write_bytes(data)


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A temporary path to write to, which takes the place of `path` if nothing goes wrong.

    Raises:
        RecordError: it is a folder.
    """
    if path.is_dir():
        raise RecordError(f"{path} is a folder: expected a file to write")
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield temporary
        with temporary.open("rb") as file:
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
