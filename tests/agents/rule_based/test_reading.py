import pytest

from cerealbar.agents.rule_based import read
from cerealbar.agents.rule_based.orders import (
    Nearby,
    Order,
    OrderKind,
    Spot,
    Where,
    Which,
)
from cerealbar.game import Colour, Prop, Shape, Terrain
from cerealbar.language.board.claims import SaidFace
from cerealbar.language.manner.pen import NUMBER_WORDS

RED_STARS = SaidFace(2, Colour.RED, Shape.STAR)
BLUE_HEART = SaidFace(1, Colour.BLUE, Shape.HEART)
GREEN_RINGS = SaidFace(3, Colour.GREEN, Shape.TORUS)
POND = frozenset([Terrain.WATER, Terrain.DEEP_WATER])
TOWER = frozenset([Prop.TOWER])


def only(text: str) -> Order:
    (order,) = read(text).orders
    return order


def asked(text: str, kind: OrderKind = OrderKind.TAKE) -> list[SaidFace]:
    """The cards that are to be taken, or of which something else is said."""
    return [order.face for order in read(text).orders if order.kind is kind]


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("get the three green stars", SaidFace(3, Colour.GREEN, Shape.STAR)),
        ("grab 2 pink circles", SaidFace(2, Colour.PINK, Shape.TORUS)),
        ("pick up the orange stripe", SaidFace(1, Colour.ORANGE, Shape.DIAMOND)),
        ("take black lines", SaidFace(None, Colour.BLACK, Shape.DIAMOND, is_plural=True)),
        ("select the single red square", SaidFace(1, Colour.RED, Shape.CUBE)),
        ("the two yellow hearts", SaidFace(2, Colour.YELLOW, Shape.HEART)),
        ("get teh blue crosses", SaidFace(None, Colour.BLUE, Shape.PLUS, is_plural=True)),
        ("crimson rhombus", SaidFace(1, Colour.RED, Shape.DIAMOND)),
        ("black plus signs x3", SaidFace(3, Colour.BLACK, Shape.PLUS)),
        ("the card with two gold rings on it", SaidFace(2, Colour.YELLOW, Shape.TORUS)),
        ("the green card that has 3 donuts", SaidFace(3, Colour.GREEN, Shape.TORUS)),
        ("a pair of pink hearts", SaidFace(2, Colour.PINK, Shape.HEART)),
        ("get the red heart card", SaidFace(None, Colour.RED, Shape.HEART)),
        ("get the red one", SaidFace(None, Colour.RED)),
    ],
)
def test_a_card_is_read_from_its_face(text: str, face: SaidFace) -> None:
    order = only(text)
    assert order.kind is OrderKind.TAKE
    assert order.face == face


@pytest.mark.parametrize(
    "text",
    [
        "go over to the two red stars and pick it up",
        "walk to the 2 red stars and grab it",
        "two red stars behind you, turn around and get it",
        "good job! now get the two red stars",
        "oops, I meant the two red stars",
        "start with the two red stars",
        "I'll get the blue heart, you get the two red stars",
        "get the two red stars. I have the other cards.",
        "do you see the two red stars? get those",
        "we need 2 red stars",
        "get the blue heart. no wait, I mean the two red stars",
        "not the blue heart but the two red stars",
        "two red stars, not the three green rings",
        "take the two red stars and don't step on the blue heart",
        "avoid the blue heart and take the two red stars",
        "instead of the blue heart please get the two red stars",
        "the two red stars are by the pond. get the stars",
        "we need 2 red stars and 1 blue heart. you get the stars, i'll do the heart",
        "get the two red stars right past the blue heart",
        "careful, blue heart in front of you. I want the two red stars",
        "two red stars, nothing else",
        "you see the blue heart, take the ones behind it, two red stars",
        "the three, I mean two red stars",
        "grab them two red sheriff stars",
    ],
)
def test_one_card_is_asked_for_in_many_words(text: str) -> None:
    assert asked(text) == [RED_STARS]


@pytest.mark.parametrize(
    "text",
    [
        "get the two red stars and the blue heart",
        "first the two red stars, then the blue heart",
        "get the blue heart, but first get the two red stars",
        "two red stars. after that one blue heart",
        "turn left for the two red stars, 3 forward for the blue heart",
        "2 red stars n 1 blue heart, skip the green rings",
    ],
)
def test_two_cards_are_asked_for_in_their_order(text: str) -> None:
    assert asked(text) == [RED_STARS, BLUE_HEART]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("don't step on the blue heart", [BLUE_HEART]),
        ("get the two red stars (not the blue heart or the three green rings)",
         [BLUE_HEART, GREEN_RINGS]),
        ("I'll take the blue heart", [BLUE_HEART]),
        ("the blue heart is mine, you get the two red stars", [BLUE_HEART]),
        ("two red stars, go around the blue heart", [BLUE_HEART]),
    ],
)  # fmt: skip
def test_what_is_forbidden_or_the_leaders_own_is_left(text: str, left: list[SaidFace]) -> None:
    assert asked(text, OrderKind.LEAVE) == left


def test_what_is_like_the_card_before_is_read_from_it() -> None:
    assert asked("get the two red stars and then the same shape in blue")[1] == (
        SaidFace(None, Colour.BLUE, Shape.STAR)
    )
    assert only("get the other red card").which is Which.OTHER


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("get the card by the blue house", Nearby(Where.NEAR, frozenset([Prop.HUT_BLUE]))),
        ("get the card by the green and blue houses",
         Nearby(Where.NEAR, frozenset([Prop.HUT_GREEN, Prop.HUT_BLUE]), is_plural=True)),
        ("get the card by the yellow and red tree",
         Nearby(Where.NEAR, frozenset([Prop.MULTI_TREE]))),
        ("get the card next to the tower", Nearby(Where.NEAR, TOWER)),
        ("get the card just southwest of the tower", Nearby(Where.NEAR, TOWER)),
        ("get the card next to the lamp", Nearby(Where.NEAR, frozenset([Prop.STREET_LAMP]))),
        ("get the card behind the tower", Nearby(Where.PAST, TOWER)),
        ("get the card on the other side of the pond", Nearby(Where.PAST, POND)),
        ("get the card in front of the tower", Nearby(Where.BEFORE, TOWER)),
        ("get the card to the left of the tower", Nearby(Where.LEFT_OF, TOWER)),
        ("get the card between the trees and the tower", Nearby(Where.BETWEEN, TOWER)),
        ("get the card next to the two red stars", Nearby(Where.NEAR, RED_STARS)),
        ("get the card near me", Nearby(Where.NEAR, Spot.LEADER)),
        ("get the one next to it", Nearby(Where.NEAR, Spot.LAST_CARD)),
        ("get the card at the edge of the map", Nearby(Where.NEAR, Spot.EDGE)),
        ("the pointy brown tree has a card next to it",
         Nearby(Where.NEAR, frozenset([Prop.CLEAN_TREE_BR]))),
    ],
)  # fmt: skip
def test_a_landmark_beside_a_card_says_where_it_is(text: str, near: Nearby) -> None:
    order = read(text).orders[-1]
    assert order.kind is OrderKind.TAKE
    assert near in order.nearby


def test_a_landmark_without_a_card_is_where_to_go() -> None:
    for text in ("walk to the tower", "wait by the tower", "park yourself next to the tower"):
        order = only(text)
        assert order.kind is OrderKind.GO
        assert order.nearby == (Nearby(Where.NEAR, TOWER),)


@pytest.mark.parametrize(
    ("text", "bearing"),
    [
        ("red heart to your left", -90),
        ("red heart behind you", 180),
        ("red heart behind you to the right", 135),
        ("red heart up ahead on the left", -45),
        ("red heart at your 3 o'clock", 90),
        ("red heart, your 10 o'clock", -60),
        ("red heart in front of you", 0),
    ],
)
def test_the_side_of_a_card_is_read_in_degrees(text: str, bearing: int) -> None:
    assert only(text).bearing == bearing


@pytest.mark.parametrize(
    ("text", "bearing", "number"),
    [
        ("turn left", -90, None),
        ("turn right twice", 90, 2),
        ("two rights", 90, 2),
        ("turn around", 180, None),
        ("do a 180", 180, None),
        ("rotate 120 degrees to your right", 90, 2),
        ("turn 60° right", 90, 1),
        ("turn 120° left", -90, 2),
        ("turn 60 degrees right", 90, 1),
        ("rotate 120 ° left", -90, 2),
        ("hang a left", -90, None),
    ],
)
def test_turns_are_read_with_side_and_number(text: str, bearing: int, number: int | None) -> None:
    order = only(text)
    assert (order.kind, order.bearing, order.number) == (OrderKind.TURN, bearing, number)


@pytest.mark.parametrize(
    ("text", "bearing", "number"),
    [
        ("forward 3", 0, 3),
        ("walk 3 tiles", 0, 3),
        ("take three steps forward", 0, 3),
        ("go straight ahead three hexes", 0, 3),
        ("back up two spaces", 180, 2),
    ],
)
def test_steps_are_counted(text: str, bearing: int, number: int) -> None:
    order = read(text).orders[0]
    assert (order.kind, order.bearing, order.number) == (OrderKind.GO, bearing, number)


def test_a_number_belongs_to_the_way_beside_it() -> None:
    ways = [(o.kind, o.bearing, o.number) for o in read("right 1 fwd 2, left one forward").orders]
    assert ways == [
        (OrderKind.TURN, 90, 1),
        (OrderKind.GO, 0, 2),
        (OrderKind.TURN, -90, None),
        (OrderKind.GO, 0, 1),
    ]


def test_right_can_stress_what_follows() -> None:
    assert only("the red heart right behind you").bearing == 180
    assert only("the red heart is right by the tower").bearing is None


def test_a_card_that_is_not_to_be_taken_yet_is_gone_to() -> None:
    order = only("head toward the two red stars, but don't pick them up yet")
    assert order.kind is OrderKind.GO
    assert order.nearby == (Nearby(Where.NEAR, RED_STARS),)


@pytest.mark.parametrize(
    "text", ["deselect the card you are standing on", "put that back", "oops, unselect that card"]
)
def test_the_card_underfoot_is_meant_when_it_is_said_so(text: str) -> None:
    order = only(text)
    assert (order.kind, order.which) == (OrderKind.PUT_BACK, Which.CURRENT)


def test_touching_nothing_is_read() -> None:
    for text in ("don't step on any cards", "no card this time", "nothing to collect"):
        reading = read(f"walk to the tower, {text}")
        assert reading.touches_nothing
        assert [order.kind for order in reading.orders] == [OrderKind.GO]


@pytest.mark.parametrize(
    "text",
    ["wait", "good job!", "thanks a lot", "hold on a sec", "I'll get the last one", "don't move",
     "nice one", "sorry my bad", "end your turn"],
)  # fmt: skip
def test_chatter_and_waiting_ask_for_nothing(text: str) -> None:
    assert not [o for o in read(text).orders if o.kind is not OrderKind.LEAVE]
    assert read(text).is_idle


@pytest.mark.parametrize("text", ["lorem ipsum", "asdf", "", "get the elephants"])
def test_what_says_nothing_is_not_idle(text: str) -> None:
    assert not read(text).orders
    assert not read(text).is_idle


def test_any_text_can_be_read() -> None:
    for text in ("", "!!!", "1 2 3 4 5 6", "don't", "the the the", "card " * 50, "not " * 9, "of"):
        read(text)


@pytest.mark.parametrize("number", range(4, len(NUMBER_WORDS)))
def test_every_number_that_the_writer_writes_out_is_read(number: int) -> None:
    assert only(f"walk forward {NUMBER_WORDS[number]} steps").number == number
