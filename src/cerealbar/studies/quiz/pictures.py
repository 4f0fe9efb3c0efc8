"""Pictures for questions: cards in rows, and a part of a board, as SVG with a title."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache

import numpy as np

from cerealbar.game import (
    CELLS,
    DISTANCES,
    TILE_TERRAIN,
    Card,
    Heading,
    Player,
    Terrain,
)
from cerealbar.studies.quiz.boards import QuizBoard
from cerealbar.views import Sight, seen_cells
from cerealbar.views.picture import Picture
from cerealbar.views.picture.cards import card_sprite, lying_cards
from cerealbar.views.picture.outlines import centre, rounded_box
from cerealbar.views.picture.overlays import fog, rings
from cerealbar.views.picture.players import player_sprite
from cerealbar.views.picture.props import tile_sprite
from cerealbar.views.picture.shapes import (
    Bounds,
    Canvas,
    Lettering,
    Polygon,
    Primitive,
    Primitives,
    Sprite,
    Stamp,
    scaled,
)
from cerealbar.views.picture.terrain import land
from cerealbar.views.text import card_words

MOST_BYTES = 60_000
"""In the picture of a board, which is sent to phones too."""
_TERRAINS = tuple(Terrain)
_SIZE = 2.4
"""Of a card, when cards are all there is to see."""
_ACROSS, _DOWN = 3.0, 3.7
"""From one card to the next, and from one row to the next."""
_WORDS = 0.36
"""The height of letters."""
_REACH = 3
"""How many cells around the middle a part of a board shows."""
_VIEW_REACH = 4
"""The same where the follower's view matters."""


def cards_picture(cards: Sequence[Card], title: str) -> str:
    """Cards side by side, each with its name."""
    return _drawn(_bounds(len(cards), 1), _row(cards, 0.0, 0.0), title)


def completion_picture(pair: Sequence[Card], candidates: Sequence[Card], title: str) -> str:
    """Two cards and a gap, and below them the cards that might fill it."""
    left = (len(candidates) - len(pair) - 1) / 2 * _ACROSS
    gap = left + len(pair) * _ACROSS
    shapes = (
        *_row(pair, left, 0.0),
        Polygon((rounded_box(gap, 0.0, 1.78, 2.02, 0.24),), "#e7e0cf", "#8d8470", 0.05),
        Lettering((gap, 0.0), "?", 1.1),
        *_row(candidates, 0.0, -_DOWN),
    )
    return _drawn(_bounds(len(candidates), 2), shapes, title)


def drawn_board(
    arrange: Callable[[], QuizBoard], title: str, sight: Sight | None = None
) -> tuple[QuizBoard, str]:
    """The first of some boards whose picture is not too crowded, and the picture."""
    while True:
        board = arrange()
        drawn = board_picture(board, title, sight)
        if len(drawn.encode()) <= MOST_BYTES:
            return board, drawn


def board_picture(board: QuizBoard, title: str, sight: Sight | None = None) -> str:
    """The part of a board around its middle, as the leader sees it.

    With a sight, the cells that the follower does not see are dark.
    """
    reach = _REACH if sight is None else _VIEW_REACH
    cells = np.flatnonzero(DISTANCES[board.middle] <= reach).tolist()
    x, y = centre(board.middle)
    across, up = reach + 0.8, reach * 0.87 + 0.9
    bounds = Bounds(x - across, y - up, x + across, y + up)
    return _drawn(bounds, _part(board, cells, sight), title)


def _part(board: QuizBoard, cells: Sequence[int], sight: Sight | None) -> Primitives:
    state = board.states[0]
    yield from land({cell: _TERRAINS[TILE_TERRAIN[state["tile"][cell]]] for cell in cells})
    yield from _things(state, set(cells))
    if sight is not None:
        inside = np.zeros(CELLS, np.bool_)
        inside[cells] = True
        yield from fog(seen_cells(board.states, Player.FOLLOWER, sight)[0] | ~inside)
    yield from rings(board.marked)
    for player in Player:
        cell = int(state["player_cell"][player])
        if cell in cells:
            heading = Heading(int(state["player_heading"][player]))
            yield Stamp(player_sprite(player, heading), centre(cell))


def _things(state: np.void, cells: set[int]) -> Iterable[Stamp]:
    """Props and cards on some cells, from north to south."""
    props = ((cell, tile_sprite(int(state["tile"][cell]))) for cell in cells)
    things = [(cell, sprite) for cell, sprite in props if sprite is not None]
    things += [
        (cell, sprite) for cell, sprite in lying_cards(state, Player.LEADER) if cell in cells
    ]
    stamps = (Stamp(sprite, centre(cell)) for cell, sprite in things)
    return sorted(stamps, key=lambda stamp: (-stamp.at[1], stamp.at[0]))


@cache
def _large(kind: int) -> Sprite:
    sprite = card_sprite(kind)
    return Sprite(f"{sprite.name}-large", tuple(scaled(shape, _SIZE) for shape in sprite.shapes))


def _row(cards: Sequence[Card], left: float, middle: float) -> Primitives:
    """Cards with their names in two lines below them; the first lies at (`left`, `middle`)."""
    for number, card in enumerate(cards):
        x = left + number * _ACROSS
        yield Stamp(_large(card.kind), (x, middle))
        count, colour, shape = card_words(card).split(" ", 2)
        yield Lettering((x, middle - 1.42), f"{count} {colour}", _WORDS)
        yield Lettering((x, middle - 1.86), shape, _WORDS)


def _bounds(columns: int, rows: int) -> Bounds:
    return Bounds(-1.6, -2.3 - (rows - 1) * _DOWN, (columns - 1) * _ACROSS + 1.6, 1.4)


def _drawn(bounds: Bounds, shapes: Iterable[Primitive], title: str) -> str:
    return Picture(Canvas(bounds, tuple(shapes)), Canvas(bounds, ())).svg(title)
