"""The published games of the original: their JSON types, and how they spell things.

Reading is tolerant, as the files are of several versions: fields that are not needed are skipped,
and those that their authors call unreliable may hold anything; what cannot be parsed says nothing.
"""

import math
import re
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET

from cerealbar.game import CARDS, CELLS, Player, Shape, coordinates

Unreliable = Any  # of any shape, as nothing but a comparison depends on it


class OriginalAction(msgspec.Struct, gc=False):  # JSON has no cycles
    """One entry of a game's list of actions, of any type, as it is read."""

    type: str
    time: Unreliable = None
    game_time: Unreliable = None
    character: str | None = None
    action: str | None = None
    move_id: Unreliable = None
    instruction: str | None = None
    aligned_actions: Unreliable = UNSET
    end_method: str | None = None
    card_result: Unreliable = UNSET
    set_result: Unreliable = UNSET
    resulting_position: Unreliable = UNSET


class OriginalGame(msgspec.Struct):
    """A game as it is read."""

    seed: int
    actions: list[OriginalAction]
    game_id: str | None = None
    num_cards: int = 21
    leader_id: str | int | None = None
    follower_id: str | int | None = None
    split: Unreliable = None
    score: Unreliable = None


STEPS = {"forward": "MF", "backward": "MB", "left": "RL", "right": "RR"}
"""How movements are spelled, by our word."""
STEP_SPELLINGS = tuple(STEPS.values())
"""The same, in the order of `Action`."""
_NO_STEPS = ("INITIAL", "STOP", "DONE")
"""What lists of movements may hold besides."""
_PLAYERS = {
    "leader": Player.LEADER,
    "human": Player.LEADER,  # the original's name of the role, whoever plays it
    "follower": Player.FOLLOWER,
    "agent": Player.FOLLOWER,
}


class EndMethod(StrEnum):
    """How a turn ended, in the words of the original's clients and server."""

    BUTTON = "Pressed End Turn"
    TAB = "Pressed Tab to End Turn"
    TIME = "Ran Out of Time"
    MOVES = "Ran Out of Moves"
    FINISHED = "Finished All Commands"
    NOTHING_TO_DO = "No Commands to Follow"
    GAME_ENDED = "game ended"


@lru_cache(maxsize=64)
def parse_player(name: str | None) -> Player | None:
    """The player whom a character's name means."""
    return None if name is None else _PLAYERS.get(name.strip().lower())


_LEAVING_WORDS = ("quit", "left", "disconnect")


def parse_leaver(method: str | None, character: str | None) -> Player | None:
    """The player who left, if that is how a turn is said to have ended."""
    player = parse_player(character)
    if method is None or player is None:
        return None
    method = method.lower()
    if not any(word in method for word in _LEAVING_WORDS):
        return None
    return player.partner if "partner" in method else player


# Parts of the data

_SPLITS = {"dev": "development"}
_SPLIT = re.compile(r"[A-Za-z0-9_.-]{1,64}")


def parse_split(told: Unreliable) -> str | None:
    """Our word for a part of the data: train, development, test, or any other name."""
    if not isinstance(told, str) or not _SPLIT.fullmatch(told):
        return None
    return _SPLITS.get(told, told)


# Cards

_SHAPES = {shape: shape.title() for shape in Shape} | {
    Shape.HEART: "heart",
    Shape.PLUS: "plus",
    Shape.STAR: "star",
}
CARD_NAMES = tuple(f"{card.count} card_{card.colour} {_SHAPES[card.shape]}" for card in CARDS)
"""By kind, such as `1 card_pink Torus`."""
CARD_RESULTS = tuple(
    f"{change} {name}" for change in ("ACTIVATED", "DEACTIVATED") for name in CARD_NAMES
)
"""By kind if the card was selected, by 147 + kind if it was deselected."""
_KINDS = {(card.count, card.colour.value, card.shape.value): card.kind for card in CARDS}
_COUNT = re.compile(r"(?<![0-9.])[123](?![0-9.])")
_COLOUR = re.compile("|".join(sorted({card.colour for card in CARDS})))
_SHAPE = re.compile("|".join(sorted({card.shape for card in CARDS})))


def parse_card_name(told: Unreliable) -> int | None:
    """The kind of a card that is told as a text, a list or an object."""
    return _card_kind(str(told).lower())


@lru_cache(maxsize=512)
def _card_kind(text: str) -> int | None:
    count, colour, shape = _COUNT.search(text), _COLOUR.search(text), _SHAPE.search(text)
    if count is None or colour is None or shape is None:
        return None
    return _KINDS[int(count[0]), colour[0], shape[0]]


def parse_card_result(told: Unreliable) -> int | None:
    """The kind of the card that was selected, 147 + kind if deselected."""
    text = str(told).lower()
    kind = _card_kind(text)
    return None if kind is None else kind + len(CARDS) * ("deactivated" in text)


# Cells, numbers and times

POSITIONS = tuple("{},{}".format(*coordinates(cell)) for cell in range(CELLS))
"""By cell: `x,z`."""
SAME = "same"
"""What stands for the position after a rotation."""
_CELLS = {position: cell for cell, position in enumerate(POSITIONS)}


def parse_position(told: Unreliable) -> int | None:
    """The cell of a column and a row, such as `3,14` or `(3, 14)`."""
    return _CELLS.get(str(told).strip("([ ])").replace(" ", ""))


def parse_number(told: Unreliable) -> float | None:
    """A finite number, also as a text."""
    try:
        number = float(told)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def parse_aligned(told: Unreliable) -> list[str] | None:
    """The steps among the actions that an instruction is said to have led to; None if unclear."""
    if told is None:
        return []
    if not isinstance(told, list):
        return None
    words = [str(word).strip().upper() for word in told]
    return [word for word in words if word not in _NO_STEPS]


def parse_time(told: Unreliable) -> datetime | None:
    """A date with a time of day, such as `2019-05-01 12:34:56.789012`."""
    if not isinstance(told, str):
        return None
    try:
        time = datetime.fromisoformat(told.strip())
    except ValueError:
        return None
    return time if time.tzinfo is None else time.replace(tzinfo=None)
