"""Pictures of questions: cards in rows, or a part of a board, as SVG with a title."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Annotated, TypeAlias

import msgspec
import numpy as np
from msgspec import Meta

from cerealbar.game import (
    CELLS,
    DISTANCES,
    TILE_TERRAIN,
    Card,
    CerealBarError,
    Heading,
    Player,
    StateArray,
    Terrain,
    cell_at,
    parse_state,
)
from cerealbar.studies.errors import StudyError
from cerealbar.studies.tutorials.tutorial import CardWords, named_card
from cerealbar.views import CAMERA_SIGHT, seen_cells
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

CellWords = Annotated[str, Meta(pattern=r"^[0-9]{1,2},[0-9]{1,2}$(?!\n)")]
"""A cell as the notation has it: `12,7`."""
_REST = (
    " turn=leader steps=0 left=1 queue=0 score=0 limits=5,10 extra=none"
    " rng=00000001000000010000000100000001 seed=none"
)
"""Fields of the notation that no picture shows."""
_TERRAINS = tuple(Terrain)
_SIZE = 2.4
"""Of a card, when cards are all there is to see."""
_ACROSS, _DOWN = 3.0, 3.7
"""From one card to the next, and from one row to the next."""
_WORDS = 0.36
"""The height of letters."""
_REACH, _DARK_REACH = 3, 4
"""How many cells around the middle a part of a board shows, without and with what is dark."""


class _QuestionPicture(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"
):
    """What all pictures share: a kind, and nothing unknown."""


class CardsPicture(_QuestionPicture, frozen=True, kw_only=True, tag="cards"):
    """Cards side by side; with choices a gap after them, and below the cards that might fill it."""

    cards: Annotated[tuple[CardWords, ...], Meta(min_length=1, max_length=6)]
    choices: Annotated[tuple[CardWords, ...], Meta(max_length=6)] = ()

    def svg(self) -> str:
        """The picture, whose title names the cards."""
        cards, choices = [*map(named_card, self.cards)], [*map(named_card, self.choices)]
        if not choices:
            title = f"{len(cards)} cards: {_listed(cards)}."
            return _drawn(_bounds(len(cards), 1), _row(cards, 0.0, 0.0), title)
        left = max(0.0, (len(choices) - len(cards) - 1) / 2 * _ACROSS)
        gap = left + len(cards) * _ACROSS
        shapes = (
            *_row(cards, left, 0.0),
            Polygon((rounded_box(gap, 0.0, 1.78, 2.02, 0.24),), "#e7e0cf", "#8d8470", 0.05),
            Lettering((gap, 0.0), "?", 1.1),
            *_row(choices, 0.0, -_DOWN),
        )
        title = f"{len(cards)} cards: {_listed(cards)}. Below them others: {_listed(choices)}."
        return _drawn(_bounds(max(len(choices), len(cards) + 1), 2), shapes, title)


class BoardPicture(_QuestionPicture, frozen=True, kw_only=True, tag="board"):
    """The part of a board around a cell, as the leader sees it."""

    board: Annotated[str, Meta(max_length=5000)]
    """Map, cards, leader and follower in the notation of states; more is not looked at."""
    middle: CellWords
    marked: tuple[CellWords, ...] = ()
    is_dark: bool = False
    """Whether the cells that the follower does not see are dark."""
    words: Annotated[str, Meta(min_length=1, max_length=300)]
    """For those who cannot see it."""

    def __post_init__(self) -> None:
        try:
            self.states()
            for cell in (self.middle, *self.marked):
                _cell(cell)
        except CerealBarError as error:
            raise StudyError(f"a picture of a board cannot be drawn: {error}") from None

    def states(self) -> StateArray:
        """The board, as an array of one."""
        return parse_state(self.board.partition(" turn=")[0] + _REST)

    def svg(self) -> str:
        """The picture."""
        return _board_svg(self)


QuizPicture: TypeAlias = CardsPicture | BoardPicture


@lru_cache(maxsize=256)  # asked for again by everyone
def _board_svg(picture: BoardPicture) -> str:
    states, middle = picture.states(), _cell(picture.middle)
    reach = _DARK_REACH if picture.is_dark else _REACH
    cells = np.flatnonzero(DISTANCES[middle] <= reach).tolist()
    x, y = centre(middle)
    across, up = reach + 0.8, reach * 0.87 + 0.9
    bounds = Bounds(x - across, y - up, x + across, y + up)
    return _drawn(bounds, _part(picture, states, cells), picture.words)


def _cell(words: CellWords) -> int:
    x, z = words.split(",")
    return cell_at(int(x), int(z))


def _part(picture: BoardPicture, states: StateArray, cells: Sequence[int]) -> Primitives:
    state = states[0]
    yield from land({cell: _TERRAINS[TILE_TERRAIN[state["tile"][cell]]] for cell in cells})
    yield from _things(state, set(cells))
    if picture.is_dark:
        inside = np.zeros(CELLS, np.bool_)
        inside[cells] = True
        yield from fog(seen_cells(states, Player.FOLLOWER, CAMERA_SIGHT)[0] | ~inside)
    yield from rings(tuple(map(_cell, picture.marked)))
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


def _listed(cards: Sequence[Card]) -> str:
    return ", ".join(map(card_words, cards))


def _bounds(columns: int, rows: int) -> Bounds:
    return Bounds(-1.6, -2.3 - (rows - 1) * _DOWN, (columns - 1) * _ACROSS + 1.6, 1.4)


def _drawn(bounds: Bounds, shapes: Iterable[Primitive], title: str) -> str:
    return Picture(Canvas(bounds, tuple(shapes)), Canvas(bounds, ())).svg(title)
