"""Folders that are either whole or not there."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cerealbar.studies.errors import StudyError


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """A temporary folder to write into, which becomes `path` if nothing goes wrong.

    Raises:
        StudyError: there is something already.
    """
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise StudyError(f"{path} cannot be written: it is there, and not empty")
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    temporary.mkdir(parents=True)
    try:
        yield temporary
        if path.exists():
            path.rmdir()
        temporary.replace(path)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
