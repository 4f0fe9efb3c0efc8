"""Dealing: random card faces and the random free cells where cards and players are put."""

from cerealbar.compiling import Array, Record, kernel
from cerealbar.game.cards import COLOURS, COUNTS, SHAPES, has_set
from cerealbar.game.hexgrid import CELLS, IS_BORDER
from cerealbar.game.prng import draw
from cerealbar.game.state import is_taken, take
from cerealbar.game.tiles import GRASS, PATH

_COLOURS, _SHAPES, _COUNTS = len(COLOURS), len(SHAPES), len(COUNTS)


@kernel
def draw_kind(rng: Array) -> int:
    """A random card face; the original draws colour, shape, then count, the order of `CARDS`."""
    colour = draw(rng, 0, _COLOURS)
    shape = draw(rng, 0, _SHAPES)
    return (colour * _SHAPES + shape) * _COUNTS + draw(rng, 0, _COUNTS)


@kernel
def draw_faces(state: Record, slots: Array) -> None:
    """New faces for some card slots, all redrawn until the board holds a valid set."""
    while True:
        for slot in slots:
            state.card_kind[slot] = draw_kind(state.rng)
        if has_set(state.card_kind, state.cards):
            return


@kernel
def can_hold(state: Record, cell: int, on_path: bool) -> bool:
    """Whether a card (or, on path, a player) may be put on the cell."""
    tile = state.tile[cell]
    return (
        (tile == PATH or (tile == GRASS and not on_path))
        and not IS_BORDER[cell]
        and not is_taken(state, cell)
    )


@kernel
def take_random_cell(state: Record, on_path: bool) -> int:
    """Draw cells until one is free, and take it; returns -1 if there is none."""
    for cell in range(CELLS):
        if can_hold(state, cell, on_path):
            break
    else:
        return -1
    cell = draw(state.rng, 0, CELLS)
    while not can_hold(state, cell, on_path):
        cell = draw(state.rng, 0, CELLS)
    take(state, cell)
    return cell


@kernel
def place_card(state: Record, slot: int) -> bool:
    """Lay a card on a random free cell; returns whether there was one."""
    cell = take_random_cell(state, False)
    state.card_cell[slot] = cell
    return cell >= 0
