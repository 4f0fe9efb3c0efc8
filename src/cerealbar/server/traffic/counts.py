"""How much each address, and all together, may still ask for, and which connections are open."""

import time
from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING

from cerealbar.server.logs import Log
from cerealbar.server.origins import address
from cerealbar.server.rate_limits import Clock, Holdings, Shares, TokenBucket, TokenBuckets
from cerealbar.server.settings import Settings, is_loopback

if TYPE_CHECKING:  # which counts itself
    from cerealbar.server.traffic.connection import Connection


class OpenConnections:
    """Counts open connections by address, and makes room by ending those that do nothing."""

    def __init__(self, per_address: int, most: int) -> None:
        self._per_address, self.most = per_address, most
        self._address_of: dict[Connection, str] = {}
        self._of_address: defaultdict[str, int] = defaultdict(int)
        self._idle: defaultdict[str, dict[Connection, None]] = defaultdict(dict)
        """By address: those that wait for a request, the longest waiting first."""

    def enter(self, connection: "Connection", address: str | None) -> bool:
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

    def begin(self, connection: "Connection") -> None:
        """A request has come over a connection, so that it is not ended to make room."""
        if (address := self._address_of.get(connection)) is not None:
            self._idle[address].pop(connection, None)

    def rest(self, connection: "Connection") -> None:
        """A connection waits for its next request."""
        if (address := self._address_of.get(connection)) is not None:
            self._idle[address][connection] = None

    def leave(self, connection: "Connection") -> None:
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


CUT_COST = 10
"""Handshakes that an address has less after one of its sockets was cut."""
BURST_SECONDS = 5
"""For how long an address, or all together, may do at once what they may do in the long run."""
_log = Log("traffic")


class Traffic:
    """The counts of one server, by address and in total."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock = time.monotonic,
        report: Callable[[str], None] = lambda why: None,
    ) -> None:
        limits = self.settings = settings
        self.clock = clock
        self._report = report
        self._tellings = TokenBucket(1 / 60, 5, clock)
        self.open = OpenConnections(limits.connections_per_address, limits.max_connections)
        self.requests = Shares(
            limits.requests_per_minute / 60,
            limits.requests_per_minute / 2,
            *_all(limits.all_requests_per_second),
            clock,
        )
        self.handshakes = Shares(
            limits.handshakes_per_minute / 60,
            limits.handshakes_per_minute,
            *_all(limits.all_handshakes_per_second),
            clock,
        )
        self.frames = Shares(
            *_all(limits.address_frames_per_second), *_all(limits.all_frames_per_second), clock
        )
        self.rooms = TokenBuckets(limits.rooms_per_minute / 60, limits.rooms_per_minute, clock)
        self.posts = TokenBuckets(limits.posts_per_minute / 60, limits.posts_per_minute, clock)
        self.hellos = TokenBuckets(limits.hellos_per_minute / 60, limits.hellos_per_minute, clock)
        """Of seats that are taken up, by seat."""
        each, together = limits.watch_kilobytes_per_second, limits.all_watch_kilobytes_per_second
        self.watching = Shares(each, 10 * each, together, 10 * together, clock)
        """Of kilobytes that are sent to those who begin to watch."""
        self.sockets = Holdings(limits.sockets_per_address, limits.max_connections)

    def peer(self, client: tuple[str, int] | None) -> str | None:
        """The address at the other end of a connection; None if a proxy is there."""
        host = client[0] if client else ""
        if self.settings.is_behind_proxy and is_loopback(host):
            return None
        return address({"client": client, "headers": ()}, self.settings)

    def blame(self, address: str, why: str) -> None:
        """One of an address's sockets was cut: it may open fewer for a while."""
        self.handshakes.fine(address, CUT_COST)
        self.note(why)

    def note(self, why: str) -> None:
        """Count a connection that was cut; not each has a line in the log, as there may be many."""
        self._report(why)
        if self._tellings.take():
            _log.warning("connection cut", reason=why)


def _all(per_second: float) -> tuple[float, float]:
    return per_second, BURST_SECONDS * per_second
