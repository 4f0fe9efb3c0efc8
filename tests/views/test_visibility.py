import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.game import CELLS, CENTRES, NEIGHBOURS, Heading, Player, cell_at, new_states
from cerealbar.views import CB2_SIGHT, PAPER_SIGHT, Sight, seen_cells
from cerealbar.views.visibility import SightError

STATES = new_states(range(100, 104))


def seen_from(cell: int, heading: Heading, sight: Sight) -> set[int]:
    states = STATES[:1].copy()
    states["player_cell"][0, Player.FOLLOWER] = cell
    states["player_heading"][0, Player.FOLLOWER] = heading
    return {int(c) for c in np.flatnonzero(seen_cells(states, Player.FOLLOWER, sight)[0])}


def by_trigonometry(cell: int, heading: Heading, sight: Sight) -> set[int]:
    seen = {cell}
    for other in range(CELLS):
        east, north = CENTRES[other] - CENTRES[cell]
        off = (math.degrees(math.atan2(east, north)) - heading.degrees + 180) % 360 - 180
        if abs(off) <= sight.degrees / 2 and math.hypot(east, north) <= sight.range_cells:
            seen.add(other)
    return seen


@given(
    st.integers(0, CELLS - 1),
    st.sampled_from(Heading),
    # Half angles that no cell lies exactly on, so that rounding cannot decide.
    st.floats(10, 350).map(lambda d: round(d, 3) + 0.0371),
    st.floats(1.05, 40).map(lambda r: round(r, 2) + 0.0037),
)
def test_the_table_agrees_with_trigonometry_on_every_cell(
    cell: int, heading: Heading, degrees: float, cells: float
) -> None:
    sight = Sight(degrees=degrees, range_cells=cells)
    assert seen_from(cell, heading, sight) == by_trigonometry(cell, heading, sight)


def test_the_leader_sees_every_cell() -> None:
    assert seen_cells(STATES, Player.LEADER, PAPER_SIGHT).all()


def test_without_a_sight_the_follower_sees_every_cell() -> None:
    assert seen_cells(STATES, Player.FOLLOWER, None).all()


def test_the_follower_sees_its_own_cell_and_the_one_ahead_but_not_behind() -> None:
    cell = cell_at(12, 12)
    seen = seen_from(cell, Heading.E, PAPER_SIGHT)
    assert cell in seen
    assert NEIGHBOURS[cell, Heading.E] in seen
    assert NEIGHBOURS[cell, Heading.W] not in seen


def test_the_paper_sight_has_no_range_and_cb2_ends_after_5_8_cells() -> None:
    cell = cell_at(2, 12)
    assert cell_at(24, 12) in seen_from(cell, Heading.E, PAPER_SIGHT)
    assert cell_at(7, 12) in seen_from(cell, Heading.E, CB2_SIGHT)
    assert cell_at(8, 12) not in seen_from(cell, Heading.E, CB2_SIGHT)


def test_cb2_sees_both_cells_beside_the_one_ahead() -> None:
    cell = cell_at(12, 12)
    seen = seen_from(cell, Heading.SE, CB2_SIGHT)
    assert NEIGHBOURS[cell, Heading.E] in seen
    assert NEIGHBOURS[cell, Heading.SW] in seen
    assert NEIGHBOURS[cell, Heading.E] not in seen_from(cell, Heading.SE, PAPER_SIGHT)


def test_a_batch_gives_what_single_games_give() -> None:
    many = seen_cells(STATES, Player.FOLLOWER)
    singles = [seen_cells(STATES[i : i + 1], Player.FOLLOWER)[0] for i in range(len(STATES))]
    assert (many == np.stack(singles)).all()


@pytest.mark.parametrize(
    ("degrees", "cells"), [(0, 5), (361, 5), (math.nan, 5), (90, 0), (90, math.nan)]
)
def test_an_impossible_sight_is_refused(degrees: float, cells: float) -> None:
    with pytest.raises(SightError, match="expected"):
        Sight(degrees=degrees, range_cells=cells)
