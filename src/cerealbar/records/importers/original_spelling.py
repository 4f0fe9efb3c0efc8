"""How the published games spell cards, cells, headings, roles, times and ends of turns.

What may be spelled in several ways is parsed tolerantly: `None` means that it says nothing.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from functools import lru_cache

from cerealbar.game import CARDS, CELLS, OUTSIDE, WIDTH, Heading, Player, Shape, coordinates
from cerealbar.records.importers.original_types import Unreliable

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
_RESULT_CODES = {result: code for code, result in enumerate(CARD_RESULTS)}
_KINDS = {(card.count, card.colour.value, card.shape.value): card.kind for card in CARDS}
_COUNT = re.compile(r"(?<![0-9.])[123](?![0-9.])")
_COLOUR = re.compile("|".join(sorted({card.colour for card in CARDS})))
_SHAPE = re.compile("|".join(sorted({card.shape for card in CARDS})))


def parse_card_name(told: Unreliable) -> int | None:
    """The kind of a card that is told as a text, a list or an object."""
    text = str(told).lower()
    count, colour, shape = _COUNT.search(text), _COLOUR.search(text), _SHAPE.search(text)
    if count is None or colour is None or shape is None:
        return None
    return _KINDS[int(count[0]), colour[0], shape[0]]


def parse_card_result(told: Unreliable) -> int | None:
    """The kind of the card that was selected, 147 + kind if deselected, or None."""
    if not told or isinstance(told, bool | int | float):
        return None
    if isinstance(told, str) and told in _RESULT_CODES:
        return _RESULT_CODES[told]
    kind = parse_card_name(told)
    if kind is None:
        return None
    return kind + (len(CARDS) if "deactivated" in str(told).lower() else 0)


# Cells and headings

POSITIONS = tuple("{},{}".format(*coordinates(cell)) for cell in range(CELLS))
"""By cell: `x,z`."""
SAME = "same"
"""What stands for the position after a rotation."""
_NUMBER = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]+)?")
_HEX_WIDTH, _HEX_DEPTH = 17.321, 15.0
"""Of a cell in the original's world; the width is a bit too large, so that odd rows round down."""


def parse_position(told: Unreliable) -> int | None:
    """The cell of a position, `OUTSIDE` if the board has none there.

    Two numbers are the column and the row, three a point in the original's world.
    """
    numbers = _numbers(told)
    if len(numbers) == 3:
        x, z = round(numbers[0] / _HEX_WIDTH), round(numbers[2] / _HEX_DEPTH)
    elif len(numbers) == 2:
        x, z = round(numbers[0]), round(numbers[1])
    else:
        return None
    return x + WIDTH * z if 0 <= x < WIDTH and 0 <= z < WIDTH else OUTSIDE


def _numbers(told: Unreliable) -> list[float]:
    if isinstance(told, Mapping):
        told = [told[key] for key in ("x", "y", "z") if key in told]
    return [float(number) for number in _NUMBER.findall(str(told))]


_NAMES = {
    "northeast": Heading.NE,
    "east": Heading.E,
    "southeast": Heading.SE,
    "southwest": Heading.SW,
    "west": Heading.W,
    "northwest": Heading.NW,
} | {heading.word: heading for heading in Heading}


def parse_degrees(told: Unreliable) -> int | None:
    """The compass direction of a rotation: a number, a name, or three Euler angles."""
    name = str(told).lower().removeprefix("rotation.").replace("_", "")
    if name in _NAMES:
        return _NAMES[name].degrees
    numbers = _numbers(told)
    if len(numbers) not in (1, 3):
        return None
    return round(numbers[len(numbers) // 2])


# Times


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
