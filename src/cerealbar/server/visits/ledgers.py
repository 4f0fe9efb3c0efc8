"""Ledgers in the server, read and continued: of participants, and of what holds for everyone.

What was decided for everyone in a study is kept in a ledger of the study's own, so that all
processes know it, also after a restart.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeVar
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import Connection

from cerealbar.server.store import (
    HUMAN,
    PROGRAM,
    STUDY,
    Ledger,
    Store,
    StoredParticipant,
    StoreError,
    UnavailableError,
    study_ledger_id,
)
from cerealbar.server.store.participants import (
    add_participant,
    append_ledger,
    find_ledger,
    study_ledger,
)
from cerealbar.studies.entries import LedgerEntry, PoolClosed, RecruitingPaused, StudyEntry
from cerealbar.studies.story import ParticipantStory, story_of
from cerealbar.studies.study import Study

MOST_TRIES = 5
"""How often something is done anew when something else was stored meanwhile."""
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
        lines: Ledger,
    ) -> None:
        self._store, self._wall = store, wall
        self.someone, self.story, self.lines = someone, story_of(lines), lines

    @property
    def participant_id(self) -> str:
        """The participant's id."""
        return self.someone.participant_id

    async def append(self, *entries: StudyEntry) -> None:
        """Store what happened next; only then is it part of the story.

        Raises:
            MovedOnError: something else happened meanwhile.
            StoreError: it could not be stored.
        """
        wall, length = self._wall(), len(self.lines)
        lines = tuple(LedgerEntry(length + n, wall, entry) for n, entry in enumerate(entries))
        is_inserted = False

        def insert(connection: Connection) -> None:
            nonlocal is_inserted
            append_ledger(connection, self.participant_id, lines)
            is_inserted = True

        try:
            await self._store.write(insert)
        except OSError:  # a StoreError: see whether the place is taken
            found = await self._store.read(find_ledger, self.participant_id)
            stored = () if found is None else found[1][length:]
            is_stored = is_inserted and stored[: len(lines)] == lines  # and the reply was lost
            if found is None or (stored and not is_stored):
                raise MovedOnError from None
            if not is_stored:
                raise
        self.lines += lines
        for entry in entries:
            self.story = self.story.then(entry, wall)


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
                found = await self.store.read(find_ledger, participant_id)
                if found is None:
                    raise GoneError
                with suppress(MovedOnError):
                    return await work(OpenLedger(self.store, self.wall, *found))
        raise UnavailableError("nothing could be stored: too much happens at once")


def kind_of(story: ParticipantStory) -> str:
    """What records call a participant."""
    return PROGRAM if story.is_program else HUMAN


Decision = RecruitingPaused | PoolClosed


@dataclass(frozen=True, slots=True)
class Decided:
    """What holds for everyone in a study now."""

    is_paused: bool
    """Whether nobody new may come."""
    closed_pools: frozenset[str]

    def applied(self, study: Study) -> Study:
        """The study with its pools as they are now."""
        pools = {
            name: msgspec.structs.replace(pool, is_closed=name in self.closed_pools)
            for name, pool in study.pools.items()
        }
        return msgspec.structs.replace(study, pools=pools)


async def decided_now(store: Store, study: Study) -> Decided:
    """What the study's file says, and what admins decided since."""
    is_paused = False
    closed = {name for name, pool in study.pools.items() if pool.is_closed}
    for line in await store.read(study_ledger, study.name):
        match line.entry:
            case RecruitingPaused(is_paused=newest):
                is_paused = newest
            case PoolClosed(pool=pool, is_closed=True):
                closed.add(pool)
            case PoolClosed(pool=pool):
                closed.discard(pool)
    return Decided(is_paused, frozenset(closed))


async def decide(ledgers: Ledgers, study: Study, decision: Decision) -> None:
    """Store a decision for everyone in a study.

    Raises:
        StoreError: it could not be stored.
    """
    key, wall = study_ledger_id(study.name), ledgers.wall()
    append = partial(ledgers.change, key, lambda ledger: ledger.append(decision))
    try:
        await append()
    except GoneError:
        row = StoredParticipant(key, study.name, STUDY, wall)
        with suppress(StoreError):  # as when somebody else was the first to decide something
            await ledgers.store.write(add_participant, row, LedgerEntry(0, wall, decision))
            return
        await append()
