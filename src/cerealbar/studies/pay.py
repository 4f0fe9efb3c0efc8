"""Money: what a study pays, and what each participant has earned.

Leaders and followers are paid alike, as in the paper (Appendix C). All amounts are in cents.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from msgspec import Meta

from cerealbar.studies.entries import GamePlayed
from cerealbar.studies.parts import Cents, StudySection
from cerealbar.studies.story import ParticipantStory

if TYPE_CHECKING:  # which has a part that is here
    from cerealbar.studies.study import Study

LineKind: TypeAlias = Literal[
    "visit", "failed-quiz", "game", "points", "partner-left", "waiting", "cap", "compensation"
]
_PAID_ENDS = ("finished", "no-partner")
"""Visits that are paid: whoever found no partner has done all that it could."""
_NOT_ITS_FAULT = ("partner-left", "broken")


# What a study says


class Bonus(StudySection, frozen=True, kw_only=True):
    """What each point earns: the original's scheme by default, in cents by the set's number."""

    cents: tuple[Cents, ...] = (15, 25, 25, 30, 30, 35, 35, 40, 40, 40, 40, 50, 50, 60)
    """For the first set, the second, ...; the last holds for all further ones."""


class Pay(StudySection, frozen=True, kw_only=True):
    """What participants get; amounts are in cents of one currency."""

    currency: Annotated[str, Meta(pattern=r"^[A-Z]{3}$(?!\n)")] = "USD"
    base: Cents = 0
    """For a visit that reached its end."""
    game: Cents = 15
    """For each game that was begun."""
    bonus: Bonus = Bonus()
    waiting_per_minute: Cents = 10
    partner_left: Cents = 50
    """For a game that the partner left, or that the server could not go on with."""
    failed_quiz: Cents = 0
    most: Cents = 5000
    """For one participant altogether."""


# What a participant has earned


@dataclass(frozen=True, slots=True)
class PayLine:
    """Something that a participant is paid for; below 0 where a limit takes something away."""

    kind: LineKind
    about: str
    """For whom it concerns to read."""
    cents: int


@dataclass(frozen=True, slots=True)
class Account:
    """What a participant has earned in all its visits, and what it was paid."""

    lines: tuple[PayLine, ...]
    paid: int

    @property
    def total(self) -> int:
        """All that it has earned."""
        return sum(line.cents for line in self.lines)

    @property
    def due(self) -> int:
        """What it has to get yet; never below 0, as nobody pays back."""
        return max(0, self.total - self.paid)


def account(study: "Study", story: ParticipantStory) -> Account:
    """The account of a participant.

    Compensation, on which a person decides, is beyond the most that the study pays by itself.
    """
    lines = [line for line in _earned(study.pay, story) if line.cents]
    beyond = sum(line.cents for line in lines) - study.pay.most
    if beyond > 0:
        lines.append(PayLine("cap", f"nobody gets more than {money(study.pay.most)}", -beyond))
    if story.compensated:
        lines.append(PayLine("compensation", "decided by hand", story.compensated))
    return Account(tuple(lines), story.paid)


def bonus_cents(bonus: Bonus, points: int) -> int:
    """What a game's points earn: each set by its number, the last step for all further ones."""
    steps = bonus.cents
    further = max(0, points - len(steps)) * steps[-1] if steps else 0
    return sum(steps[: max(0, points)]) + further


def money(cents: int) -> str:
    """An amount as it is written in tables: `12.05`."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"


def _earned(pay: Pay, story: ParticipantStory) -> Iterator[PayLine]:
    """What the study pays by itself."""
    visits = sum(story.ends.count(end) for end in _PAID_ENDS)
    yield PayLine("visit", f"visits to the end: {visits}", visits * pay.base)
    failed = story.ends.count("failed-quiz")
    yield PayLine("failed-quiz", f"visits that a quiz ended: {failed}", failed * pay.failed_quiz)
    for number, game in enumerate(story.all_games, start=1):
        yield from _game_lines(pay, number, game)
    minutes = ceil(round(story.waited + story.past_waited, 3) / 60)
    yield PayLine(
        "waiting", f"minutes waited, begun ones too: {minutes}", minutes * pay.waiting_per_minute
    )


def _game_lines(pay: Pay, number: int, game: GamePlayed) -> Iterator[PayLine]:
    yield PayLine("game", f"game {number}", pay.game)
    points = f"game {number}, points: {game.score}"
    yield PayLine("points", points, bonus_cents(pay.bonus, game.score))
    if game.how in _NOT_ITS_FAULT:
        yield PayLine("partner-left", f"game {number} could not go on", pay.partner_left)
