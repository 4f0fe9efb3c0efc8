"""What was decided for everyone in a study: whether people may come, and which pools are closed.

It is kept in a ledger of the study's own, so that all processes know it, also after a restart.
"""

from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import msgspec

from cerealbar.server.store import (
    STUDY,
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


async def decided_now(store: Store, study: StudyParts) -> Decided:
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


async def decide(ledgers: Ledgers, study: StudyParts, decision: Decision) -> None:
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
