"""What the model sees of a world does not depend on where it lies and how it is turned."""

import numpy as np
import pytest

from cerealbar.follower.pointer.objects import FIRST_CARD, ObjectKind, find_objects
from cerealbar.follower.pointer.places import HERE, heading_after, offsets_to
from cerealbar.game import HEADINGS, NEXT_POSE, OUTSIDE, Heading, Player, cell_at, new_state
from tests.boards import board
from tests.follower.pointer.worlds import MIDDLES, turned, village


@pytest.mark.parametrize("turns", range(HEADINGS))
@pytest.mark.parametrize("to", MIDDLES)
def test_a_turned_and_moved_world_looks_the_same(turns: int, to: int) -> None:
    before, after = (
        find_objects(states, 6) for states in (village(), turned(village(), turns, to))
    )
    assert np.array_equal(before.kinds, after.kinds)
    assert np.array_equal(before.features, after.features)


def test_turning_the_follower_alone_changes_what_it_sees() -> None:
    states = village()
    states["player_heading"][0, Player.FOLLOWER] = Heading.E
    assert not np.array_equal(find_objects(states, 6).features, find_objects(village(), 6).features)


def test_every_thing_of_a_world_is_an_object() -> None:
    kinds = find_objects(village(), 6).kinds[0].tolist()
    counts = {kind: kinds.count(kind) for kind in ObjectKind}
    assert counts[ObjectKind.SELF] == counts[ObjectKind.LEADER] == 1
    assert (counts[ObjectKind.CARD], counts[ObjectKind.PROP]) == (4, 3)
    assert (counts[ObjectKind.POND], counts[ObjectKind.HILL]) == (1, 1)


def test_the_nearest_props_are_seen() -> None:
    states = new_state(5)
    few, many = (find_objects(states, props) for props in (4, 62))
    first = FIRST_CARD + few.slots
    assert few.cells[0, first : first + 4].tolist() == many.cells[0, first : first + 4].tolist()
    assert (many.kinds == ObjectKind.PROP).sum() == 62


def test_a_leader_who_is_nowhere_is_no_object() -> None:
    states = village()
    states["player_cell"][0, Player.LEADER] = OUTSIDE
    assert ObjectKind.LEADER not in find_objects(states, 6).kinds


def test_a_board_without_cards_has_room_for_one() -> None:
    found = find_objects(board(), 6)
    assert found.slots == 1
    assert found.kinds[0, FIRST_CARD] == ObjectKind.NOTHING


def test_offsets_follow_steps_from_every_pose() -> None:
    """One and two steps ahead have one number each, from wherever and however one looks."""
    one, two = set(), set()
    for cell in (cell_at(x, z) for x in range(8, 16) for z in range(8, 16)):
        for heading in range(HEADINGS):
            ahead = int(NEXT_POSE[cell * HEADINGS + heading, 0])
            further = int(NEXT_POSE[ahead, 0])
            others = np.array([[pose // HEADINGS for pose in (ahead, further)]])
            found = offsets_to(np.array([cell]), np.array([heading]), others)[0]
            one.add(int(found[0]))
            two.add(int(found[1]))
    assert len(one) == len(two) == 1
    assert two.pop() - HERE == 2 * (one.pop() - HERE)


def test_one_looks_along_the_way_to_a_goal() -> None:
    here = np.array([cell_at(12, 12)])
    goals = np.array([cell_at(15, 12)])
    for heading in range(HEADINGS):
        assert heading_after(here, np.array([heading]), goals) == Heading.E
    assert heading_after(here, np.array([Heading.SW]), here) == Heading.SW
