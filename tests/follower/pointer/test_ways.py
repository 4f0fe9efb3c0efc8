"""Ways to goals: in order, by no other card, and what is done when there is none."""

import numpy as np

from cerealbar.follower.pointer.ways import WantedGoals, are_clear, cells_on_way, find_way
from cerealbar.game import HEADINGS, Heading, StateArray, cell_at
from tests.boards import WATER, board

ROW = tuple((x, 12) for x in range(10, 16))
CARDS = ("1bc@11,12", "2gd@13,12")
FIRST, SECOND = cell_at(11, 12), cell_at(13, 12)
ISLAND = {(x, z): WATER for x in range(4, 9) for z in range(4, 9) if (x, z) != (6, 6)}


def on_a_row(follower: str = "10,12,e") -> StateArray:
    """A row of grass with two cards on it, and water around."""
    return board(follower=follower, cards=CARDS, floor=ROW)


def test_goals_are_touched_in_order() -> None:
    way = find_way(board(follower="10,12,e", cards=CARDS), WantedGoals((SECOND, FIRST), None, None))
    assert way is not None
    assert way.stops == (SECOND, FIRST)


def test_goals_are_taken_in_another_order_if_theirs_cannot_be() -> None:
    way = find_way(on_a_row(), WantedGoals((SECOND, FIRST), None, None))
    assert way is not None
    assert way.stops == (FIRST, SECOND)


def test_what_cannot_be_reached_is_skipped() -> None:
    states = board(follower="10,12,e", cards=(*CARDS, "3ph@6,6"), tiles=ISLAND)
    way = find_way(states, WantedGoals((FIRST, cell_at(6, 6), SECOND), None, None))
    assert way is not None
    assert way.stops == (FIRST, SECOND)
    assert find_way(states, WantedGoals((cell_at(6, 6),), None, None)) in (None, *no_steps(states))


def no_steps(states: StateArray) -> tuple[object, ...]:
    """A tour that stays."""
    way = find_way(states, WantedGoals((), cell_at(10, 12), None))
    assert way is not None
    assert way.steps == ()
    return (way,)


def test_no_other_card_is_touched_even_if_a_goal_is_behind_it() -> None:
    way = find_way(on_a_row(), WantedGoals((SECOND,), None, None))
    assert way is None or not way.steps


def test_a_way_ends_where_and_how_it_should() -> None:
    states = board(follower="10,12,e", cards=CARDS)
    way = find_way(states, WantedGoals((FIRST,), cell_at(12, 15), Heading.NW))
    assert way is not None
    assert (way.end.cell, way.end.heading) == (cell_at(12, 15), Heading.NW)


def test_cards_that_are_gone_are_left_out() -> None:
    way = find_way(board(cards=CARDS), WantedGoals((cell_at(20, 20),), None, None))
    assert way is None


def test_a_way_is_clear_until_something_is_in_it() -> None:
    states = board(follower="10,12,e", cards=CARDS)
    way = find_way(states, WantedGoals((FIRST,), None, None))
    assert way is not None
    steps, none = np.array([way.steps], np.uint8), np.zeros(1, np.int64)
    counts = np.array([len(way.steps)])
    assert are_clear(states, steps, none, counts, np.array([[FIRST]]))[0]
    assert not are_clear(states, steps, none, counts, np.array([[-1]]))[0]
    assert are_clear(states, steps, counts, counts, np.array([[-1]]))[0]
    flooded = board(follower="10,12,e", cards=CARDS, tiles={(11, 12): WATER})
    assert not are_clear(flooded, steps, none, counts, np.array([[FIRST]]))[0]


def test_the_cells_of_a_way_are_told_once() -> None:
    pose = cell_at(10, 12) * HEADINGS + Heading.E
    assert cells_on_way(pose, [0, 1, 0, 0]) == [cell_at(x, 12) for x in (10, 11, 12)]
