"""The numbers of a game, and which of them no game can be played with."""

import dataclasses
import math

import pytest

from cerealbar.game import PAPER, Player, Rules, RulesError
from cerealbar.game.maps import blank_states


def test_the_defaults_are_those_of_the_paper() -> None:
    assert dataclasses.asdict(PAPER) == {
        "leader_steps": 5,
        "follower_steps": 10,
        "leader_seconds": 45.0,
        "follower_seconds": 15.0,
        "half_turns": 12,
        "extra_half_turns": (10, 8, 8, 6, 6, 4, 4, 2, 2, 2),
        "cards": 21,
        "path_objects": 25,
        "solvable": False,
        "cancelling": "never",
        "thumbs": False,
        "remarks": False,
    }
    assert Rules() == PAPER


def test_rules_do_not_change_once_made() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        PAPER.cards = 9  # type: ignore[misc]  # what must fail


def test_each_player_has_seconds_of_their_own() -> None:
    rules = Rules(leader_seconds=7.5, follower_seconds=3.0)
    assert rules.seconds(Player.LEADER) == 7.5
    assert rules.seconds(Player.FOLLOWER) == 3.0


@pytest.mark.parametrize(
    "values",
    [
        {"leader_steps": 0},
        {"leader_steps": 30_000},
        {"follower_steps": 1},
        {"follower_steps": 30_000},
        {"half_turns": None},
        {"half_turns": 1},
        {"half_turns": 30_000},
        {"extra_half_turns": ()},
        {"extra_half_turns": (0,) * 16},
        {"extra_half_turns": (255,)},
        {"cards": 3},
        {"cards": 32},
        {"path_objects": 0},
        {"path_objects": 200},
        {"leader_seconds": 0.001},
    ],
    ids=str,
)
def test_extreme_values_are_allowed(values: dict[str, object]) -> None:
    rules = Rules(**values)  # type: ignore[arg-type]  # one field of its own type
    assert blank_states(1, rules).shape == (1,)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("leader_steps", -1),
        ("leader_steps", 30_001),
        ("leader_steps", 5.0),
        ("leader_steps", "5"),
        ("leader_steps", True),
        ("leader_steps", None),
        ("follower_steps", 0),
        ("follower_steps", -3),
        ("follower_steps", 30_001),
        ("half_turns", 0),
        ("half_turns", -1),
        ("half_turns", 30_001),
        ("half_turns", 12.0),
        ("cards", 2),
        ("cards", 33),
        ("cards", None),
        ("path_objects", -1),
        ("path_objects", 201),
        ("leader_seconds", 0),
        ("leader_seconds", -1.0),
        ("leader_seconds", math.nan),
        ("leader_seconds", "fast"),
        ("leader_seconds", None),
        ("follower_seconds", 0.0),
        ("follower_seconds", math.nan),
        ("follower_seconds", "15"),
        ("extra_half_turns", (1,) * 17),
        ("extra_half_turns", (-1,)),
        ("extra_half_turns", (10, 256)),
        ("extra_half_turns", (2.0,)),
        ("extra_half_turns", 10),
        ("extra_half_turns", None),
    ],
)
def test_impossible_values_are_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(RulesError, match=name) as caught:
        Rules(**{name: value})  # type: ignore[arg-type]  # what must fail
    shown = len(value) if isinstance(value, tuple) and len(value) > 16 else value
    entry = shown[-1] if isinstance(shown, tuple) else shown
    assert str(caught.value).endswith(f"not {entry!r}")
