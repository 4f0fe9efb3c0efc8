"""What may vary between games: steps, seconds, turns, cards. The defaults are the paper's."""

import math
from dataclasses import dataclass
from enum import StrEnum

from cerealbar.game.errors import RulesError

MAX_CARDS = 32
"""How many cards the record has room for."""
MAX_EXTRA = 16
"""How many sets can have extra half-turns of their own."""
MAX_STEPS = 30_000
MAX_PATH_OBJECTS = 200
UNLIMITED = -1
"""What the record's `half_turns_left` says when turns never run out."""


class Cancelling(StrEnum):
    """When the leader may withdraw the instructions that wait."""

    NEVER = "never"
    OWN_TURN = "own-turn"
    """In the leader's turn."""
    ANY_TURN = "any-turn"
    """Also in the follower's turn, which then ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The numbers of a game (paper, Appendix A; extra half-turns as in the original game)."""

    leader_steps: int = 5
    """Steps in each leader turn."""
    follower_steps: int = 10
    """Steps in each follower turn."""
    leader_seconds: float = 45.0
    """How long a leader turn lasts; enforced by the owner of the clock, not here."""
    follower_seconds: float = 15.0
    """How long a follower turn lasts; enforced by the owner of the clock, not here."""
    half_turns: int | None = 12
    """Turns of both players together at the start; None for no limit, as in tutorials."""
    extra_half_turns: tuple[int, ...] = (10, 8, 8, 6, 6, 4, 4, 2, 2, 2)
    """Half-turns added by the first set, the second, ...; none after the last entry."""
    cards: int = 21
    """Cards on the board at all times."""
    path_objects: int = 25
    """How many bushes, flowers and lamps the map generator puts beside paths."""
    solvable: bool = False
    """Whether maps are redrawn until the players can reach each other and every card."""
    cancelling: Cancelling = Cancelling.NEVER
    """When the leader may withdraw instructions; the paper's never does."""
    thumbs: bool = False
    """Whether the leader may judge what the follower does, by thumbs up and down."""
    remarks: bool = False
    """Whether the follower may ask and tell the leader something."""

    def __post_init__(self) -> None:
        _check_range("leader_steps", self.leader_steps, 0, MAX_STEPS)
        _check_range("follower_steps", self.follower_steps, 1, MAX_STEPS)
        _check_seconds("leader_seconds", self.leader_seconds)
        _check_seconds("follower_seconds", self.follower_seconds)
        if self.half_turns is not None:
            _check_range("half_turns", self.half_turns, 1, MAX_STEPS)
        if not isinstance(self.extra_half_turns, tuple):
            raise RulesError(f"extra_half_turns must be a tuple, not {self.extra_half_turns!r}")
        _check_range("number of extra_half_turns", len(self.extra_half_turns), 0, MAX_EXTRA)
        for extra in self.extra_half_turns:
            _check_range("extra_half_turns entry", extra, 0, 255)
        _check_range("cards", self.cards, 3, MAX_CARDS)
        _check_range("path_objects", self.path_objects, 0, MAX_PATH_OBJECTS)
        if self.cancelling not in tuple(Cancelling):
            known = ", ".join(Cancelling)
            raise RulesError(f"cancelling must be one of {known}, not {self.cancelling!r}")
        object.__setattr__(self, "cancelling", Cancelling(self.cancelling))

    def seconds(self, player: int) -> float:
        """How long a turn of the player lasts."""
        return self.follower_seconds if player else self.leader_seconds


def _check_seconds(name: str, value: object) -> None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 < value < math.inf:  # type: ignore[operator]  # a number, see above
        raise RulesError(f"{name} must be a number above 0, not {value!r}")


def _check_range(name: str, value: object, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise RulesError(f"{name} must be an integer from {low} to {high}, not {value!r}")


PAPER = Rules()
"""The rules of the paper."""
