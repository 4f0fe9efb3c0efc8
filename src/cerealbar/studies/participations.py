"""A participation: one person in one study, by its ledger."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from cerealbar.studies import entries as told
from cerealbar.studies.entries import LedgerEntry
from cerealbar.studies.story import ParticipantStory, story_of
from cerealbar.wire.visits import EndWord

BY_OTHERS = (
    told.PoolChanged,
    told.Excluded,
    told.Compensated,
    told.Paid,
    told.Messaged,
    told.Redacted,
)
"""Entries that say nothing of when a participant was there."""
TASK_TEXT = "text"
"""The item by which the text of a task is redacted."""


@dataclass(frozen=True)
class Participation:
    """What a participant did in a study, and who it is as far as anybody asks."""

    participant_id: str
    """Random: it says nothing about the person."""
    platform_id: str | None = None
    """Who it is on the platform that it came from; only if that is asked for."""
    submission_id: str | None = None
    """What the platform calls its taking part, such as MTurk's assignment; likewise."""
    ledger: tuple[LedgerEntry, ...] = ()

    @cached_property
    def story(self) -> ParticipantStory:
        """What the ledger tells."""
        return story_of(self.ledger)

    @property
    def codes(self) -> tuple[str, ...]:
        """What it was shown at the ends of its visits, for the platform or to be known by."""
        ends = (line.entry for line in self.ledger if isinstance(line.entry, told.Ended))
        return tuple(dict.fromkeys(end.code for end in ends if end.code))

    @cached_property
    def heard(self) -> float:
        """When the participant itself did something last."""
        return _heard(self.ledger)

    @cached_property
    def visits(self) -> tuple["VisitSpan", ...]:
        """Its visits, the first one first."""
        return tuple(map(_span, _split(self.ledger)))

    @cached_property
    def parts(self) -> tuple["PlayedPart", ...]:
        """Its parts in games, the first one first."""
        played = [
            (visit.number, line.wall, line.entry)
            for visit in self.visits
            for line in visit.entries
            if isinstance(line.entry, told.GamePlayed)
        ]
        return tuple(
            PlayedPart(self.participant_id, visit, number, wall, game)
            for number, (visit, wall, game) in enumerate(played, start=1)
        )


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """One participant's part in one game."""

    participant_id: str
    visit: int
    number: int
    """Which of its games it is, from 1 over all visits."""
    wall: float
    """When it was over."""
    game: told.GamePlayed


@dataclass(frozen=True, slots=True)
class StepSpan:
    """The time that a participant spent at a step."""

    step: str
    reached: float
    """In seconds since 1970, as all times here."""
    left: float
    """When the next step was reached, or when something happened last."""

    @property
    def seconds(self) -> float:
        """How long it was."""
        return self.left - self.reached


@dataclass(frozen=True, slots=True)
class VisitSpan:
    """One visit of a participant, from its arrival on."""

    number: int
    arrived: float
    last: float
    """When the participant did something last."""
    end: EndWord | None
    steps: tuple[StepSpan, ...]
    """In the order in which they were reached."""
    entries: tuple[LedgerEntry, ...]
    """All that was told from its beginning to the next visit's."""

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.last - self.arrived


def _split(ledger: tuple[LedgerEntry, ...]) -> list[list[LedgerEntry]]:
    """The entries of each visit; what was told before anyone came belongs to none."""
    found: list[list[LedgerEntry]] = []
    number = 0
    for line in ledger:
        if isinstance(line.entry, told.Arrived) and line.entry.visit != number:
            number = line.entry.visit
            found.append([])
        if found:
            found[-1].append(line)
    return found


def _heard(lines: Iterable[LedgerEntry]) -> float:
    own = (line.wall for line in lines if not isinstance(line.entry, BY_OTHERS))
    return max(own, default=0.0)


def _span(lines: list[LedgerEntry]) -> VisitSpan:
    arrived = lines[0].entry
    assert isinstance(arrived, told.Arrived), "with which a visit begins"
    ends = [line.entry.how for line in lines if isinstance(line.entry, told.Ended)]
    last = _heard(lines)
    reached = [
        (line.entry.step, line.wall) for line in lines if isinstance(line.entry, told.Reached)
    ]
    left = [wall for _, wall in reached[1:]] + [last]
    return VisitSpan(
        number=arrived.visit,
        arrived=lines[0].wall,
        last=last,
        end=ends[0] if ends else None,
        steps=tuple(
            StepSpan(step, wall, until) for (step, wall), until in zip(reached, left, strict=False)
        ),
        entries=tuple(lines),
    )


def redactions(ledger: Iterable[LedgerEntry]) -> dict[tuple[int, str], str]:
    """What stands instead of which text, by the number of its entry and its item."""
    return {
        (line.entry.number, line.entry.item): line.entry.text
        for line in ledger
        if isinstance(line.entry, told.Redacted)
    }
