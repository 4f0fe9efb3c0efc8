"""How often something may be done, and how much of it held at once."""

import time
from collections.abc import Callable
from functools import partial

Clock = Callable[[], float]
"""Seconds that never run backwards."""
MOST_KEYS = 10_000
"""TokenBuckets that are kept at once; full ones are forgotten first, since they say nothing."""
SCANT = 10
"""The part of its own share, one in so many, that each key has while all is taken."""


class TokenBucket:
    """Holds at most `burst` tokens and gains `per_second` of them."""

    __slots__ = ("_burst", "_clock", "_per_second", "_since", "_tokens")

    def __init__(self, per_second: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._tokens = float(burst)
        self._since = clock()

    def take(self, cost: float = 1.0) -> bool:
        """Whether a token was there; then as many as it costs are taken, on credit if need be."""
        self._fill()
        if self._tokens < 1:
            return False
        self._tokens -= cost
        return True

    def charge(self, cost: float) -> None:
        """Take tokens whether they are there or not, but owe no more than a full bucket."""
        self._fill()
        self._tokens = max(-self._burst, self._tokens - cost)

    @property
    def is_full(self) -> bool:
        """Whether nothing was taken for long."""
        self._fill()
        return self._tokens >= self._burst

    def _fill(self) -> None:
        now = self._clock()
        gained = (now - self._since) * self._per_second
        self._tokens = min(self._burst, self._tokens + gained)
        self._since = now


class TokenBuckets:
    """A bucket for each key, such as an address."""

    def __init__(self, per_second: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._new = partial(TokenBucket, per_second, burst, clock)
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, key: str, cost: float = 1.0) -> bool:
        """Whether the key's bucket had a token; then as many as it costs are taken."""
        return self.bucket(key).take(cost)

    def bucket(self, key: str) -> TokenBucket:
        """The key's bucket."""
        found = self._buckets.get(key)
        if found is None:
            if len(self._buckets) >= MOST_KEYS:
                self._forget()
            found = self._buckets[key] = self._new()
        return found

    def _forget(self) -> None:
        """Drop full buckets, or the older half if none is."""
        kept = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full}
        if len(kept) >= MOST_KEYS:
            kept = dict(list(kept.items())[MOST_KEYS // 2 :])
        self._buckets = kept


class Shares:
    """A bucket for each key and one for all of them together.

    When all together ask for too much, nobody gets more than a small part of what is a key's own:
    so those who ask for little, as honest ones do, do not notice.
    """

    def __init__(
        self,
        per_second: float,
        burst: float,
        all_per_second: float,
        all_burst: float,
        clock: Clock = time.monotonic,
    ) -> None:
        self._own = TokenBuckets(per_second, burst, clock)
        self._scant = TokenBuckets(per_second / SCANT, max(1.0, burst / SCANT), clock)
        self._all = TokenBucket(all_per_second, all_burst, clock)

    def take(self, key: str, cost: float = 1.0) -> bool:
        """Whether a key may have something; then its cost is taken."""
        if not self._own.take(key, cost):
            return False
        return self._all.take(cost) or self._scant.take(key, cost)

    def charge(self, key: str, cost: float) -> None:
        """Take what something has cost, whether it is there or not."""
        self.fine(key, cost)
        self._all.charge(cost)

    def fine(self, key: str, cost: float) -> None:
        """Take from a key alone."""
        self._own.bucket(key).charge(cost)


class Holdings:
    """How much of something each key holds, within bounds for each and for all together."""

    def __init__(self, most_each: int, most: int) -> None:
        self._most_each, self._most = most_each, most
        self._held: dict[str, int] = {}
        self._total = 0

    def take(self, key: str, amount: int) -> bool:
        """Whether a key may hold so much more; then it does."""
        if not amount:
            return True
        held = self._held.get(key, 0) + amount
        if held > self._most_each or self._total + amount > self._most:
            return False
        self._held[key] = held
        self._total += amount
        return True

    def give_back(self, key: str, amount: int) -> None:
        """A key holds so much less; one that holds nothing is not remembered."""
        self._total -= amount
        self._held[key] -= amount
        if not self._held[key]:
            del self._held[key]
