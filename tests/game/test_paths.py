"""The path network: where it runs and how long it gets."""

import numpy as np
import pytest

from cerealbar.game import IS_BORDER
from cerealbar.game.landscape import shape_land
from cerealbar.game.maps import blank_states
from cerealbar.game.paths import DONE, NO_BORDER_START, lay_paths
from cerealbar.game.prng import seed_words
from cerealbar.game.tiles import GRASS, PATH, WATER
from tests.game.test_landscape import pieces

SEEDS = range(1, 401)


@pytest.fixture(scope="module")
def networks() -> list[tuple[np.ndarray, np.ndarray]]:
    """By seed: the tiles before and after paths were laid."""
    found = []
    for state, seed in zip(blank_states(len(SEEDS)), SEEDS, strict=True):
        seed_words(state["rng"], seed)
        shape_land(state)
        before = state["tile"].copy()
        if lay_paths(state["tile"], state["rng"]) == DONE:
            found.append((before, state["tile"]))
    return found


def test_nearly_every_seed_has_a_network(networks: list[tuple[np.ndarray, np.ndarray]]) -> None:
    assert len(networks) >= len(SEEDS) - 2


def test_paths_are_laid_on_grass_only(networks: list[tuple[np.ndarray, np.ndarray]]) -> None:
    for before, after in networks:
        changed = before != after
        assert (before[changed] == GRASS).all()
        assert (after[changed] == PATH).all()


def test_every_piece_of_path_comes_from_the_border(
    networks: list[tuple[np.ndarray, np.ndarray]],
) -> None:
    for _, after in networks:
        for piece in pieces(set(np.flatnonzero(after == PATH).tolist())):
            assert IS_BORDER[list(piece)].any()


def test_networks_are_as_long_as_in_the_original(
    networks: list[tuple[np.ndarray, np.ndarray]],
) -> None:
    """Median 89 cells, between 4 and 191 (measured on the original, 3000 maps)."""
    lengths = [int((after == PATH).sum()) for _, after in networks]
    assert 84 <= np.median(lengths) <= 94
    assert 4 <= min(lengths) < max(lengths) <= 200


def test_without_grass_on_the_border_no_path_can_start() -> None:
    tiles = np.where(IS_BORDER, WATER, GRASS).astype(np.uint8)
    words = np.empty(4, np.uint32)
    seed_words(words, 1)
    assert lay_paths(tiles, words) == NO_BORDER_START
    assert not (tiles == PATH).any()
