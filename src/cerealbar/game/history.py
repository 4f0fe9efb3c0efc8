"""What a game remembers: the deeds of its players, and what they told each other."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from cerealbar.game.actions import Action, Outcome
from cerealbar.game.errors import IllegalActionError, InstructionError
from cerealbar.game.instructions import MAX_REMARK_LENGTH, check_text
from cerealbar.game.rules import Rules
from cerealbar.game.state import Player


class SignalKind(StrEnum):
    """What a player can tell the other without changing the game."""

    THUMB_UP = "thumb-up"
    """The leader likes what the follower does."""
    THUMB_DOWN = "thumb-down"
    QUESTION = "question"
    """The follower asks the leader something."""
    REMARK = "remark"
    """The follower tells the leader something."""

    @property
    def player(self) -> Player:
        """Who sends such signals."""
        is_thumb = self in (SignalKind.THUMB_UP, SignalKind.THUMB_DOWN)
        return Player.LEADER if is_thumb else Player.FOLLOWER


class Deed(NamedTuple):
    """One accepted action of a game."""

    player: Player
    action: Action
    outcome: Outcome
    text: str | None = None
    """Of an instruction, or the reason for giving up."""
    card: str | None = None
    """What it selected or deselected: one of `CARD_SIGNS`."""


@dataclass(frozen=True, slots=True)
class Signal:
    """What a player told the other, which changed nothing."""

    kind: SignalKind
    text: str = ""


def check_signal(kind: SignalKind, text: str, rules: Rules) -> Signal:
    """What a player wants to tell the other.

    Raises:
        InstructionError: a question or remark without a text that can be sent, or a thumb with one.
        IllegalActionError: the rules of the game have no such signals.
    """
    kind = SignalKind(kind)
    is_thumb = kind.player is Player.LEADER
    who = f"{kind.player.word} cannot send a {kind.value}"
    if not (rules.thumbs if is_thumb else rules.remarks):
        raise IllegalActionError(f"{who}: the rules of this game have none")
    if is_thumb and text:
        raise InstructionError(f"{who} with a text: {text[:40]!r}")
    return Signal(kind, "" if is_thumb else check_text(text, kind.value, MAX_REMARK_LENGTH))
