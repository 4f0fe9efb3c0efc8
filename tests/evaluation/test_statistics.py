import math

import numpy as np
import pytest

from cerealbar.evaluation.statistics import (
    GameMean,
    Share,
    intervals,
    mean_by_game,
    mean_interval,
    over_trials,
    share,
)


def test_values_are_averaged_over_all_games_and_no_number_is_left_out() -> None:
    game = np.array([0, 0, 1, 2])
    mean = mean_by_game(game, np.array([1.0, 0.0, np.nan, 0.5]), 4)
    assert mean.sums.tolist() == [1, 0, 0.5, 0]
    assert mean.counts.tolist() == [2, 0, 1, 0]
    assert mean.value == 0.5


def test_a_mean_of_nothing_is_no_number() -> None:
    mean = mean_by_game(np.zeros(0, np.int64), np.zeros(0), 0)
    assert math.isnan(mean.value)
    assert all(math.isnan(end) for end in intervals({"none": mean})["none"])
    assert intervals({}) == {}


def test_the_interval_is_of_means_of_games_drawn_anew() -> None:
    """Again by hand, one draw after the other."""
    mean = GameMean(np.array([3.0, 0.0, 2.0, 1.0]), np.array([3.0, 2.0, 4.0, 1.0]))
    drawn = np.random.default_rng(5).integers(4, size=(200, 4))
    values = []
    for games in drawn:
        right = sum(mean.sums[game] for game in games)
        values.append(right / sum(mean.counts[game] for game in games))
    expected = np.percentile(values, (2.5, 97.5))
    assert intervals({"share": mean}, 5, 200)["share"] == pytest.approx(tuple(expected))


def test_intervals_are_repeatable_and_hold_the_mean() -> None:
    rng = np.random.default_rng(1)
    mean = GameMean(rng.random(100), np.ones(100))
    low, high = intervals({"some": mean})["some"]
    assert intervals({"some": mean}) == {"some": (low, high)}
    assert low < mean.value < high
    error = mean.sums.std() / 10
    assert high - low == pytest.approx(2 * 1.96 * error, rel=0.1)


def test_games_without_a_value_may_be_drawn_alone() -> None:
    mean = GameMean(np.array([1.0, 0.0]), np.array([1.0, 0.0]))
    assert intervals({"one": mean})["one"] == (1, 1)


def test_trials_have_a_mean_and_a_deviation() -> None:
    assert over_trials([1.0, 2.0, 3.0]) == (2, 1)
    assert over_trials([0.5]) == (0.5, 0)
    with pytest.raises(ValueError, match="no trials"):
        over_trials([])


def test_scores_of_games_have_an_interval_around_their_mean() -> None:
    low, high = mean_interval((3, 5, 5, 7))
    assert 3.0 <= low < 5.0 < high <= 7.0


def test_a_share_counts_what_is_true() -> None:
    assert share([True, False, True, True]) == Share(3, 4)
    assert Share(3, 4).value == 0.75


def test_the_interval_is_wilsons() -> None:
    """Known values: 8 of 10, and 0 of 10."""
    assert Share(8, 10).interval == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert Share(0, 10).interval == pytest.approx((0.0, 0.2775), abs=1e-4)


def test_of_nothing_nothing_is_known() -> None:
    assert Share(0, 0).value == 0
    assert Share(0, 0).interval == (0, 1)
