"""All that is measured of a follower on recorded games (paper, Section 7)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cerealbar.evaluation.cascaded import Cascades
from cerealbar.evaluation.judging import judge, judge_cards
from cerealbar.evaluation.recorded import RecordedCourse
from cerealbar.evaluation.rollouts import Rollouts
from cerealbar.evaluation.statistics import GameMean, intervals, mean_by_game
from cerealbar.game import Array
from cerealbar.records import Examples

InstructionValues: TypeAlias = NDArray[np.float64] | NDArray[np.bool_]
"""(N,): of each instruction; not a number where it has none."""


@dataclass(frozen=True, eq=False)
class EvaluationReport:
    """What was measured of a follower on N examples."""

    examples: Examples
    limit: int | None
    done: Rollouts
    """Each instruction on its own."""
    cascades: Cascades | None
    """Games from each instruction on, if that was asked for."""

    @cached_property
    def values(self) -> dict[str, InstructionValues]:
        """(N,) each: what every measure is the mean of; a rule's are named `rule.measure`.

        Whether exactly the meant cards were changed is one where that is known of all.
        """
        examples, done = self.examples, self.done
        right = judge(examples, done)
        found: dict[str, InstructionValues] = {
            "card_state_accuracy": right["cards"],
            "environment_state_accuracy": right["environment"],
            "action_sequence_accuracy": right["actions"],
        }
        is_meant = len(examples) > 0 and None not in examples.meant
        if is_meant:
            every, start = np.arange(len(examples)), np.array(examples.start)
            meant = RecordedCourse(examples).meant
            found["cards_as_meant"] = judge_cards(examples, every, meant, start, done.changed)[1]
        if self.cascades is not None:
            found |= cascaded_values(examples, self.cascades, is_meant)
        return found

    def means(self) -> dict[str, GameMean]:
        """Every measure: the mean over all instructions that have a value, as sums of games."""
        _, game = np.unique(self.examples.game, return_inverse=True)
        games = int(game.max(initial=-1)) + 1
        return {name: mean_by_game(game, values, games) for name, values in self.values.items()}

    def told(self) -> dict[str, Any]:
        """All of it for programs: shares from 0 to 1, None where there was nothing to measure.

        The measures of a rule are an object of its name.
        """
        means = self.means()
        lengths = recorded_choices(self.examples)
        too_long = float("nan")
        if self.limit is not None and len(lengths):
            too_long = float((lengths > self.limit).mean())
        return {
            "instructions": len(self.examples),
            "games": len(np.unique(self.examples.game)),
            "limit": self.limit,
            "recorded_longer_than_limit": number(too_long),
            **nest({name: number(mean.value) for name, mean in means.items()}),
            "intervals": nest(
                {name: [number(end) for end in ends] for name, ends in intervals(means).items()}
            ),
        }


def cascaded_values(
    examples: Examples, found: Cascades, is_meant: bool
) -> dict[str, InstructionValues]:
    """(N,) each: what the measures of cascaded evaluation are means of.

    `code` has the counts of rule stop over what the paper's public code divides by. What is of a
    whole game is told of its first instruction.
    """
    _, begin, game = np.unique(examples.game, return_index=True, return_inverse=True)
    n, left = np.bincount(game), examples.sets_left
    before, sets_of_game = examples.start["score"][begin], left[begin]

    def of_games(values: Array) -> InstructionValues:
        rows = np.full(len(examples), np.nan)
        rows[begin] = values
        return rows

    values: dict[str, InstructionValues] = {
        "full_game_points": of_games(before + found.go_on_gained[begin]),
        "stop.instructions_followed": found.stop_followed / found.left,
        "stop.points_scored": np.minimum(1, _ratio(found.stop_gained, left)),
        "stop.impossible": n[game] - found.left > found.stop_followed[begin][game],
        "go_on.instructions_followed": found.go_on_followed / found.left,
        "go_on.points_scored": np.minimum(1, _ratio(found.go_on_gained, left)),
    }
    if found.is_stopped:
        whole = ("full_game_points", "go_on.instructions_followed", "go_on.points_scored")
        return {name: each for name, each in values.items() if name not in whole}
    if is_meant:
        values["go_on.instructions_followed_as_meant"] = found.go_on_as_meant / found.left
    followed, gained = (np.bincount(game, c) for c in (found.stop_followed, found.stop_gained))
    return values | {
        "code.instructions_followed": of_games(followed / (n * (n + 1) / 2)),
        "code.points_scored": of_games(_ratio(gained / n, before + sets_of_game)),
    }


def _ratio(some: Array, whole: Array) -> NDArray[np.float64]:
    """Shares of a whole; not a number where that is nothing."""
    shares = np.full(len(whole), np.nan)
    np.divide(some, whole, out=shares, where=whole > 0)
    return shares


def number(value: float) -> float | None:
    """The value; None if it is not a number."""
    return None if math.isnan(value) else value


def nest(values: Mapping[str, object]) -> dict[str, Any]:
    """InstructionValues by name, those of a `rule.measure` within an object of the rule."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        rule, _, measure = name.rpartition(".")
        (found.setdefault(rule, {}) if rule else found)[measure] = value
    return found


def told_of(told: Mapping[str, Any], name: str) -> Any:  # a number, an interval, or None
    """What nested values tell of a measure; None if they do not know it."""
    rule, _, measure = name.rpartition(".")
    return (told.get(rule, {}) if rule else told).get(measure)


def measure_words(name: str) -> str:
    """A measure's name for people."""
    return name.replace(".", ": ").replace("_", " ")


def value_words(name: str, value: float) -> str:
    """A value of a measure for people: points, or a share."""
    if math.isnan(value):
        return "-"
    return f"{value:.2f}" if name == "full_game_points" else f"{value:.1%}"


def recorded_choices(examples: Examples) -> NDArray[np.int64]:
    """(N,): how often the recorded follower chose in each example, being done included."""
    return np.array([len(examples.follower_actions(i)) for i in range(len(examples))], np.int64)
