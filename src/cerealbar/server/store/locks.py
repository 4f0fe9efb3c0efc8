"""AdvisoryLocks of the database on one connection: they end with it, however it ends.

An SQLite file has one lock, on the whole of it, so there every lock is free.
"""

from collections.abc import Iterable
from hashlib import blake2b

from sqlalchemy import Connection, text

_TAKE = text("SELECT key, pg_try_advisory_lock(key) FROM unnest(CAST(:keys AS bigint[])) AS key")
_RELEASE = text("SELECT pg_advisory_unlock(key) FROM unnest(CAST(:keys AS bigint[])) AS key")
_IS_FREE = text(
    "SELECT CASE WHEN pg_try_advisory_lock(:key) THEN pg_advisory_unlock(:key) ELSE false END"
)


class AdvisoryLocks:
    """The locks that a connection has, by name; nobody ever waits for one."""

    def __init__(self, *, is_shared: bool) -> None:
        self._is_shared = is_shared
        self._held: set[str] = set()
        self._leaving: set[str] = set()

    def __contains__(self, name: object) -> bool:
        return name in self._held

    def take(self, names: Iterable[str], connection: Connection) -> set[str]:
        """Those of some locks that the connection has now."""
        names = set(names)
        wanted = {_key(name): name for name in names - self._held}
        if self._is_shared and wanted:
            rows = connection.execute(_TAKE, {"keys": list(wanted)})
            self._held |= {wanted[key] for key, is_ours in rows if is_ours}
        else:
            self._held |= names
        return names & self._held

    def release(self, names: Iterable[str], connection: Connection) -> None:
        """Let others have some locks."""
        ours = self._held.intersection(names)
        if self._is_shared and ours:
            connection.execute(_RELEASE, {"keys": [_key(name) for name in ours]})
        self._held -= ours

    def release_later(self, names: Iterable[str] | None = None) -> None:
        """Let others have some locks, or all, but not before what is written now is committed."""
        self._leaving |= self._held if names is None else self._held.intersection(names)

    def pop_left(self) -> set[str]:
        """The locks that are to be released since the last call."""
        left, self._leaving = self._leaving, set()
        return left

    def is_free(self, name: str, connection: Connection) -> bool:
        """Whether no connection has a lock."""
        if name in self._held or not self._is_shared:
            return name not in self._held
        return bool(connection.execute(_IS_FREE, {"key": _key(name)}).scalar_one())

    def forget(self) -> None:
        """The connection has ended, and all its locks with it."""
        self._held.clear()


def _key(name: str) -> int:
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big", signed=True)
