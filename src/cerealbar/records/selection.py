"""Which games to keep: the paper's pruning (Appendix C) as named criteria."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from cerealbar.records.events import GameRecord
from cerealbar.records.life import lives
from cerealbar.records.replay import replay


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much a game must hold to be kept."""

    least_finished: int = 1
    """Instructions that the follower finished."""
    least_share: float = 0.5
    """Share of the instructions that the follower finished."""
    most_steps: int = 50
    """Follower steps in one instruction; the longest that the paper kept has 50."""


CRITERIA = ("few-finished", "low-share", "long-sequence")
"""Why a game is dropped."""


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
    finished = sum(life.is_finished for life in found)
    share = finished / len(found) if found else 1.0
    most = max((life.steps for life in found), default=0)
    reasons = {}
    if finished < (least := limits.least_finished):
        reasons["few-finished"] = f"{finished} instructions finished, fewer than {least}"
    if share < limits.least_share:
        told = f"{share:.0%} of the instructions finished, less than {limits.least_share:.0%}"
        reasons["low-share"] = told
    if most > limits.most_steps:
        told = f"{most} steps in one instruction, more than {limits.most_steps}"
        reasons["long-sequence"] = told
    return reasons


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
