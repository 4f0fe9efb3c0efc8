from random import Random

import pytest

from cerealbar.game import Colour, Heading, Player, Prop, Shape, StateArray, Terrain, Tile, cell_at
from cerealbar.language import population, write
from cerealbar.language.board.claims import SaidFace
from cerealbar.language.references import (
    CardsInView,
    Difficulty,
    difficulty_groups,
    fitting_cards,
    mentions,
)
from tests.boards import board
from tests.language.situations import situation

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


STATES = board(
    follower="12,12,ne", cards=("1bs@8,12", "1bs@16,12", "3rh@4,12"), turn=Player.FOLLOWER
)
STAR, OTHER, HEARTS = (cell_at(x, 12) for x in (8, 16, 4))


def test_other_cards_that_are_meant_too_are_no_rivals() -> None:
    assert Difficulty(STATES, "get the blue star", [STAR]).candidates == 2
    assert Difficulty(STATES, "get both blue star cards", [STAR, OTHER]).candidates == 1
    assert Difficulty(STATES, "get 3 red hearts, then a blue star", [HEARTS, STAR]).fitting == [
        [],
        [OTHER],
    ]


def test_ending_on_a_card_is_not_taking_it() -> None:
    assert Difficulty(STATES, "get the blue star", [STAR], STAR).fitting == [[OTHER]]
    assert Difficulty(STATES, "go to the blue star", [], STAR).fitting == []


def test_typos_are_words_that_nobody_says() -> None:
    hard = Difficulty(STATES, "trun left, then Get teh blue star.", [STAR])
    assert (hard.words, hard.misspelt) == (7, 2)


def test_what_was_before_counts_only_where_no_face_is_said() -> None:
    assert Difficulty(STATES, "get the one you just took", [STAR]).is_history
    assert not Difficulty(STATES, "just get that blue star", [STAR]).is_history


def test_a_goal_behind_the_follower_is_unseen() -> None:
    assert Difficulty(STATES, "go", [], cell_at(12, 4)).is_unseen
    assert not Difficulty(STATES, "go", [], cell_at(12, 20)).is_unseen


def test_groups_are_named_by_numbers() -> None:
    assert difficulty_groups(STATES, "get a blue star", [STAR]) == {
        "cards asked for": "1",
        "cards that fit": "2",
        "words": "1-6",
        "misspelt words": "0",
    }
    unread = difficulty_groups(STATES, "get the gizmos", [HEARTS])
    assert unread["cards that fit"] == "0, not read"
    assert difficulty_groups(STATES, "wait there", []) == {"cards asked for": "0"}


def test_what_careful_people_write_mostly_fits_what_they_mean_and_is_spelt_well() -> None:
    rng, people = Random(1), population(1)
    found = []
    for _ in range(60):
        at = situation(rng)
        text = write(at.states, at.intention, people[0], rng, at.memory, start=at.start).text
        found.append(Difficulty(at.states, text, at.intention.cards))
    assert sum(hard.candidates == 1 for hard in found) > 40
    assert sum(hard.misspelt == 0 for hard in found) > 40
