"""Written instructions as demonstrations."""

import numpy as np

from cerealbar.evaluation.suites import open_suite
from cerealbar.game import Action, distance
from cerealbar.learning.demonstrations import written_demonstrations
from cerealbar.views import PAPER_SIGHT, UNKNOWN_TILE

ITEMS = open_suite("written-train")[:60]


def test_written_demonstrations_do_what_is_asked_for() -> None:
    found = written_demonstrations(ITEMS)
    assert len(found) == len(ITEMS)
    kinds = set()
    for i, item in enumerate(ITEMS):
        start, steps = found.start[i], found.steps(i)
        cells = start["card_cell"][: start["cards"]]
        touched = {int(cells[slot]) for slot in range(len(cells)) if found.touched[i] >> slot & 1}
        assert touched == set(item.cards)
        assert found.actions[steps][-1] == Action.DONE
        if item.end is not None:
            assert distance(int(found.cells[steps][-1]), item.end) <= 2
        assert found.texts[i] == item.text
        kinds.add(len(item.cards))
    assert kinds == {0, 1, 2, 3}
    assert (found.source == -1).all()
    assert not found.is_implicit.any()
    assert found.first[-1] == len(found.actions) == len(found.cells) == len(found.headings)
    assert np.array_equal(found.take([3]).start, found.start[3:4])


def test_with_a_sight_a_follower_knows_what_it_sees_where_it_begins() -> None:
    found, whole = written_demonstrations(ITEMS, PAPER_SIGHT), written_demonstrations(ITEMS)
    assert found.known is not None
    assert found.known.any(1).all()
    assert not found.known.all(1).any()
    assert (found.start["tile"][~found.known] == UNKNOWN_TILE).all()
    assert (found.start["cards"] <= whole.start["cards"]).all()
    assert np.array_equal(found.cells, whole.cells)
