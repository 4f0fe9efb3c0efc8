"""How often something may be done: buckets that fill at a steady rate and are drawn from."""

import time
from collections.abc import Callable

Clock = Callable[[], float]
"""Seconds that never run backwards."""
MOST_KEYS = 10_000
"""Buckets that are kept at once; full ones are forgotten first, since they say nothing."""


class Bucket:
    """Holds at most `burst` tokens and gains `per_second` of them."""

    __slots__ = ("_burst", "_clock", "_per_second", "_since", "_tokens")

    def __init__(self, per_second: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._tokens = float(burst)
        self._since = clock()

    def take(self) -> bool:
        """Whether a token was there; then it is taken."""
        self._fill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether nothing was taken for long."""
        self._fill()
        return self._tokens >= self._burst

    @property
    def seconds_to_wait(self) -> float:
        """Until the next token is there."""
        self._fill()
        return max(0.0, (1 - self._tokens) / self._per_second)

    def _fill(self) -> None:
        now = self._clock()
        gained = (now - self._since) * self._per_second
        self._tokens = min(self._burst, self._tokens + gained)
        self._since = now


class Buckets:
    """A bucket for each key, such as an address."""

    def __init__(self, per_second: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str) -> bool:
        """Whether the key's bucket had a token; then it is taken."""
        return self.bucket(key).take()

    def bucket(self, key: str) -> Bucket:
        """The key's bucket."""
        found = self._buckets.get(key)
        if found is None:
            if len(self._buckets) >= MOST_KEYS:
                self._forget()
            found = self._buckets[key] = Bucket(self._per_second, self._burst, self._clock)
        return found

    def _forget(self) -> None:
        """Drop full buckets, or the older half if none is."""
        kept = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full}
        if len(kept) >= MOST_KEYS:
            kept = dict(list(kept.items())[MOST_KEYS // 2 :])
        self._buckets = kept
