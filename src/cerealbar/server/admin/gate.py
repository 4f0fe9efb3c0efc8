"""Who may come in: one password, few attempts, sessions that the server remembers."""

import asyncio
import hashlib
import hmac
import secrets
import time

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from cerealbar.server.buckets import Bucket, Clock

SESSION_SECONDS = 8 * 3600
MOST_SESSIONS = 50
FREE_FAILURES = 3
"""Wrong passwords of an address before it has to wait."""
LONGEST_WAIT = 900.0
_GLOBAL_BURST, _GLOBAL_PER_SECOND = 20, 0.5
_MOST_ADDRESSES = 10_000


class Gate:
    """Compares passwords, no more often than a person types them."""

    def __init__(
        self, password: str, clock: Clock = time.monotonic, hasher: PasswordHasher | None = None
    ) -> None:
        self._hasher = hasher or PasswordHasher()
        self._hash = self._hasher.hash(password)
        self._clock = clock
        self._failures: dict[str, tuple[int, float]] = {}
        self._all = Bucket(_GLOBAL_PER_SECOND, _GLOBAL_BURST, clock)
        self._comparing = asyncio.Lock()

    def seconds_to_wait(self, address: str) -> float:
        """Until the address may try, 0 for at once."""
        _, until = self._failures.get(address, (0, 0.0))
        return max(0.0, until - self._clock())

    async def admits(self, address: str, password: str) -> bool | None:
        """Whether the password is right; None if the address, or everybody, has to wait."""
        if self.seconds_to_wait(address) > 0 or not self._all.take():
            return None
        self._count_failure(address)  # before comparing, so that many attempts at once count
        async with self._comparing:  # each takes much memory, by intent
            is_right = await asyncio.to_thread(self._is_right, password)
        if is_right:
            self._failures.pop(address, None)
        return is_right

    def _is_right(self, password: str) -> bool:
        try:
            return self._hasher.verify(self._hash, password)
        except (VerificationError, UnicodeEncodeError):
            return False

    def _count_failure(self, address: str) -> None:
        """Double the wait of the address with each failure."""
        count = self._failures.pop(address, (0, 0.0))[0] + 1
        over = count - FREE_FAILURES
        wait = min(LONGEST_WAIT, 2.0 ** min(over, 20)) if over >= 0 else 0.0
        if len(self._failures) >= _MOST_ADDRESSES:
            del self._failures[next(iter(self._failures))]
        self._failures[address] = count, self._clock() + wait


class Sessions:
    """Who came in, and until when; a cookie holds the only copy of a session's id."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._key = secrets.token_bytes(32)
        self._ends: dict[bytes, float] = {}

    def new_id(self) -> str:
        """An id that nobody can guess; it opens nothing until `open`."""
        return secrets.token_urlsafe(32)

    def open(self) -> str:
        """The id of a new session; the oldest ends if there are too many."""
        now = self._clock()
        self._ends = {key: end for key, end in self._ends.items() if end > now}
        while len(self._ends) >= MOST_SESSIONS:
            del self._ends[next(iter(self._ends))]
        session = self.new_id()
        self._ends[_digest(session)] = now + SESSION_SECONDS
        return session

    def is_open(self, session: str | None) -> bool:
        """Whether this is the id of a session that has not ended."""
        if not session:
            return False
        return self._ends.get(_digest(session), 0.0) > self._clock()

    def close(self, session: str) -> None:
        """End a session."""
        self._ends.pop(_digest(session), None)

    def form_token(self, session: str) -> str:
        """What a form of the session must send along: no other site can know it."""
        return hmac.digest(self._key, session.encode(), "sha256").hex()

    def is_form_token(self, session: str | None, token: str | None) -> bool:
        """Whether a form was made for the session."""
        if not session or not token:
            return False
        return hmac.compare_digest(token.encode(), self.form_token(session).encode())


def _digest(session: str) -> bytes:
    return hashlib.sha256(session.encode()).digest()
