"""Where participants stand: at which step each is, how many are there, and who waits for whom.

Of the ledgers of everyone in a study only what is new is read.
"""

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from cerealbar.server.rooms.peers import LiveGame
from cerealbar.server.store import Store
from cerealbar.server.store.participants import ledger_lengths, read_ledgers
from cerealbar.studies.participations import Participation
from cerealbar.studies.pay import account
from cerealbar.studies.steps import Step
from cerealbar.studies.story import ParticipantStory
from cerealbar.studies.study import Stage, Study, stage_of


class ParticipantCache:
    """Everyone in the studies of a server; a ledger is read once for each length that it has."""

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, asyncio.Lock()
        self._known: dict[str, Mapping[str, Participation]] = {}

    async def of(self, study: str) -> list[Participation]:
        """Everyone in a study, the first who came first."""
        async with self._lock:  # or several would read the same
            return await self._read(study)

    async def _read(self, study: str) -> list[Participation]:
        lengths = {
            someone.participant_id: length
            for someone, length in await self._store.read(ledger_lengths, study)
        }
        known = self._known.get(study, {})
        kept = {
            key: known[key]
            for key, length in lengths.items()
            if key in known and len(known[key].ledger) == length
        }
        ledgers = await self._store.read(read_ledgers, [key for key in lengths if key not in kept])
        read = {key: Participation(key, ledger=tuple(lines)) for key, lines in ledgers.items()}
        self._known[study] = kept | read
        return [self._known[study][key] for key in lengths]


SILENT_SECONDS = 30 * 60.0
"""After which someone of whom nothing is heard has dropped out."""
Whereabouts: TypeAlias = Literal["here", "dropped-out", "over"]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a participant stands, at a glance."""

    participant_id: str
    story: ParticipantStory
    step: str
    """Which the participant is at, or was at when the visit was over."""
    whereabouts: Whereabouts
    since: float
    """When the step was reached."""
    heard: float
    """When the participant did something last; whoever plays does something now."""
    treatment: str
    role: str
    seated_at: float
    """When it was given the seat that it has; 0 without one."""
    ended: str
    """How the visit ended; empty while it goes on."""
    due: int
    """Cents."""


def standing_of(
    study: Study, who: Participation, live: Mapping[str, LiveGame], wall: float
) -> Standing:
    """Where a participant stands, with the games that go on by their ids."""
    story, stage = who.story, stage_of(study, who.story)
    names, step, heard = [step.id for step in study.steps], stage.step.id, who.heard
    whereabouts: Whereabouts = "here"
    if stage.is_over or story.excluded is not None:
        step = max(story.reached, key=lambda each: story.reached[each], default=names[0])
        whereabouts = "over"
    elif _is_playing(story, stage, live):
        heard = wall
    elif wall - heard > SILENT_SECONDS:
        whereabouts = "dropped-out"
    games = story.all_games
    drawn = story.place.drawn if story.place else games[-1] if games else None
    return Standing(
        participant_id=who.participant_id,
        story=story,
        step=step,
        whereabouts=whereabouts,
        since=story.reached.get(step, story.arrived),
        heard=heard,
        treatment=drawn.treatment if drawn else "",
        role=drawn.role if drawn else "",
        seated_at=story.place.seated_at if story.place else 0.0,
        ended="excluded" if story.excluded is not None else story.end or "",
        due=account(study, story).due,
    )


def _is_playing(story: ParticipantStory, stage: Stage, live: Mapping[str, LiveGame]) -> bool:
    """Whether the participant's page is open in its game or tutorial."""
    seat = stage.step.seat_in(story)
    game = None if seat is None else live.get(seat.game_id)
    if seat is None or game is None:
        return False
    return (game.leader if seat.role == "leader" else game.follower).is_here


# How many are where


@dataclass(frozen=True, slots=True)
class StepCount:
    """How many came to a step, and what became of them there."""

    step: str
    kind: str
    reached: int
    here: int
    dropped_out: int
    ends: Mapping[str, int]
    """How many visits ended at the step, by how."""

    @property
    def over(self) -> int:
        """How many visits ended at the step."""
        return sum(self.ends.values())

    @property
    def went_on(self) -> int:
        """How many have left the step behind."""
        return self.reached - self.here - self.dropped_out - self.over


def count_step(step: Step, standings: Sequence[Standing]) -> StepCount:
    """A step with those who came to it, in their newest visits."""
    at = [standing for standing in standings if standing.step == step.id]
    counts = Counter(standing.whereabouts for standing in at)
    return StepCount(
        step=step.id,
        kind=step.kind,
        reached=sum(
            step.id == standing.step or step.id in standing.story.reached for standing in standings
        ),
        here=counts["here"],
        dropped_out=counts["dropped-out"],
        ends=Counter(standing.ended for standing in at if standing.whereabouts == "over"),
    )


# Games and waiting


def seated(standings: Iterable[Standing]) -> dict[str, list[Standing]]:
    """Who has a seat in which game."""
    found: dict[str, list[Standing]] = {}
    for standing in standings:
        place = standing.story.place
        if place is not None and place.seat is not None:
            found.setdefault(place.seat.game_id, []).append(standing)
    return found
