import pytest

from cerealbar.game import (
    Colour,
    Heading,
    Player,
    Prop,
    Shape,
    StateArray,
    Terrain,
    Tile,
    cell_at,
)
from cerealbar.language.board.claims import SaidFace
from cerealbar.language.references import CardsInView, fitting_cards, mentions
from tests.boards import board

CARDS = ("1bs@12,10", "2bs@10,12", "3bs@14,14", "1rs@16,10", "1bc@12,16", "2go@4,4+", "3yh@6,4+")


def on_board(*cards: str, tiles: dict[tuple[int, int], Prop] | None = None) -> StateArray:
    """The follower in the middle, facing north-east."""
    props = {cell: Tile(Terrain.GRASS, prop, Heading.NE) for cell, prop in (tiles or {}).items()}
    return board(follower="12,12,ne", cards=cards or CARDS, turn=Player.FOLLOWER, tiles=props)


def fitting(text: str, card: str, states: StateArray | None = None) -> set[str]:
    """The cards that fit, as the board's list names them."""
    states = on_board() if states is None else states
    view = CardsInView.of(states)
    names = {cell_at(*map(int, name.strip("+").split("@")[1].split(","))): name for name in CARDS}
    return {names[cell] for cell in fitting_cards(view, text, place(card))}


def place(card: str) -> int:
    x, z = card.strip("+").split("@")[1].split(",")
    return cell_at(int(x), int(z))


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("get the 2 blue stars", [SaidFace(2, Colour.BLUE, Shape.STAR)]),
        ("get the blue stars", [SaidFace(None, Colour.BLUE, Shape.STAR, True)]),
        ("the one pink donut", [SaidFace(1, Colour.PINK, Shape.TORUS)]),
        ("three magenta stripes now", [SaidFace(3, Colour.PINK, Shape.DIAMOND)]),
        ("the blue star card", [SaidFace(None, Colour.BLUE, Shape.STAR)]),
        ("a yellow card with two hearts", [SaidFace(2, Colour.YELLOW, Shape.HEART)]),
        ("card with the 3 plus signs", [SaidFace(3, None, Shape.PLUS)]),
        ("the blue one plus the black crosses",
         [SaidFace(None, Colour.BLUE), SaidFace(None, Colour.BLACK, Shape.PLUS, True)]),
        ("two blue cards", [SaidFace(None, Colour.BLUE)]),
        ("get the card by the red house", [SaidFace()]),
        ("circle the lake by the triangle house at the tree line", []),
        ("go to the light blue square", [SaidFace(None, Colour.BLUE, Shape.CUBE, False)]),
    ],
)  # fmt: skip
def test_faces_are_read_from_words(text: str, faces: list[SaidFace]) -> None:
    assert [mention.face for mention in mentions(text)] == faces


def test_the_fewer_words_the_more_cards_fit() -> None:
    card = "1bs@12,10"
    counts = [
        len(fitting(text, card))
        for text in ("the card", "the star card", "the blue star card", "1 blue star")
    ]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] == 1


def test_a_noun_tells_one_symbol_from_more_unless_that_does_not_fit() -> None:
    assert "1bs@12,10" not in fitting("blue stars", "3bs@14,14")
    assert "1bs@12,10" in fitting("blue star", "2bs@10,12")


def test_selected_cards_are_not_taken_for_others() -> None:
    assert fitting("get the card", "2go@4,4+") == {"2go@4,4+", "3yh@6,4+"}


def test_words_about_nothing_fit_only_what_is_meant() -> None:
    assert fitting("go three steps", "1bs@12,10") == {"1bs@12,10"}


def test_the_card_under_the_follower_is_the_only_one() -> None:
    states = on_board("1bs@12,12", "1bs@12,10")
    assert fitting_cards(CardsInView.of(states), "get that card", cell_at(12, 12)) == (
        cell_at(12, 12),
    )


def test_sides_narrow_if_they_hold_of_the_card() -> None:
    left, right = cell_at(8, 12), cell_at(16, 12)
    view = CardsInView.of(
        board(follower="12,12,ne", cards=("1bs@8,12", "1bs@16,12"), turn=Player.FOLLOWER)
    )
    assert len(fitting_cards(view, "get the blue star", left)) == 2
    assert fitting_cards(view, "get the blue star on your left", left) == (left,)
    assert len(fitting_cards(view, "get the blue star on your left", right)) == 2
    both = "get the red heart on your left and the blue star"
    assert len(fitting_cards(view, both, left)) == 2


def test_landmarks_narrow_if_one_is_near() -> None:
    near, other = cell_at(8, 8), cell_at(16, 16)
    states = on_board("1bs@8,8", "1bs@16,16", tiles={(8, 9): Prop.WINDMILL, (16, 17): Prop.TOWER})
    view = CardsInView.of(states)
    assert fitting_cards(view, "the blue star by the windmill", near) == (near,)
    assert fitting_cards(view, "the blue star near the castle", other) == (other,)


def test_the_nearest_is_one() -> None:
    states = on_board("1bs@8,12", "1bs@4,12")
    view = CardsInView.of(states)
    assert fitting_cards(view, "the closest blue star", cell_at(8, 12)) == (cell_at(8, 12),)
    assert fitting_cards(view, "the furthest blue star", cell_at(4, 12)) == (cell_at(4, 12),)
    assert len(fitting_cards(view, "the closest blue star", cell_at(4, 12))) == 2
