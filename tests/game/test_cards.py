"""Faces of cards, and what makes three of them a set."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.game import (
    CARD_COLOUR,
    CARD_COUNT,
    CARD_SHAPE,
    CARDS,
    COLOURS,
    SHAPES,
    Card,
    Colour,
    NotationError,
    Shape,
    can_combine,
    format_card,
    is_set,
    parse_card,
)
from cerealbar.game.cards import has_set
from tests import strategies


def is_valid_set(*cards: Card) -> bool:
    """The paper's definition: three cards with distinct colour, shape, and count."""
    return (
        len(cards) == 3
        and len({card.count for card in cards}) == 3
        and len({card.colour for card in cards}) == 3
        and len({card.shape for card in cards}) == 3
    )


def test_colours_and_shapes_stand_in_the_order_of_the_original() -> None:
    assert [*COLOURS] == ["blue", "green", "pink", "red", "yellow", "black", "orange"]
    assert [*SHAPES] == ["cube", "diamond", "heart", "plus", "star", "triangle", "torus"]


def test_there_are_147_different_cards() -> None:
    assert len(CARDS) == len(set(CARDS)) == 3 * 7 * 7


def test_every_kind_is_its_cards_number_in_all_tables() -> None:
    for kind, card in enumerate(CARDS):
        assert card.kind == kind
        assert CARD_COUNT[kind] == card.count
        assert COLOURS[CARD_COLOUR[kind]] is card.colour
        assert SHAPES[CARD_SHAPE[kind]] is card.shape


@pytest.mark.parametrize(
    ("card", "text"),
    [
        (Card(1, Colour.BLUE, Shape.CUBE), "1 blue cube"),
        (Card(3, Colour.GREEN, Shape.HEART), "3 green hearts"),
        (Card(1, Colour.PINK, Shape.TORUS), "1 pink torus"),
        (Card(2, Colour.PINK, Shape.TORUS), "2 pink toruses"),
        (Card(2, Colour.BLACK, Shape.PLUS), "2 black pluses"),
    ],
)
def test_a_card_reads_as_english(card: Card, text: str) -> None:
    assert str(card) == text


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("1bc", Card(1, Colour.BLUE, Shape.CUBE)),
        ("2po", Card(2, Colour.PINK, Shape.TORUS)),
        ("3kt", Card(3, Colour.BLACK, Shape.TRIANGLE)),
        ("1od", Card(1, Colour.ORANGE, Shape.DIAMOND)),
        ("2gh", Card(2, Colour.GREEN, Shape.HEART)),
        ("3rp", Card(3, Colour.RED, Shape.PLUS)),
        ("1ys", Card(1, Colour.YELLOW, Shape.STAR)),
    ],
)
def test_a_card_is_three_characters_both_ways(text: str, card: Card) -> None:
    assert parse_card(text) == card
    assert format_card(card) == text


@given(strategies.cards)
def test_every_card_survives_the_round_trip(card: Card) -> None:
    assert parse_card(format_card(card)) == card


@pytest.mark.parametrize(
    "text", ["", "2p", "2poo", "0po", "4po", "2xo", "2px", "po2", "2PO", " 2p"]
)
def test_what_is_no_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_card(text)
    assert str(caught.value).startswith(f"{text!r} is no card: expected ")


def test_two_cards_combine_if_they_differ_in_everything() -> None:
    for a, first in enumerate(CARDS):
        for b, second in enumerate(CARDS):
            differ = (
                first.count != second.count
                and first.colour != second.colour
                and first.shape != second.shape
            )
            assert can_combine(a, b) == differ


def test_there_are_44100_valid_sets() -> None:
    """One card of each count: 7 * 6 * 5 ways to choose colours, as many to choose shapes."""
    edges = np.array([[can_combine(a, b) for b in range(147)] for a in range(147)], np.int64)
    assert np.trace(edges @ edges @ edges) // 6 == (7 * 6 * 5) ** 2


@given(strategies.cards, strategies.cards, strategies.cards)
def test_a_set_is_three_cards_without_anything_in_common(a: Card, b: Card, c: Card) -> None:
    assert is_set(a.kind, b.kind, c.kind) == is_valid_set(a, b, c)


@given(strategies.faces(3))
def test_a_set_is_one_in_any_order(faces: list[Card]) -> None:
    a, b, c = (card.kind for card in faces)
    assert is_set(a, b, c)
    assert is_set(c, a, b)
    assert is_set(b, a, c)


@pytest.mark.parametrize(
    "faces", [("1bc", "1gd", "3ph"), ("1bc", "2bd", "3ph"), ("1bc", "2gd", "3pd"), ("1bc",) * 3]
)
def test_one_thing_in_common_spoils_a_set_in_any_order(faces: tuple[str, str, str]) -> None:
    a, b, c = (parse_card(face).kind for face in faces)
    assert not any(is_set(*kinds) for kinds in ((a, b, c), (b, c, a), (c, a, b), (c, b, a)))


@given(st.lists(strategies.cards, max_size=12))
def test_a_board_has_a_set_if_any_three_cards_are_one(cards: list[Card]) -> None:
    kinds = np.array([card.kind for card in cards], np.uint8)
    expected = any(is_valid_set(*three) for three in combinations(cards, 3))
    assert has_set(kinds, len(kinds)) == expected


def test_only_the_first_cards_count() -> None:
    kinds = np.array([parse_card(face).kind for face in ("1bc", "2gd", "3ph")], np.uint8)
    assert has_set(kinds, 3)
    assert not has_set(kinds, 2)
