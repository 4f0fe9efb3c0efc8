"""What was decided for everyone in a study: whether people may come, and which pools are closed.

It is kept in a ledger of the study's own, so that all processes know it, also after a restart.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import msgspec

from cerealbar.server.store import (
    STUDY,
    Ledger,
    Store,
    StoredParticipant,
    StoreError,
    study_ledger_id,
)
from cerealbar.server.store.participants import add_participant, study_ledger
from cerealbar.server.visits.open_ledger import GoneError, Ledgers
from cerealbar.studies.entries import LedgerEntry, PoolClosed, RecruitingPaused
from cerealbar.studies.parts import StudyParts
from cerealbar.studies.study import Study

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


def decided(study: StudyParts, ledger: Ledger) -> Decided:
    """What the study's file says, and what admins decided since."""
    is_paused = False
    closed = {name for name, pool in study.pools.items() if pool.is_closed}
    for line in ledger:
        match line.entry:
            case RecruitingPaused(is_paused=newest):
                is_paused = newest
            case PoolClosed(pool=pool, is_closed=True):
                closed.add(pool)
            case PoolClosed(pool=pool):
                closed.discard(pool)
    return Decided(is_paused, frozenset(closed))


class StudyDecisions:
    """Reads and stores what is decided for everyone."""

    def __init__(self, store: Store, wall: Callable[[], float]) -> None:
        self._store, self._wall = store, wall
        self._ledgers = Ledgers(store, wall)

    async def current(self, study: StudyParts) -> Decided:
        """What holds in a study now."""
        return decided(study, await self._store.read(study_ledger, study.name))

    async def decide(self, study: StudyParts, decision: Decision) -> None:
        """Store a decision.

        Raises:
            StoreError: it could not be stored.
        """

        key, wall = study_ledger_id(study.name), self._wall()
        append = partial(self._ledgers.change, key, lambda ledger: ledger.append(decision))
        try:
            await append()
        except GoneError:
            row = StoredParticipant(key, study.name, STUDY, wall)
            with suppress(StoreError):  # as when somebody else was the first to decide something
                await self._store.write(add_participant, row, LedgerEntry(0, wall, decision))
                return
            await append()
