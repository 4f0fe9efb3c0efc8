from cerealbar.game import Action, Heading, Pose, cell_at
from cerealbar.language import Intention, Purpose
from cerealbar.language.board.scene import Aim, Stretch, legs, stretches_of, walk

F, B, L, R = Action.FORWARD, Action.BACKWARD, Action.LEFT, Action.RIGHT
EAST = Pose(cell_at(5, 12), Heading.E)


def test_a_route_is_stretches_of_a_turn_and_moves() -> None:
    assert stretches_of((L, L, F, F, R, F, B), 0, 7) == (
        Stretch(0, -2, 2),
        Stretch(4, 1, 1),
        Stretch(6, 0, -1),
    )


def test_turns_to_both_sides_are_two_stretches() -> None:
    assert stretches_of((L, R, F), 0, 3) == (Stretch(0, -1, 0), Stretch(1, 1, 1))


def test_each_card_ends_a_leg_and_what_is_left_is_one_more() -> None:
    cards = (cell_at(7, 12), cell_at(8, 12))
    route = (F, F, F, R)
    intention = Intention(Purpose.COLLECT, cards, route=route)
    found = legs(intention, walk(EAST, route), frozenset((cards[1],)))
    assert [(leg.aim, leg.first, leg.last) for leg in found] == [
        (Aim.SELECT, 0, 2),
        (Aim.DESELECT, 2, 3),
        (Aim.GO, 3, 4),
    ]


def test_stepping_off_a_card_and_back_on_is_one_leg() -> None:
    route = (F, B)
    intention = Intention(Purpose.CORRECT, (EAST.cell,), route=route)
    (leg,) = legs(intention, walk(EAST, route), frozenset((EAST.cell,)))
    assert (leg.aim, leg.last, leg.moves) == (Aim.DESELECT, 2, 2)
