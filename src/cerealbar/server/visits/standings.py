"""Where participants stand: at which step each is, how many are there, and who waits for whom."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal, TypeAlias

from cerealbar.server.admin.live import LiveGame, Waiting
from cerealbar.server.visits.participant_cache import CachedParticipant
from cerealbar.studies.course import Stage, stage_of
from cerealbar.studies.steps import Step
from cerealbar.studies.story import ParticipantStory
from cerealbar.studies.study import Study

SILENT_SECONDS = 30 * 60.0
"""After which someone of whom nothing is heard has dropped out."""
RECENT_WAITS = 50
"""How many of the newest waits are told of."""
Whereabouts: TypeAlias = Literal["here", "dropped-out", "over"]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a participant stands."""

    who: CachedParticipant
    step: str
    """Which the participant is at, or was at when the visit was over."""
    whereabouts: Whereabouts
    heard: float
    """When the participant did something last; whoever plays does something now."""

    @property
    def story(self) -> ParticipantStory:
        """What the participant has done."""
        return self.who.story

    @property
    def since(self) -> float:
        """When the step was reached."""
        return self.story.reached.get(self.step, self.story.arrived)

    @property
    def how(self) -> str:
        """How the visit ended; empty while it goes on."""
        if self.story.excluded is not None:
            return "excluded"
        return self.story.end or ""


def standing_of(
    study: Study, who: CachedParticipant, live: Mapping[str, LiveGame], wall: float
) -> Standing:
    """Where a participant stands, with the games that go on by their ids."""
    story, stage = who.story, stage_of(study, who.story)
    if stage.is_over or story.excluded is not None:
        last = max(story.reached, key=lambda step: story.reached[step], default=study.steps[0].id)
        return Standing(who, last, "over", who.heard)
    heard = wall if _is_playing(story, stage, live) else who.heard
    is_silent = wall - heard > SILENT_SECONDS
    return Standing(who, stage.step.id, "dropped-out" if is_silent else "here", heard)


def _is_playing(story: ParticipantStory, stage: Stage, live: Mapping[str, LiveGame]) -> bool:
    """Whether the participant's page is open in its game or tutorial."""
    seat = stage.step.seat_in(story)
    game = None if seat is None else live.get(seat[0])
    if seat is None or game is None:
        return False
    return (game.leader if seat[1] == "leader" else game.follower).is_here


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


def funnel(study: Study, standings: Sequence[Standing]) -> list[StepCount]:
    """The steps of a study with those who came to them, in their newest visits."""
    return [_count(step, standings) for step in study.steps]


def _count(step: Step, standings: Sequence[Standing]) -> StepCount:
    at = [standing for standing in standings if standing.step == step.id]
    counts = Counter(standing.whereabouts for standing in at)
    return StepCount(
        step=step.id,
        kind=str(step.__struct_config__.tag),
        reached=sum(
            step.id == standing.step or step.id in standing.story.reached for standing in standings
        ),
        here=counts["here"],
        dropped_out=counts["dropped-out"],
        ends=Counter(standing.how for standing in at if standing.whereabouts == "over"),
    )


# Games and waiting


@dataclass(frozen=True, slots=True)
class StudyGame:
    """A game of a study that goes on."""

    game: LiveGame
    participants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Waiter:
    """Someone who waits for a partner."""

    participant_id: str
    role: str
    treatment: str
    seconds: float


@dataclass(frozen=True, slots=True)
class RecentWaits:
    """The newest waits that are over."""

    count: int
    nobody_came: int
    median_seconds: float
    longest_seconds: float


def seated(standings: Iterable[Standing]) -> dict[str, list[Standing]]:
    """Who has a seat in which game."""
    found: dict[str, list[Standing]] = {}
    for standing in standings:
        place = standing.story.place
        if place is not None and place.seat is not None:
            found.setdefault(place.seat.game_id, []).append(standing)
    return found


def games_of(live: Iterable[LiveGame], seats: Mapping[str, Sequence[Standing]]) -> list[StudyGame]:
    """The games in which participants play now."""
    return [
        StudyGame(game, tuple(standing.who.participant_id for standing in seats[game.game_id]))
        for game in live
        if game.game_id in seats and game.status != "waiting"
    ]


def waiters(
    waiting: Iterable[Waiting], seats: Mapping[str, Sequence[Standing]], wall: float
) -> list[Waiter]:
    """The participants who wait now, the longest first."""
    found = [
        Waiter(
            standing.who.participant_id, room.role, place.drawn.treatment, wall - place.seated_at
        )
        for room in waiting
        for standing in seats.get(room.game_id, ())
        if (place := standing.story.place) is not None
    ]
    return sorted(found, key=lambda waiter: -waiter.seconds)


def recent_waits(people: Iterable[CachedParticipant]) -> RecentWaits | None:
    """The newest waits of all participants; None if nobody has waited yet."""
    waits = [wait for who in people for wait in who.waits]
    newest = sorted(waits, key=lambda wait: wait.wall)[-RECENT_WAITS:]
    if not newest:
        return None
    seconds = [wait.seconds for wait in newest]
    return RecentWaits(
        count=len(newest),
        nobody_came=sum(not wait.is_met for wait in newest),
        median_seconds=median(seconds),
        longest_seconds=max(seconds),
    )
