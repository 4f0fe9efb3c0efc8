"""What a player is told of its game: arrays for models, and the instruction texts it may see."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cerealbar.env.errors import OptionError
from cerealbar.game import Outcome, Player, StateArray
from cerealbar.views import VIEWS, Sight, ViewName, feature_maps

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


def outcome_words(outcome: Outcome, actor: Player, player: Player) -> tuple[str, ...]:
    """What a player may know of an action: the follower only what is public of the leader's."""
    if actor is Player.LEADER and player is Player.FOLLOWER:
        outcome &= _PUBLIC
    return tuple(member.name.lower().replace("_", "-") for member in outcome if member.name)
