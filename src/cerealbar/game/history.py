"""What a game remembers: the deeds of its players, and what they told each other."""

from dataclasses import dataclass
from enum import StrEnum

from cerealbar.game.actions import Action, Outcome
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


@dataclass(frozen=True, slots=True)
class Deed:
    """One accepted action of a game."""

    player: Player
    action: Action
    outcome: Outcome
    text: str | None = None
    """Of an instruction, or the reason for giving up."""


@dataclass(frozen=True, slots=True)
class Signal:
    """What a player told the other, which changed nothing."""

    kind: SignalKind
    text: str = ""
