"""Whether an instruction was carried out as it was meant: its cards, and where it ends."""

from collections.abc import Mapping

from cerealbar.game import distance
from cerealbar.records.events import Meant

NEAR_ENOUGH = 2
"""Cells from the meant end within which an instruction without cards is carried out."""


def cards_as_meant(meant: Meant, touched: Mapping[int, int]) -> bool:
    """Whether exactly the meant cards changed, of those on cells that were touched so often.

    A card that is stepped on twice is as it was. Arrays of instructions are judged alike by
    `evaluation.judging`.
    """
    return {cell for cell, times in touched.items() if times % 2} == {*meant.cards}


def done_as_meant(meant: Meant, touched: Mapping[int, int], cell: int) -> bool:
    """Whether the cards are as meant and, where none is meant, the cell of the end is near it."""
    is_there = bool(meant.cards) or meant.end is None or distance(cell, meant.end) <= NEAR_ENOUGH
    return is_there and cards_as_meant(meant, touched)
