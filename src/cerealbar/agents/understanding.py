"""What a follower makes of an instruction, in words for the leader."""

from collections.abc import Sequence
from itertools import groupby

from cerealbar.game import (
    HEADINGS,
    MAX_REMARK_LENGTH,
    TILES,
    Player,
    Pose,
    Prop,
    StateArray,
    Terrain,
    bearing,
    cards_on,
    distance,
    neighbours,
    pose_of,
)
from cerealbar.views.text import card_words

_LEAST_SALIENCE = 1.5
"""Of a prop by which a place is told."""
_SIDES = ("ahead", "ahead to the right", "to the right", "behind to the right", "behind")
_TURNS = ("", "turns right", "turns right twice", "turns around", "turns left twice", "turns left")


def understood(states: StateArray, goals: Sequence[int], end: Pose) -> str:
    """What is done on a board: the cards on these cells, in order, and where that ends.

    It tells what will happen there, not the words that led to it.
    """
    start = pose_of(states, Player.FOLLOWER)
    parts = _cards(states, goals)
    if not goals and end.cell == start.cell:
        parts = [_TURNS[(end.heading - start.heading) % HEADINGS] or "stays where it is"]
    elif not goals:
        parts = [f"goes {_way(start, end.cell)}{_beside(states, end.cell)}"]
    elif end.cell != goals[-1]:
        parts.append(f"goes on{_beside(states, end.cell)}")
    words = ", then ".join(parts)
    return words if len(words) <= MAX_REMARK_LENGTH else f"{words[: MAX_REMARK_LENGTH - 2]} …"


def _cards(states: StateArray, goals: Sequence[int]) -> list[str]:
    """A part for each card; the verb stands where it changes."""
    on_board = {card.cell: card for card in cards_on(states)}
    told = [on_board[cell] for cell in goals if cell in on_board]
    parts = []
    for was_selected, group in groupby(told, key=lambda card: card.is_selected):
        verb = "deselects" if was_selected else "takes"
        first, *others = [card_words(card.card) for card in group]
        parts += [f"{verb} {first}", *others]
    return parts


def _way(start: Pose, cell: int) -> str:
    cells = distance(start.cell, cell)
    side = bearing(start, cell)
    words = _SIDES[round(abs(side) / 45)]
    return (
        f"{cells} cell{'s' * (cells != 1)} {words if side > 0 else words.replace('right', 'left')}"
    )


def _beside(states: StateArray, cell: int) -> str:
    """By what a cell is told, if something notable is there."""
    tiles = [TILES[states[0]["tile"][near]] for near in (cell, *neighbours(cell))]
    props = [tile.prop for tile in tiles if tile.prop is not None]
    most: Prop | None = max(props, key=lambda prop: prop.salience, default=None)
    if most is not None and most.salience >= _LEAST_SALIENCE:
        return f", by the {most.words}"
    terrains = {tile.terrain for tile in tiles}
    return ", by the water" if terrains & {Terrain.WATER, Terrain.DEEP_WATER} else ""
