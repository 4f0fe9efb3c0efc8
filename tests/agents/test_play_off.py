import pytest

from cerealbar.agents import Oracle, PlayOff, ScriptedLeader, play_off
from cerealbar.agents.random_agents import RandomFollower, RandomLeader
from cerealbar.agents.skill import NOVICE


def test_a_play_off_sums_up_its_games() -> None:
    assert PlayOff("a", "b", (3, 5, 5, 7), (9, 9, 9, 9), seconds=2.0).mean == 5.0


def test_the_same_seed_gives_the_same_scores() -> None:
    first, second = (play_off(ScriptedLeader(1, NOVICE), Oracle(), 4, seed=2) for _ in range(2))
    assert (first.scores, first.finished) == (second.scores, second.finished)


def test_better_players_score_more() -> None:
    scripted = play_off(ScriptedLeader(), Oracle(), 6, seed=3)
    at_random = play_off(RandomLeader(), RandomFollower(), 6, seed=3)
    assert at_random.mean < 1 < scripted.mean


def test_a_play_off_needs_a_game() -> None:
    with pytest.raises(ValueError, match="cannot play 0 games"):
        play_off(ScriptedLeader(), Oracle(), 0)
