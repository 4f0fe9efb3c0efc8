import pytest

from cerealbar.agents.rule_based import read_orders
from cerealbar.agents.rule_based.reading import AskedFace, Order, OrderKind, Side
from cerealbar.game import Colour, Prop, Shape, Terrain


def only(text: str) -> Order:
    (order,) = read_orders(text)
    return order


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("get the three green stars", AskedFace(3, Colour.GREEN, Shape.STAR)),
        ("grab 2 pink circles", AskedFace(2, Colour.PINK, Shape.TORUS)),
        ("pick up the orange stripe", AskedFace(1, Colour.ORANGE, Shape.DIAMOND)),
        ("take black lines", AskedFace(None, Colour.BLACK, Shape.DIAMOND)),
        ("select the single red square", AskedFace(1, Colour.RED, Shape.CUBE)),
        ("the two yellow hearts", AskedFace(2, Colour.YELLOW, Shape.HEART)),
        ("get teh blue crosses", AskedFace(None, Colour.BLUE, Shape.PLUS)),
    ],
)
def test_a_card_is_read_from_its_face(text: str, face: AskedFace) -> None:
    order = only(text)
    assert order.deed is OrderKind.GET
    assert order.faces == (face,)


def test_several_cards_are_read_from_one_clause() -> None:
    order = only("grab the two black circles and the single red square")
    assert order.faces == (
        AskedFace(2, Colour.BLACK, Shape.TORUS),
        AskedFace(1, Colour.RED, Shape.CUBE),
    )


def test_a_colour_before_a_landmark_is_the_landmarks() -> None:
    order = only("get the card by the blue house")
    assert order.faces == ()
    assert order.cards == 1
    assert order.landmarks == (frozenset([Prop.HUT_BLUE]),)


@pytest.mark.parametrize(
    ("text", "side", "number"),
    [
        ("turn left", Side.LEFT, None),
        ("turn right twice", Side.RIGHT, 2),
        ("turn around", Side.BEHIND, None),
        ("rotate 120 degrees to your right", Side.RIGHT, 2),
    ],
)
def test_turns_are_read_with_side_and_number(text: str, side: Side, number: int | None) -> None:
    order = only(text)
    assert (order.deed, order.side, order.number) == (OrderKind.TURN, side, number)


def test_what_not_to_do_is_read_as_such() -> None:
    orders = read_orders("head toward the yellow hearts, but don't pick them up yet")
    assert any(order.is_forbidden and order.deed is OrderKind.GET for order in orders)


def test_the_card_underfoot_is_meant_when_it_is_said_so() -> None:
    order = only("deselect the card you are standing on")
    assert order.deed is OrderKind.DESELECT
    assert order.is_current


def test_waiting_is_read_and_places_are() -> None:
    assert only("wait there").deed is OrderKind.WAIT
    order = only("walk to the lake")
    assert order.deed is OrderKind.GO
    assert order.landmarks == (frozenset([Terrain.WATER, Terrain.DEEP_WATER]),)


def test_any_text_can_be_read() -> None:
    for text in ("", "!!!", "asdf qwer", "1 2 3 4 5 6", "don't", "the the the", "card " * 50):
        read_orders(text)
