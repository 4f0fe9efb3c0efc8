"""Dealing: the order of draws for card faces, and where cards and players can be put."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given

from cerealbar.game import (
    CARDS,
    COLOURS,
    SHAPES,
    Prop,
    StateArray,
    Terrain,
    Tile,
    cell_at,
    coordinates,
    is_set,
)
from cerealbar.game.deal import can_hold, draw_faces, draw_kind, place_card, take_random_cell
from tests.boards import (
    INNER_CELLS,
    PATH,
    SET_FACES,
    WATER,
    Cell,
    board,
    kinds_of_cards,
    row_of_cards,
    taken_cells,
)
from tests.game.test_prng import seeded, xorshift128
from tests.strategies import seeds


def kinds_in_order(numbers: Iterator[int]) -> Iterator[int]:
    """Kinds as the original draws them: colour, shape, count."""
    while True:
        colour, shape, count = next(numbers) % 7, next(numbers) % 7, next(numbers) % 3
        yield (colour * 7 + shape) * 3 + count


@given(seeds)
def test_a_face_is_drawn_as_colour_then_shape_then_count(seed: int) -> None:
    numbers = xorshift128(seed)
    card = CARDS[draw_kind(seeded(seed))]
    assert card.colour is COLOURS[next(numbers) % 7]
    assert card.shape is SHAPES[next(numbers) % 7]
    assert card.count == 1 + next(numbers) % 3


@pytest.mark.parametrize("seed", range(20))
def test_all_faces_are_redrawn_together_until_the_board_holds_a_set(seed: int) -> None:
    states = board(cards=row_of_cards(*SET_FACES, "1bc"), rng_seed=seed + 1)
    kinds = kinds_in_order(xorshift128(seed + 1))
    expected = [int(kind) for kind in kinds_of_cards(states)]
    while True:
        for slot in (0, 2, 3):
            expected[slot] = next(kinds)
        a, b, c, d = expected
        if is_set(a, b, c) or is_set(a, b, d) or is_set(a, c, d) or is_set(b, c, d):
            break
    draw_faces(states[0], np.array([0, 2, 3]))
    assert kinds_of_cards(states) == expected


def holders(states: StateArray, on_path: bool) -> set[Cell]:
    return {coordinates(cell) for cell in range(625) if can_hold(states[0], cell, on_path)}


def test_cards_go_on_free_grass_and_path_off_the_border_and_players_on_path_only() -> None:
    tiles = {
        (3, 3): PATH,
        (0, 7): PATH,
        (5, 5): WATER,
        (6, 6): Tile(Terrain.GRASS, Prop.BUSH),
        (7, 7): PATH,
        (8, 8): Tile(Terrain.HILL),
    }
    states = board(tiles=tiles, taken=[(7, 7), (9, 9)])
    assert holders(states, on_path=True) == {(3, 3)}
    blocked = {(5, 5), (6, 6), (7, 7), (8, 8), (9, 9)}
    assert holders(states, on_path=False) == set(INNER_CELLS) - blocked


@given(seeds.filter(bool))
def test_a_cell_is_drawn_until_one_is_free_and_is_then_taken(seed: int) -> None:
    floor = [(x, z) for x in range(2, 12) for z in range(2, 12)]
    states = board(floor=floor, taken=[(2, 2)], rng_seed=seed)
    free = set(floor) - {(2, 2)}
    expected = next(n % 625 for n in xorshift128(seed) if coordinates(n % 625) in free)
    assert take_random_cell(states[0], False) == expected
    assert taken_cells(states) == {(2, 2), coordinates(expected)}


def test_without_a_free_cell_nothing_is_drawn() -> None:
    states = board(floor=[(2, 2)], taken=[(2, 2)])
    words = states["rng"].copy()
    assert take_random_cell(states[0], False) == -1
    assert take_random_cell(states[0], True) == -1
    assert (states["rng"] == words).all()


def test_a_card_is_laid_on_the_one_free_cell_or_nowhere() -> None:
    states = board(cards=row_of_cards(*SET_FACES), floor=[(2, 2), (11, 12), (12, 12), (13, 12)])
    assert place_card(states[0], 1)
    assert states[0]["card_cell"][1] == cell_at(2, 2)
    assert not place_card(states[0], 2)
