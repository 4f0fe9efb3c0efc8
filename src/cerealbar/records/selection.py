"""Which games to keep: the paper's pruning (Appendix C) as named criteria."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

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


Failures = Mapping[str, str]
"""The criteria that a game fails, each with how: `few-finished`, `low-share`, `long-sequence`."""


def _failures(record: GameRecord, limits: Limits) -> Failures:
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


def dropped_games(records: Iterable[GameRecord], limits: Limits) -> dict[str, Failures]:
    """By id: the games that are not to be kept, and why."""
    found = {record.game_id: _failures(record, limits) for record in records}
    return {game_id: failures for game_id, failures in found.items() if failures}
