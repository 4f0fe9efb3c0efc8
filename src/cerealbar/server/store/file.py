"""The file of an SQLite database: held by one server, and looked after while it is."""

import contextlib
import fcntl
import os
from pathlib import Path

from cerealbar.server.store.errors import HeldError, StoreError, UnavailableError

LEAST_FREE_BYTES = 4 * 2**20
"""What a disk must have left for a server to call itself well: a write-ahead log of usual size."""
_LOCK_SUFFIX, _LOG_SUFFIX = "-server", "-wal"

FileId = tuple[int, int] | None
"""The device and number of what lies at a path; None if nothing does."""


class HeldFile:
    """A database file that no other server uses, for as long as this process lives.

    The system's lock is on a file beside it, as SQLite's own locks are on the database itself; it
    ends with the process, however that ends. Readers do not ask for it.
    """

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.realpath(path))
        self._lock = _locked(self.path)
        self._file = _id_of(self.path)
        self._log: FileId = None

    def release(self) -> None:
        """Let another server have the file."""
        os.close(self._lock)

    def forget_log(self) -> None:
        """The write-ahead log may be a new one from now on."""
        self._log = None

    def check(self) -> None:
        """See that what is written is written where people will find it.

        Raises:
            UnavailableError: the file, or its log, was removed or replaced.
        """
        if self._file is None or _id_of(self.path) != self._file:
            raise _removed(self.path)
        log = self.path.with_name(self.path.name + _LOG_SUFFIX)
        found = _id_of(log)
        if self._log is not None and found != self._log:
            raise _removed(log)
        self._log = found

    def check_space(self) -> None:
        """See that the disk has room for what comes next.

        Raises:
            UnavailableError: it has next to none.
        """
        try:
            disk = os.statvfs(self.path)
        except OSError:
            raise _removed(self.path) from None
        free = disk.f_bavail * disk.f_frsize
        if free < LEAST_FREE_BYTES:
            raise UnavailableError(f"the disk of {self.path} is full: {free:,} bytes are left")


def _locked(path: Path) -> int:
    """The descriptor of a file beside the database, with the lock on it."""
    beside = path.with_name(path.name + _LOCK_SUFFIX)
    try:
        lock = os.open(beside, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StoreError(f"cannot open the database {path}: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        holder = os.read(lock, 20).decode(errors="replace").strip()
        os.close(lock)
        raise HeldError(
            f"cannot open the database {path}: another server"
            f"{f' (process {holder})' if holder else ''} uses it; stop that one, or name another"
            " file: several processes can share a PostgreSQL database only"
        ) from None
    with contextlib.suppress(OSError):  # on a full disk the name of the process is missing
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
    return lock


def _id_of(path: Path) -> FileId:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _removed(path: Path) -> UnavailableError:
    return UnavailableError(
        f"the file {path} was removed or replaced while the server uses it: put it back, or start"
        " the server again"
    )
