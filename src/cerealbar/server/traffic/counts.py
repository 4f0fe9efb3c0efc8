"""How much each address, and all together, may still ask for."""

import time
from collections.abc import Callable

from cerealbar.server.logs import Log
from cerealbar.server.origins import address
from cerealbar.server.rate_limits import Clock, Holdings, Shares, TokenBucket, TokenBuckets
from cerealbar.server.settings import Settings, is_loopback
from cerealbar.server.traffic.open import OpenConnections

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
