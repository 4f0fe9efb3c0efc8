"""Everyone in a study with their stories, of which only what is new is read."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from cerealbar.server.store import Ledger, Store, StoredParticipant
from cerealbar.server.store.participants import ledger_lengths, read_ledgers
from cerealbar.studies.participations import BY_OTHERS
from cerealbar.studies.story import ParticipantStory, story_of


@dataclass(frozen=True, slots=True)
class CachedParticipant:
    """Someone in a study, as far as its ledger goes."""

    participant_id: str
    length: int
    """Of the ledger."""
    story: ParticipantStory
    heard: float
    """When the participant itself did something last."""


class ParticipantCache:
    """Everyone in the studies of a server; a ledger is told as a story once for each length."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, Mapping[str, CachedParticipant]] = {}

    async def of(self, study: str) -> list[CachedParticipant]:
        """Everyone in a study, the first who came first."""
        found = await self._store.read(ledger_lengths, study)
        known = dict(self._known.get(study, {}))
        changed = {
            someone.participant_id: someone
            for someone, length in found
            if someone.participant_id not in known or known[someone.participant_id].length != length
        }
        ledgers = await self._store.read(read_ledgers, [*changed])
        known |= await asyncio.to_thread(
            lambda: {key: cached_participant(who, ledgers[key]) for key, who in changed.items()}
        )
        everyone = [known[someone.participant_id] for someone, _ in found]
        self._known[study] = {each.participant_id: each for each in everyone}
        return everyone


def cached_participant(someone: StoredParticipant, ledger: Ledger) -> CachedParticipant:
    """What a ledger tells of someone."""
    own = [line.wall for line in ledger if not isinstance(line.entry, BY_OTHERS)]
    return CachedParticipant(
        someone.participant_id,
        len(ledger),
        story_of(ledger),
        max(own, default=someone.created),
    )
