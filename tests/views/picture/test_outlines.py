import numpy as np
import pytest

from cerealbar.game import CELLS, NEIGHBOURS
from cerealbar.views.picture.outlines import border, hexagon, inset, softened
from cerealbar.views.picture.shapes import Loop

MIDDLE = 312


def area(loop: Loop) -> float:
    """The area to the left of a loop: negative around a hole."""
    steps = zip(loop, (*loop[1:], loop[0]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in steps) / 2


def test_the_border_of_one_cell_is_its_hexagon() -> None:
    (loop,) = border({MIDDLE})
    assert np.allclose(sorted(loop), sorted(hexagon(MIDDLE)))


def test_the_border_of_a_ring_of_cells_has_a_hole() -> None:
    inner, outer = sorted(border({int(cell) for cell in NEIGHBOURS[MIDDLE]}), key=area)
    assert area(inner) == pytest.approx(-area(border({MIDDLE})[0]))
    assert area(outer) == pytest.approx(7 * area(border({MIDDLE})[0]))


def test_the_border_of_the_board_is_one_loop_around_all_cells() -> None:
    (loop,) = border(range(CELLS))
    assert area(loop) == pytest.approx(CELLS * area(border({MIDDLE})[0]))


def test_an_inset_loop_is_smaller_and_one_set_out_larger() -> None:
    (loop,) = border({MIDDLE, MIDDLE + 1})
    assert area(inset(loop, 0.1)) < area(loop) < area(inset(loop, -0.1))


def test_softening_cuts_corners_only() -> None:
    (loop,) = border({MIDDLE})
    soft = softened(loop)
    assert len(soft) == 4 * len(loop)
    assert 0.8 * area(loop) < area(soft) < area(loop)
