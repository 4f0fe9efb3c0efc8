"""The monitor of studies: what an admin sees of them, and what an admin does in them.

Whatever is done is in a ledger before anyone is told that it was.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from cerealbar.game import CerealBarError
from cerealbar.server.rooms.peers import LiveGame
from cerealbar.server.store import STUDY, Ledger, Store, StoredParticipant
from cerealbar.server.store.participants import find_ledger, forget_participant
from cerealbar.server.visits.ledgers import (
    Decided,
    Decision,
    GoneError,
    Ledgers,
    OpenLedger,
    decide,
    decided_now,
)
from cerealbar.server.visits.standings import (
    ParticipantCache,
    Standing,
    StepCount,
    count_step,
    seated,
    standing_of,
)
from cerealbar.server.visits.telling import ToldLine, free_texts, tell_ledger
from cerealbar.studies.entries import (
    Compensated,
    Excluded,
    LedgerEntry,
    Messaged,
    PoolChanged,
    PoolClosed,
    Redacted,
    StudyEntry,
)
from cerealbar.studies.participations import Participation
from cerealbar.studies.pay import Account, account
from cerealbar.studies.story import ParticipantStory
from cerealbar.studies.study import Study

AdminEntry: TypeAlias = Compensated | Excluded | Messaged | PoolChanged | Redacted

LeavePlace: TypeAlias = Callable[[ParticipantStory], Awaitable[list[StudyEntry]]]
"""Gives up the place that a participant has in a game, and tells what came of it."""


class MonitorError(CerealBarError, LookupError):
    """There is no such study, step, pool, participant or text."""


@dataclass(frozen=True, slots=True)
class StudyOverview:
    """A study as it goes on."""

    study: Study
    wall: float
    """When it was so."""
    decided: Decided
    funnel: list[StepCount]
    games: list[tuple[LiveGame, Sequence[Standing]]]
    waiting: list[Standing]
    participants: list[Standing]
    """Who was heard of last comes first."""

    @property
    def here(self) -> int:
        """How many are here now."""
        return sum(step.here for step in self.funnel)

    @property
    def finished(self) -> int:
        """How many have finished."""
        return sum(step.ends.get("finished", 0) for step in self.funnel)


@dataclass(frozen=True, slots=True)
class ParticipantOverview:
    """One participant of a study."""

    study: Study
    standing: Standing
    lines: list[ToldLine]
    account: Account


class Monitor:
    """What goes on in the studies of a server."""

    def __init__(
        self,
        store: Store,
        studies: Mapping[str, Study],
        live: Callable[[], Sequence[LiveGame]],
        leave: LeavePlace,
        wall: Callable[[], float],
        people: ParticipantCache | None = None,
    ) -> None:
        self._store, self._live_games, self._leave, self._wall = store, live, leave, wall
        self.studies = studies
        self._people = people or ParticipantCache(store)
        self._ledgers = Ledgers(store, wall)

    # Seeing

    async def overview(self, name: str) -> StudyOverview:
        """A study with its participants.

        Raises:
            MonitorError: there is no such study here.
        """
        study = self._study(name)
        decided, people = await decided_now(self._store, study), await self._people.of(name)
        live, wall = self._live(), self._wall()

        def see() -> StudyOverview:
            standings = [standing_of(study, who, live, wall) for who in people]
            seats = seated(standings)
            played = [(game, seats[key]) for key, game in live.items() if key in seats]
            return StudyOverview(
                study=study,
                wall=wall,
                decided=decided,
                funnel=[count_step(step, standings) for step in study.steps],
                games=[(game, own) for game, own in played if game.status != "waiting"],
                waiting=sorted(
                    (who for game, own in played if game.waiting for who in own),
                    key=lambda who: who.seated_at,
                ),
                participants=sorted(standings, key=lambda each: -each.heard),
            )

        return await asyncio.to_thread(see)  # of thousands it takes longer than games can wait

    async def participant(self, name: str, participant_id: str) -> ParticipantOverview:
        """A participant of a study.

        Raises:
            MonitorError: there is no such one.
        """
        study = self._study(name)
        _, ledger = await self._found(study, participant_id)
        who = Participation(participant_id, ledger=tuple(ledger))
        return ParticipantOverview(
            study=study,
            standing=standing_of(study, who, self._live(), self._wall()),
            lines=tell_ledger(study, ledger),
            account=account(study, who.story),
        )

    def _study(self, name: str) -> Study:
        if name not in self.studies:
            raise MonitorError(f"there is no study {name!r} here")
        return self.studies[name]

    def _live(self) -> dict[str, LiveGame]:
        return {game.game_id: game for game in self._live_games()}

    async def _found(self, study: Study, participant_id: str) -> tuple[StoredParticipant, Ledger]:
        found = await self._store.read(find_ledger, participant_id)
        if found is None or found[0].study != study.name or found[0].person == STUDY:
            raise MonitorError(f"there is no participant {participant_id!r} in {study.name}")
        return found

    # Doing; all of it raises StoreError if it could not be stored.

    async def decide(self, name: str, decision: Decision) -> None:
        """Pause or resume recruiting, or close or open a pool.

        Raises:
            MonitorError: there is no such study or pool.
        """
        study = self._study(name)
        if isinstance(decision, PoolClosed):
            _check_pool(study, decision.pool)
        await decide(self._ledgers, study, decision)

    async def note(self, name: str, participant_id: str, entry: AdminEntry) -> None:
        """Store what an admin decided about a participant; a form that is sent again changes
        nothing.

        Raises:
            MonitorError: there is no such participant, pool or text.
        """
        study = self._study(name)
        _, ledger = await self._found(study, participant_id)
        if isinstance(entry, PoolChanged):
            _check_pool(study, entry.pool)
        if isinstance(entry, Redacted):
            _check_text(study, ledger, entry)

        async def append(ledger: OpenLedger) -> None:
            has_form = isinstance(entry, Compensated | Messaged) and entry.form_id
            if not has_form or entry not in [line.entry for line in ledger.lines]:
                await ledger.append(entry)

        with suppress(GoneError):  # it was deleted meanwhile
            await self._ledgers.change(participant_id, append)
            if isinstance(entry, Excluded):
                await self._ledgers.change(participant_id, self._leave_place)

    async def forget(self, name: str, participant_id: str) -> None:
        """Delete what is known of a participant; its games stay, without its id and its words.

        Raises:
            MonitorError: there is no such participant.
        """
        await self._found(self._study(name), participant_id)
        with suppress(GoneError):  # it was deleted meanwhile
            await self._ledgers.change(participant_id, self._leave_place)
        await self._store.write(forget_participant, participant_id)

    async def _leave_place(self, ledger: OpenLedger) -> None:
        await ledger.append(*await self._leave(ledger.story))


def _check_pool(study: Study, pool: str) -> None:
    if pool not in study.pools:
        raise MonitorError(f"{study.name} has no pool {pool!r}")


def _check_text(study: Study, ledger: Sequence[LedgerEntry], redacted: Redacted) -> None:
    entries = [line.entry for line in ledger if line.number == redacted.number]
    if not any(redacted.item in free_texts(study, entry) for entry in entries):
        raise MonitorError(f"entry {redacted.number} has no text {redacted.item!r} to redact")
