"""Which connections are open: no address holds more than its part, so that others find room."""

from collections import defaultdict
from typing import Protocol


class Guest(Protocol):
    """A connection, as whoever counts it knows it."""

    def abort(self) -> None:
        """End it at once."""


class Door:
    """Counts open connections by address, and makes room by ending those that do nothing."""

    def __init__(self, per_address: int, most: int) -> None:
        self._per_address, self._most = per_address, most
        self._address_of: dict[Guest, str] = {}
        self._of_address: defaultdict[str, int] = defaultdict(int)
        self._idle: defaultdict[str, dict[Guest, None]] = defaultdict(dict)
        """By address: those that wait for a request, the longest waiting first."""

    def __len__(self) -> int:
        return len(self._address_of)

    def enter(self, guest: Guest, address: str | None) -> bool:
        """Whether a connection may stay; None is a proxy's, which speaks for many addresses."""
        if address is not None and self._of_address[address] >= self._per_address:
            self._make_room(address)
        if len(self) >= self._most:
            self._make_room(self._most_idle())
        key = address or ""
        is_too_many = address is not None and self._of_address[address] >= self._per_address
        if is_too_many or len(self) >= self._most:
            self._forget_address(key)
            return False
        self._address_of[guest] = key
        self._of_address[key] += 1
        self._idle[key][guest] = None
        return True

    def begin(self, guest: Guest) -> None:
        """A request has come over a connection, so that it is not ended to make room."""
        address = self._address_of.get(guest)
        if address is not None:
            self._idle[address].pop(guest, None)

    def rest(self, guest: Guest) -> None:
        """A connection waits for its next request."""
        address = self._address_of.get(guest)
        if address is not None:
            self._idle[address][guest] = None

    def leave(self, guest: Guest) -> None:
        """A connection is gone."""
        address = self._address_of.pop(guest, None)
        if address is not None:
            self._of_address[address] -= 1
            self._idle[address].pop(guest, None)
            self._forget_address(address)

    def _make_room(self, address: str | None) -> None:
        """End the connection of an address that has waited longest, if one does."""
        for guest in self._idle.get(address or "", ()):
            self.leave(guest)
            guest.abort()
            return

    def _most_idle(self) -> str | None:
        """The address with the most connections that do nothing."""
        return max(self._idle, key=lambda address: len(self._idle[address]), default=None)

    def _forget_address(self, address: str) -> None:
        if not self._of_address.get(address):
            self._of_address.pop(address, None)
            self._idle.pop(address, None)
