"""What an agent sends, read strictly."""

import operator
from dataclasses import dataclass
from typing import Any

from cerealbar.env.spaces import ACTION_COUNTS, LAST_ACTIONS, SIGNALS
from cerealbar.game import (
    ACTIONS,
    Action,
    InstructionError,
    Player,
    SignalKind,
    UnknownActionError,
)


@dataclass(frozen=True, slots=True)
class ChosenAction:
    """What an agent wants to do."""

    action: Action
    text: str | None = None
    """Of an instruction, or the reason for giving up."""
    signal: SignalKind | None = None
    words: str = ""
    """Of the signal."""


def parse_sent(player: Player, sent: Any, *, is_two_way: bool) -> ChosenAction:
    """What an agent sent, as an action of its role.

    Raises:
        UnknownActionError: it is none.
        InstructionError: it has a text where none belongs.
    """
    if player is Player.FOLLOWER and not is_two_way:
        return ChosenAction(_parse_number(player, sent, ACTION_COUNTS[player]))
    keys = {"action", "text", "signal"} if is_two_way else {"action", "text"}
    if not isinstance(sent, dict) or sent.keys() != keys:
        most = ACTION_COUNTS[player] - 1 + is_two_way
        more = f", 'signal': 0 to {len(SIGNALS[player])}" if is_two_way else ""
        expected = f"{{'action': 0 to {most}, 'text': ...{more}}}"
        raise UnknownActionError(f"{sent!r} is no action of the {player.word}: expected {expected}")
    action = _parse_number(player, sent["action"], ACTION_COUNTS[player] + is_two_way)
    signal = _parse_signal(player, sent["signal"]) if is_two_way else None
    text = sent["text"]
    if action is Action.INSTRUCT:
        return ChosenAction(action, text, signal)
    if signal is not None and player is Player.FOLLOWER:
        return ChosenAction(action, None, signal, text)
    if action is not Action.GIVE_UP and text != "":
        raise InstructionError(f"{player.word} cannot say {text!r}: the action is {action.word}")
    return ChosenAction(action, text or None, signal)


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
