"""All that is measured of a follower on recorded games (paper, Section 7)."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents import Follower
from cerealbar.agents.policy import Policy
from cerealbar.evaluation.card_changes import meant_bits
from cerealbar.evaluation.cascaded import Cascades, evaluate_cascaded
from cerealbar.evaluation.following import as_policy, within
from cerealbar.evaluation.groups import game_groups
from cerealbar.evaluation.instructions import judge
from cerealbar.evaluation.leader_script import leader_script
from cerealbar.evaluation.rollouts import MAX_CHOICES, Rollouts, join_rollouts, roll_out_group
from cerealbar.evaluation.statistics import GameMean, intervals, mean_by_game
from cerealbar.game import Array
from cerealbar.records import Examples
from cerealbar.views import Sight


@dataclass(frozen=True, slots=True, eq=False)
class EvaluationReport:
    """What was measured of a follower on N examples."""

    examples: Examples
    limit: int | None
    done: Rollouts
    """Each instruction on its own."""
    right: dict[str, NDArray[np.bool_]]
    """(N,) each: whether cards, environment and actions are as recorded."""
    is_as_meant: NDArray[np.bool_] | None
    """(N,): whether exactly the meant cards were changed, where that is known of all."""
    cascades: Cascades | None
    """Games from each instruction on, if that was asked for."""

    def means(self) -> dict[str, GameMean]:
        """Every measure, as its mean over games."""
        _, game = np.unique(self.examples.game, return_inverse=True)
        games = int(game.max(initial=-1)) + 1
        found = {
            "card_state_accuracy": mean_by_game(game, self.right["cards"], games),
            "environment_state_accuracy": mean_by_game(game, self.right["environment"], games),
            "action_sequence_accuracy": mean_by_game(game, self.right["actions"], games),
        }
        if self.is_as_meant is not None:
            found["cards_as_meant"] = mean_by_game(game, self.is_as_meant, games)
        if self.cascades is not None:
            found |= cascaded_means(self.examples, self.cascades, self.is_as_meant is not None)
        return found

    def told(self) -> dict[str, object]:
        """All of it for programs: shares from 0 to 1, None where there was nothing to measure."""
        means = self.means()
        lengths = recorded_choices(self.examples)
        too_long = float("nan")
        if self.limit is not None and len(lengths):
            too_long = float((lengths > self.limit).mean())
        return {
            "instructions": len(self.examples),
            "games": len(np.unique(self.examples.game)),
            "limit": self.limit,
            "recorded_longer_than_limit": _number(too_long),
            **{name: _number(mean.value) for name, mean in means.items()},
            "intervals": {
                name: [_number(end) for end in ends] for name, ends in intervals(means).items()
            },
        }


def cascaded_means(examples: Examples, found: Cascades, is_meant: bool) -> dict[str, GameMean]:
    """The measures of cascaded evaluation, and the same as the paper's public code takes them."""
    _, begin, game = np.unique(examples.game, return_index=True, return_inverse=True)
    games, n = len(begin), np.bincount(game).astype(np.float64)
    before = examples.start["score"][begin]
    sets = before + examples.sets_left[begin].astype(np.float64)
    points = np.minimum(1, _ratio(found.gained, examples.sets_left))
    means = {
        "full_game_points": GameMean(before + found.gained[begin], np.ones(games)),
        "instructions_followed": mean_by_game(game, found.followed / found.left, games),
        "points_scored": mean_by_game(game, points, games),
        "code_instructions_followed": GameMean(
            np.bincount(game, found.coded) / (n * (n + 1) / 2), np.ones(games)
        ),
        "code_points_scored": mean_by_game(
            np.arange(games), _ratio(np.bincount(game, found.coded_gained) / n, sets), games
        ),
    }
    if is_meant:
        shares = found.as_meant / found.left
        means["instructions_followed_as_meant"] = mean_by_game(game, shares, games)
    return means


def _ratio(some: Array, whole: Array) -> NDArray[np.float64]:
    """Shares of a whole; not a number where that is nothing."""
    shares = np.full(len(whole), np.nan)
    np.divide(some, whole, out=shares, where=whole > 0)
    return shares


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def recorded_choices(examples: Examples) -> NDArray[np.int64]:
    """(N,): how often the recorded follower chose in each example, being done included."""
    return np.array([len(examples.follower_actions(i)) for i in range(len(examples))], np.int64)


def evaluate_follower(
    examples: Examples,
    follower: Follower | Policy,
    *,
    cascaded: bool = False,
    sight: Sight | None = None,
    limit: int | None = MAX_CHOICES,
    progress: Callable[[float], None] | None = None,
) -> EvaluationReport:
    """Measure a follower on recorded games; `progress` is told which share is done.

    Raises:
        PlayerError: the follower answers with what it cannot do.

    Examples:
        >>> from cerealbar.agents import make_follower, make_leader, play_games
        >>> from cerealbar.records import build_examples
        >>> games = play_games(make_leader("scripted"), make_follower("oracle"), [7])
        >>> report = evaluate_follower(build_examples(games), make_follower("oracle"))
        >>> report.means()["cards_as_meant"].value
        1.0
    """
    script, groups = leader_script(examples), game_groups(examples)
    first, second = (within(progress, number, 1 + cascaded) for number in range(2))
    done = []
    for number, group in enumerate(groups):
        policy, of_group = as_policy(follower, number), within(first, number, len(groups))
        chosen = np.arange(group.start, group.stop)
        done.append(roll_out_group(examples, script, policy, chosen, limit, sight, of_group))
    found = None
    if cascaded:
        found = evaluate_cascaded(examples, follower, sight, limit, progress=second)
    return sum_up(examples, limit, join_rollouts(done), found)


def sum_up(
    examples: Examples, limit: int | None, done: Rollouts, cascades: Cascades | None
) -> EvaluationReport:
    """The report on instructions that were all carried out."""
    is_as_meant = None
    if len(examples) and None not in examples.meant:
        is_as_meant = done.changed == meant_bits(examples)
    return EvaluationReport(examples, limit, done, judge(examples, done), is_as_meant, cascades)
