"""Which games to keep: the paper's pruning (Appendix C) as named criteria."""

from collections.abc import Iterable, Mapping

from cerealbar.records.events import GameRecord
from cerealbar.records.life import lives
from cerealbar.records.replay import replay

MOST_STEPS = 50
"""Follower steps in one instruction; the longest that the paper kept has so many."""
_LEAST_SHARE = 0.5
"""Share of the instructions that the follower finished."""
Failures = Mapping[str, str]
"""The criteria that a game fails, each with how: `few-finished`, `low-share`, `long-sequence`."""


def dropped_games(
    records: Iterable[GameRecord], most_steps: int = MOST_STEPS
) -> dict[str, Failures]:
    """By id: the games that are not to be kept, and why."""
    found = {record.game_id: _failures(record, most_steps) for record in records}
    return {game_id: failures for game_id, failures in found.items() if failures}


def _failures(record: GameRecord, most_steps: int) -> Failures:
    found = lives(replay(record))
    finished = sum(life.is_finished for life in found)
    share = finished / len(found) if found else 1.0
    most = max((life.steps for life in found), default=0)
    reasons = {}
    if not finished:
        reasons["few-finished"] = "no instruction finished"
    if share < _LEAST_SHARE:
        told = f"{share:.0%} of the instructions finished, less than {_LEAST_SHARE:.0%}"
        reasons["low-share"] = told
    if most > most_steps:
        reasons["long-sequence"] = f"{most} steps in one instruction, more than {most_steps}"
    return reasons
