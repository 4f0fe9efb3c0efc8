"""Everyone in a study with their stories, of which only what is new is read."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from cerealbar.server.store import Ledger, Store, StoredParticipant
from cerealbar.server.store.participants import ledger_lengths, read_ledgers
from cerealbar.studies.entries import GamePlayed, LedgerEntry, WaitEnded
from cerealbar.studies.participations import BY_OTHERS
from cerealbar.studies.story import ParticipantStory, story_of


@dataclass(frozen=True, slots=True)
class PastWait:
    """A wait for a person that is over."""

    wall: float
    """When it was noted."""
    seconds: float
    is_met: bool
    """Whether somebody came."""


@dataclass(frozen=True, slots=True)
class CachedParticipant:
    """Someone in a study, as far as its ledger goes."""

    someone: StoredParticipant
    length: int
    """Of the ledger."""
    story: ParticipantStory
    heard: float
    """When the participant itself did something last."""
    waits: tuple[PastWait, ...]

    @property
    def participant_id(self) -> str:
        """The participant's id."""
        return self.someone.participant_id


class ParticipantCache:
    """Everyone in the studies of a server; a ledger is told as a story once for each length."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Mapping[str, CachedParticipant]] = {}

    async def of(self, study: str) -> list[CachedParticipant]:
        """Everyone in a study, the first who came first."""
        found = await self._store.read(ledger_lengths, study)
        known = self._known.get(study, {})
        changed = [
            someone
            for someone, length in found
            if someone.participant_id not in known or known[someone.participant_id].length != length
        ]
        ledgers = await self._store.read(
            read_ledgers, [someone.participant_id for someone in changed]
        )
        fresh = await asyncio.to_thread(_cached_all, changed, ledgers)
        everyone = [
            fresh.get(someone.participant_id) or known[someone.participant_id]
            for someone, _ in found
        ]
        self._known[study] = {each.participant_id: each for each in everyone}
        return everyone


def cached_participant(someone: StoredParticipant, ledger: Ledger) -> CachedParticipant:
    """What a ledger tells of someone."""
    return CachedParticipant(
        someone,
        len(ledger),
        story_of(ledger),
        max(
            (line.wall for line in ledger if not isinstance(line.entry, BY_OTHERS)),
            default=someone.created,
        ),
        tuple(wait for line in ledger if (wait := _wait(line)) is not None),
    )


def _cached_all(
    people: list[StoredParticipant], ledgers: Mapping[str, Ledger]
) -> dict[str, CachedParticipant]:
    return {
        someone.participant_id: cached_participant(someone, ledgers[someone.participant_id])
        for someone in people
    }


def _wait(line: LedgerEntry) -> PastWait | None:
    match line.entry:
        case GamePlayed(partner="person", waited_seconds=seconds):
            return PastWait(line.wall, seconds, is_met=True)
        case WaitEnded(seconds=seconds):
            return PastWait(line.wall, seconds, is_met=False)
        case _:
            return None
