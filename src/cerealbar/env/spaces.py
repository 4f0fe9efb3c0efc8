"""Action and observation spaces: what an agent may send, and the shape of what it is told."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cerealbar.game import (
    CELLS,
    HEADINGS,
    MAX_INSTRUCTION_LENGTH,
    MAX_REMARK_LENGTH,
    UNLIMITED,
    Action,
    InstructionError,
    Player,
    SignalKind,
    Status,
    check_instruction,
)
from cerealbar.views import FeatureGroup

ACTION_COUNTS = {Player.LEADER: Action.INSTRUCT + 1, Player.FOLLOWER: Action.DONE + 1}
"""How many of the first actions each role has; time-outs belong to a clock."""
LAST_ACTIONS = {Player.LEADER: Action.CANCEL, Player.FOLLOWER: Action.GIVE_UP}
"""What each role can do besides where players talk both ways; its number follows the others."""
SIGNALS = {player: tuple(kind for kind in SignalKind if kind.player is player) for player in Player}
"""What each role can signal; numbers count from 1, and 0 is nothing."""

_LONGEST_SAMPLE = 80


class InstructionSpace(spaces.Text):
    """Every text that can be sent as an instruction; samples are letters and digits."""

    def __init__(self, *, can_be_empty: bool = False) -> None:
        super().__init__(MAX_INSTRUCTION_LENGTH, min_length=0 if can_be_empty else 1)

    def contains(self, x: object) -> bool:
        """Whether the text can be sent, or is empty where that is allowed."""
        if isinstance(x, str) and x == "":
            return self.min_length == 0
        try:
            check_instruction(x)
        except InstructionError:
            return False
        return True


class SpokenActions(spaces.Dict):
    """`{"action": ..., "text": ...}`: a text with the action to instruct, "" with all others.

    Where players talk both ways there is one action more and a `signal`; then a text may also be
    the reason for giving up, or the words of a question or remark.
    """

    def __init__(self, player: Player = Player.LEADER, *, is_two_way: bool = False) -> None:
        parts: dict[str, spaces.Space[Any]] = {
            "action": spaces.Discrete(ACTION_COUNTS[player] + is_two_way),
            "text": InstructionSpace(can_be_empty=True),
        }
        if is_two_way:
            parts["signal"] = spaces.Discrete(1 + len(SIGNALS[player]))
        super().__init__(parts)
        self._instructs = player is Player.LEADER
        self._is_two_way = is_two_way

    def sample(
        self,
        mask: NDArray[np.int8]
        | dict[str, Any]
        | None = None,  # a dict is what the base class takes
        probability: NDArray[np.float64] | dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """A random action with a random text where it needs one.

        `mask` and `probability` are of shape (6,), as in an observation's `action_mask`.
        """
        if isinstance(mask, dict):
            mask = mask["action"]
        if isinstance(probability, dict):
            probability = probability["action"]
        action = self["action"].sample(mask=mask, probability=probability)
        text = ""
        if self._is_instruction(action):
            length = int(self.np_random.integers(1, _LONGEST_SAMPLE + 1))
            text = self["text"].sample(mask=(length, None))
        sampled = {"action": action, "text": text}
        return sampled | {"signal": np.int64(0)} if self._is_two_way else sampled

    def contains(self, x: Any) -> bool:
        """Whether it is an action of the role, with a text if it instructs."""
        if not super().contains(x):
            return False
        if self._is_two_way and not self._instructs:
            is_spoken = x["signal"] > 0 or x["action"] == ACTION_COUNTS[Player.FOLLOWER]
            needs_text = x["signal"] > 0
            return len(x["text"]) <= (MAX_REMARK_LENGTH if is_spoken else 0) and (
                not needs_text or x["text"] != ""
            )
        return bool(self._is_instruction(x["action"]) == (x["text"] != ""))

    def _is_instruction(self, action: int) -> bool:
        return self._instructs and action == Action.INSTRUCT


def action_space(player: Player, *, is_two_way: bool = False) -> spaces.Space[Any]:
    """What a player may send."""
    if is_two_way or player is Player.LEADER:
        return SpokenActions(player, is_two_way=is_two_way)
    return spaces.Discrete(ACTION_COUNTS[player])


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
