"""Which games to keep: the paper's pruning (Appendix C) as named criteria."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from cerealbar.records.events import GameRecord
from cerealbar.records.life import InstructionLife, lives
from cerealbar.records.replay import replay


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much a game must hold to be kept; None switches a criterion off."""

    least_finished: int | None = 1
    """Instructions that the follower finished."""
    least_share: float | None = 0.5
    """Share of the instructions that the follower finished."""
    most_steps: int | None = 50
    """Follower steps in one instruction; the longest that the paper kept has 50."""


Criterion = Callable[[tuple[InstructionLife, ...], Limits], str | None]


def _too_few_finished(found: tuple[InstructionLife, ...], limits: Limits) -> str | None:
    finished = sum(instruction.is_finished for instruction in found)
    if limits.least_finished is not None and finished < limits.least_finished:
        return f"{finished} instructions finished, fewer than {limits.least_finished}"
    return None


def _low_share(found: tuple[InstructionLife, ...], limits: Limits) -> str | None:
    if limits.least_share is None or not found:
        return None
    share = sum(instruction.is_finished for instruction in found) / len(found)
    if share < limits.least_share:
        return f"{share:.0%} of the instructions finished, less than {limits.least_share:.0%}"
    return None


def _long_sequence(found: tuple[InstructionLife, ...], limits: Limits) -> str | None:
    most = max((instruction.steps for instruction in found), default=0)
    if limits.most_steps is not None and most > limits.most_steps:
        return f"{most} steps in one instruction, more than {limits.most_steps}"
    return None


CRITERIA: dict[str, Criterion] = {
    "few-finished": _too_few_finished,
    "low-share": _low_share,
    "long-sequence": _long_sequence,
}
"""Why a game is dropped, by name."""


@dataclass(slots=True)
class Selection:
    """Which games were kept, and why others were dropped."""

    kept: list[str] = field(default_factory=list)
    dropped: dict[str, dict[str, str]] = field(default_factory=dict)
    """By game id: each criterion that it failed, and how."""

    def counts(self) -> dict[str, int]:
        """How many games failed each criterion; one game can fail several."""
        return {
            name: sum(name in reasons for reasons in self.dropped.values()) for name in CRITERIA
        }


def failures(record: GameRecord, limits: Limits) -> dict[str, str]:
    """The criteria that a game fails, each with how."""
    found = lives(replay(record))
    reasons = {name: criterion(found, limits) for name, criterion in CRITERIA.items()}
    return {name: reason for name, reason in reasons.items() if reason is not None}


def select(records: Iterable[GameRecord], limits: Limits) -> Selection:
    """Which of the games to keep."""
    selection = Selection()
    for record in records:
        reasons = failures(record, limits)
        if reasons:
            selection.dropped[record.game_id] = reasons
        else:
            selection.kept.append(record.game_id)
    return selection
