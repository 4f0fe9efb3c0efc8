"""Which connections are open: no address holds more than its part, so that others find room."""

from collections import defaultdict
from typing import Protocol


class Abortable(Protocol):
    """A connection, as whoever counts it knows it."""

    def abort(self) -> None:
        """End it at once."""


class OpenConnections:
    """Counts open connections by address, and makes room by ending those that do nothing."""

    def __init__(self, per_address: int, most: int) -> None:
        self._per_address, self.most = per_address, most
        self._address_of: dict[Abortable, str] = {}
        self._of_address: defaultdict[str, int] = defaultdict(int)
        self._idle: defaultdict[str, dict[Abortable, None]] = defaultdict(dict)
        """By address: those that wait for a request, the longest waiting first."""

    def enter(self, connection: Abortable, address: str | None) -> bool:
        """Whether a connection may stay; None is a proxy's, which speaks for many addresses."""
        key = address or ""
        if address is not None and self._of_address[key] >= self._per_address:
            self._make_room(key)
        if len(self._address_of) >= self.most:
            self._make_room(max(self._idle, key=lambda found: len(self._idle[found]), default=""))
        is_too_many = address is not None and self._of_address[key] >= self._per_address
        if is_too_many or len(self._address_of) >= self.most:
            self._forget_address(key)
            return False
        self._address_of[connection] = key
        self._of_address[key] += 1
        self._idle[key][connection] = None
        return True

    def begin(self, connection: Abortable) -> None:
        """A request has come over a connection, so that it is not ended to make room."""
        if (address := self._address_of.get(connection)) is not None:
            self._idle[address].pop(connection, None)

    def rest(self, connection: Abortable) -> None:
        """A connection waits for its next request."""
        if (address := self._address_of.get(connection)) is not None:
            self._idle[address][connection] = None

    def leave(self, connection: Abortable) -> None:
        """A connection is gone."""
        if (address := self._address_of.pop(connection, None)) is not None:
            self._of_address[address] -= 1
            self._idle[address].pop(connection, None)
            self._forget_address(address)

    def abort_all(self) -> bool:
        """End all connections; whether there was one."""
        for connection in tuple(self._address_of):
            connection.abort()
        return bool(self._address_of)

    def _make_room(self, address: str) -> None:
        """End the connection of an address that has waited longest, if one does."""
        connection = next(iter(self._idle.get(address, ())), None)
        if connection is not None:
            self.leave(connection)
            connection.abort()

    def _forget_address(self, address: str) -> None:
        if not self._of_address.get(address):
            self._of_address.pop(address, None)
            self._idle.pop(address, None)
