"""The ledger of one participant in the server: read, told as a story, and continued."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TypeVar
from weakref import WeakValueDictionary

from cerealbar.server.store import (
    HUMAN,
    PROGRAM,
    Store,
    StoredParticipant,
    StoreError,
    UnavailableError,
)
from cerealbar.server.store.participants import append_ledger, find_ledger
from cerealbar.studies.entries import LedgerEntry, StudyEntry
from cerealbar.studies.story import ParticipantStory, story_of

MOST_TRIES = 5
"""How often something is done anew when something else was stored meanwhile."""
_ID_BYTES = 8
T = TypeVar("T")


class MovedOnError(Exception):
    """Something else was stored of a participant meanwhile."""


class GoneError(StoreError):
    """There is no such ledger, or not any more."""


class OpenLedger:
    """The ledger of a participant, as far as it is known."""

    def __init__(
        self,
        store: Store,
        wall: Callable[[], float],
        someone: StoredParticipant,
        story: ParticipantStory,
    ) -> None:
        self._store, self._wall = store, wall
        self.someone, self.story = someone, story
        self._length = 0

    @property
    def participant_id(self) -> str:
        """The participant's id."""
        return self.someone.participant_id

    @classmethod
    async def find(
        cls, store: Store, wall: Callable[[], float], participant_id: str
    ) -> "OpenLedger | None":
        """The ledger of a participant; None if there is no such one."""
        found = await store.read(find_ledger, participant_id)
        if found is None:
            return None
        someone, lines = found
        ledger = cls(store, wall, someone, story_of(lines))
        ledger._length = len(lines)
        return ledger

    async def append(self, *entries: StudyEntry) -> None:
        """Store what happened next; only then is it part of the story.

        Raises:
            MovedOnError: something else happened meanwhile.
            StoreError: it could not be stored.
        """
        wall = self._wall()
        lines = [LedgerEntry(self._length + n, wall, entry) for n, entry in enumerate(entries)]
        await self._store_lines(lines)
        self._length += len(lines)
        for entry in entries:
            self.story = self.story.then(entry, wall)

    async def _store_lines(self, lines: Sequence[LedgerEntry]) -> None:
        try:
            await self._store.write(append_ledger, self.participant_id, lines)
        except OSError:  # a StoreError: see whether the place is taken
            found = await self._store.read(find_ledger, self.participant_id)
            if found is None or len(found[1]) != self._length:
                raise MovedOnError from None
            raise


class Ledgers:
    """The ledgers of a server's participants, each continued by one request after the other."""

    def __init__(self, store: Store, wall: Callable[[], float]) -> None:
        self.store, self.wall = store, wall
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def change(self, participant_id: str, work: Callable[[OpenLedger], Awaitable[T]]) -> T:
        """What some work with a ledger returns, done anew if another process has continued it.

        Raises:
            GoneError: there is no such ledger.
            UnavailableError: others continue it again and again.
        """
        lock = self._locks.setdefault(participant_id, asyncio.Lock())
        async with lock:
            for _ in range(MOST_TRIES):
                ledger = await OpenLedger.find(self.store, self.wall, participant_id)
                if ledger is None:
                    raise GoneError
                with suppress(MovedOnError):
                    return await work(ledger)
        raise UnavailableError("nothing could be stored: too much happens at once")


def kind_of(story: ParticipantStory) -> str:
    """What records call a participant."""
    return PROGRAM if story.is_program else HUMAN


def new_participant_id() -> str:
    """A fresh random id, which says nothing of anyone."""
    return secrets.token_hex(_ID_BYTES)
