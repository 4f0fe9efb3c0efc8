"""Who may log in, and who has: one password, few attempts, sessions that the server remembers."""

import asyncio
import hashlib
import hmac
import secrets
import time

from cerealbar.server.rate_limits import Clock, TokenBucket
from cerealbar.server.store import Store, sessions

SESSION_SECONDS = 8 * 3600
MOST_SESSIONS = 50
FREE_FAILURES = 3
"""Wrong passwords of an address before it has to wait."""
LONGEST_WAIT = 900.0
_GLOBAL_BURST, _GLOBAL_PER_SECOND = 20, 0.5
_MOST_ADDRESSES = 10_000


class Passwords:
    """Lets passwords be compared, no more often than a person types them."""

    def __init__(self, password: str, clock: Clock = time.monotonic) -> None:
        self._salt = secrets.token_bytes(16)
        self._hash = self._hashed(password)
        self._clock = clock
        self._failures: dict[str, tuple[int, float]] = {}
        self._all = TokenBucket(_GLOBAL_PER_SECOND, _GLOBAL_BURST, clock)
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
        async with self._comparing:
            hashed = await asyncio.to_thread(self._hashed, password)  # others go on meanwhile
        is_right = hmac.compare_digest(hashed, self._hash)
        if is_right:
            self._failures.pop(address, None)
        return is_right

    def _hashed(self, password: str) -> bytes:
        """What stands for a password; it takes much time and memory, by intent."""
        data = password.encode(errors="surrogatepass")
        return hashlib.scrypt(data, salt=self._salt, n=2**14, r=8, p=1)

    def _count_failure(self, address: str) -> None:
        """Double the wait of the address with each failure."""
        count = self._failures.pop(address, (0, 0.0))[0] + 1
        over = count - FREE_FAILURES
        wait = min(LONGEST_WAIT, 2.0 ** min(over, 20)) if over >= 0 else 0.0
        if len(self._failures) >= _MOST_ADDRESSES:
            del self._failures[next(iter(self._failures))]
        self._failures[address] = count, self._clock() + wait


class Sessions:
    """Who came in, and until when; a cookie holds the only copy of a session's id.

    Another password ends all of them.
    """

    def __init__(self, store: Store, password: str, clock: Clock = time.time) -> None:
        self._store, self._password, self._clock = store, password, clock

    def new_id(self) -> str:
        """An id that nobody can guess; it opens nothing until `open`."""
        return secrets.token_urlsafe(32)

    async def open(self) -> str:
        """The id of a new session; the oldest ends if there are too many."""
        now, session = self._clock(), self.new_id()
        ends, digest = now + SESSION_SECONDS, self._digest("session", session)
        await self._store.write(sessions.open_session, digest, ends, now, MOST_SESSIONS)
        return session

    async def is_open(self, session: str | None) -> bool:
        """Whether this is the id of a session that has not ended."""
        if not session:
            return False
        ends = await self._store.read(sessions.session_ends, self._digest("session", session))
        return ends is not None and ends > self._clock()

    async def close(self, session: str) -> None:
        """End a session."""
        await self._store.write(sessions.close_session, self._digest("session", session))

    def form_token(self, session: str) -> str:
        """What a form of the session must send along: no other site can know it."""
        return self._digest("form", session)

    def is_form_token(self, session: str | None, token: str | None) -> bool:
        """Whether a form was made for the session."""
        if not session or not token:
            return False
        return hmac.compare_digest(token.encode(), self.form_token(session).encode())

    def _digest(self, purpose: str, session: str) -> str:
        key = hmac.digest(self._store.secret, f"admin {self._password}".encode(), "sha256")
        return hmac.digest(key, f"{purpose} {session}".encode(), "sha256").hex()
