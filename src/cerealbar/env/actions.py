"""What an agent may send: the spaces of its actions, which of them it has now, and reading them."""

import operator
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cerealbar.agents import Choice
from cerealbar.game import (
    ACTIONS,
    MAX_INSTRUCTION_LENGTH,
    MAX_REMARK_LENGTH,
    Action,
    InstructionError,
    Player,
    Signal,
    SignalKind,
    StateArray,
    UnknownActionError,
    check_instruction,
    legal_many,
)

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


def role_masks(states: StateArray, player: Player) -> NDArray[np.int8]:
    """(N, 5) or (N, 6): what a player can do in each game that changes something.

    Who waits, for the partner or because the game is over, has one action, done: as a mask is never
    all 0, sampling with one always works.
    """
    masks = legal_many(states)[:, : ACTION_COUNTS[player]].astype(np.int8)
    masks[states["turn"] != player] = 0
    masks[~masks.any(axis=1), Action.DONE] = 1
    return masks


def parse_sent(player: Player, sent: Any, *, is_two_way: bool) -> tuple[Choice, Signal | None]:
    """What an agent sent: an action of its role, and what it signals before, if anything.

    Raises:
        UnknownActionError: it is none.
        InstructionError: it has a text where none belongs.
    """
    if player is Player.FOLLOWER and not is_two_way:
        return Choice(_parse_number(player, sent, ACTION_COUNTS[player])), None
    keys = {"action", "text", "signal"} if is_two_way else {"action", "text"}
    if not isinstance(sent, dict) or sent.keys() != keys:
        most = ACTION_COUNTS[player] - 1 + is_two_way
        more = f", 'signal': 0 to {len(SIGNALS[player])}" if is_two_way else ""
        expected = f"{{'action': 0 to {most}, 'text': ...{more}}}"
        raise UnknownActionError(f"{sent!r} is no action of the {player.word}: expected {expected}")
    action = _parse_number(player, sent["action"], ACTION_COUNTS[player] + is_two_way)
    kind = _parse_signal(player, sent["signal"]) if is_two_way else None
    text = sent["text"]
    if kind is not None and player is Player.FOLLOWER:
        return Choice(action), Signal(kind, text)
    if action not in (Action.INSTRUCT, Action.GIVE_UP) and text != "":
        raise InstructionError(f"{player.word} cannot say {text!r}: the action is {action.word}")
    choice = Choice(action, text if action is Action.INSTRUCT else text or None)
    return choice, None if kind is None else Signal(kind)


def _parse_number(player: Player, value: Any, count: int) -> Action:
    number = _index(value)
    if not 0 <= number < count:
        raise UnknownActionError(
            f"{value!r} is no action of the {player.word}: expected 0 to {count - 1}"
        )
    is_last = number == ACTION_COUNTS[player]
    return LAST_ACTIONS[player] if is_last else ACTIONS[number]


def _parse_signal(player: Player, value: Any) -> SignalKind | None:
    number, kinds = _index(value), SIGNALS[player]
    if not 0 <= number <= len(kinds):
        raise UnknownActionError(
            f"{value!r} is no signal of the {player.word}: expected 0 to {len(kinds)}"
        )
    return kinds[number - 1] if number else None


def _index(value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        return -1
