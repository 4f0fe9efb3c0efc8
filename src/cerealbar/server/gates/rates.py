"""How often an address may change something, and how many sockets it may hold."""

from collections.abc import Iterator
from contextlib import contextmanager

from cerealbar.server.buckets import Buckets
from cerealbar.server.gates.holdings import Holdings
from cerealbar.server.gates.refusal import TurnedAwayError
from cerealbar.server.limits import TrafficLimits

ROOMS_PATH = "/api/rooms"


class Rates:
    """What each address has asked for."""

    def __init__(self, limits: TrafficLimits) -> None:
        rooms, posts = limits.rooms_per_minute, limits.posts_per_minute
        self._rooms = Buckets(rooms / 60, rooms)
        self._posts = Buckets(posts / 60, posts)
        self._sockets = Holdings(limits.sockets_per_address, limits.max_connections)

    def check_post(self, path: str, address: str) -> None:
        """Count a request that changes something.

        Raises:
            TurnedAwayError: there were too many.
        """
        buckets = self._rooms if path == ROOMS_PATH else self._posts
        if not buckets.take(address):
            raise TurnedAwayError(429, "too many requests from this address: wait a little")

    @contextmanager
    def socket(self, address: str) -> Iterator[None]:
        """Within, an address holds a socket.

        Raises:
            TurnedAwayError: it holds too many.
        """
        if not self._sockets.take(address, 1):
            raise TurnedAwayError(429, "too many connections from this address")
        try:
            yield
        finally:
            self._sockets.give_back(address, 1)
