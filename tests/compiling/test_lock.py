"""Only one process compiles a function at a time."""

from pathlib import Path

import pytest

from cerealbar.compiling.dispatcher import locked

fcntl = pytest.importorskip("fcntl")


def test_a_file_is_locked_by_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "function.lock"
    with locked(path), path.open("rb") as other, pytest.raises(BlockingIOError):
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with path.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_file_that_another_user_has_locks_nobody_out(tmp_path: Path) -> None:
    path = tmp_path / "function.lock"
    path.mkdir()  # so that not even root can open it to write
    with locked(path):
        pass
