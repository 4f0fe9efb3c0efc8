"""What a player is told of its game: arrays for models, and the instruction texts it may see."""

from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cerealbar.env.actions import ACTION_COUNTS, InstructionSpace
from cerealbar.env.errors import OptionError
from cerealbar.game import CELLS, HEADINGS, UNLIMITED, Outcome, Player, StateArray, Status
from cerealbar.views import VIEWS, FeatureGroup, Sight, ViewName, feature_maps

Observation: TypeAlias = dict[str, NDArray[Any]]  # integers, of several widths

_PUBLIC = Outcome.SET_MADE | Outcome.TURN_ENDED | Outcome.SKIPPED | Outcome.GAME_OVER


def sight_of(view: ViewName) -> Sight | None:
    """The follower's sight by the name of its view.

    Raises:
        OptionError: no view has this name.
    """
    if view not in VIEWS:
        raise OptionError(f"{view!r} is no view: expected one of {', '.join(VIEWS)}")
    return VIEWS[view]


def observe(states: StateArray, player: Player, sight: Sight | None) -> Observation:
    """What a player sees of each of N games, as arrays (N, ...) of their own.

    The follower does not learn how many instructions follow the current one (Appendix A), so its
    `waiting` is 0 or 1.
    """
    limit = 1 if player is Player.FOLLOWER else np.iinfo(np.int32).max
    return {
        "cells": feature_maps(states, player, sight),
        "pose": np.stack(
            [states["player_cell"][:, player], states["player_heading"][:, player]], axis=1
        ),
        "turn": states["turn"].astype(np.int32),
        "steps_left": states["steps_left"].astype(np.int32),
        "half_turns_left": states["half_turns_left"].astype(np.int32),
        "score": states["score"].astype(np.int32),
        "waiting": np.minimum(states["waiting"].astype(np.int32), limit),
    }


def observation_space() -> spaces.Dict:
    """The arrays that `observe` returns, for one game."""
    highs = np.array([[len(group.values)] * CELLS for group in FeatureGroup], np.uint8)
    last = np.array([CELLS - 1, HEADINGS - 1], np.int16)
    return spaces.Dict(
        {
            "cells": spaces.Box(np.zeros_like(highs), highs, dtype=np.uint8),
            "pose": spaces.Box(np.zeros_like(last), last, dtype=np.int16),
            "turn": _number(0, len(Player) - 1),
            "steps_left": _number(),
            "half_turns_left": _number(UNLIMITED),
            "score": _number(),
            "waiting": _number(),
        }
    )


def agent_space(player: Player, *, is_two_way: bool = False) -> spaces.Dict:
    """What an agent of the PettingZoo environment is told."""
    parts: dict[str, spaces.Space[Any]] = {
        "observation": observation_space(),
        "action_mask": spaces.Box(0, 1, (ACTION_COUNTS[player] + is_two_way,), np.int8),
        "instructions": spaces.Sequence(InstructionSpace()),
    }
    if is_two_way:
        parts["statuses"] = spaces.Sequence(spaces.Discrete(len(Status)))
    return spaces.Dict(parts)


def _number(low: int = 0, high: int = np.iinfo(np.int32).max) -> spaces.Box:
    return spaces.Box(low, high, (), np.int32)


def outcome_words(outcome: Outcome, actor: Player, player: Player) -> tuple[str, ...]:
    """What a player may know of an action: the follower only what is public of the leader's."""
    if actor is Player.LEADER and player is Player.FOLLOWER:
        outcome &= _PUBLIC
    return tuple(member.name.lower().replace("_", "-") for member in outcome if member.name)
