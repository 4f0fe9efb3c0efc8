"""Every claim of thousands of instructions, judged by geometry that shares no code with them."""

import re

from cerealbar.game import CARDS, Action, Colour, Shape, bearing
from cerealbar.language.board.claims import Heads, Moves, Refers, Toggles, Turns
from cerealbar.language.board.relations import InZone
from cerealbar.language.nouns.faces import SHAPE_NOUNS
from tests.language.drafts import corpus
from tests.language.truth import Judge, is_seen, meant

NUMBERS = {"1": 1, "one": 1, "single": 1, "2": 2, "two": 2, "3": 3, "three": 3}
NOUNS = {
    word: shape for shape, table in SHAPE_NOUNS.items() for pair in table.options for word in pair
}
FACE = re.compile(
    rf"\b({'|'.join(NUMBERS)}) ({'|'.join(Colour)}) ({'|'.join(sorted(NOUNS, key=len)[::-1])})\b"
)
FIRST_TURN = re.compile(r"^(?:turn|make a|take a|go|face) (?:to your |to the )?(left|right)\b")

COUNTED_TURNS = {"around": 3, "180": 3, "twice": 2, "two times": 2, "once": 1, "one time": 1}


def test_no_claim_of_any_instruction_is_untrue() -> None:
    wrong = [
        (about.intention, draft.plain, failed)
        for about, draft in corpus()
        if (failed := Judge(about).failed(draft.claims))
    ]
    assert wrong == []


def test_exactly_the_cards_to_toggle_are_told_to_be_toggled() -> None:
    for about, draft in corpus():
        spoken = {claim.cell for claim in draft.claims if isinstance(claim, Toggles)}
        assert spoken == set(about.intention.cards), draft.plain


def test_a_count_colour_and_shape_in_the_text_are_those_of_a_card_on_the_board() -> None:
    seen = 0
    for about, draft in corpus():
        faces = {(card.count, card.colour, card.shape) for card in Judge(about).cards.values()}
        for number, colour, noun in FACE.findall(draft.plain):
            seen += 1
            assert (NUMBERS[number], Colour(colour), NOUNS[noun]) in faces, draft.plain
    assert seen > 500


def test_a_text_that_begins_with_a_turn_begins_the_route_with_that_turn() -> None:
    seen = 0
    for about, draft in corpus():
        found = FIRST_TURN.match(meant(draft))
        if found and about.intention.route:
            seen += 1
            wanted = Action.LEFT if found[1] == "left" else Action.RIGHT
            assert about.intention.route[0] is wanted, draft.plain
    assert seen > 500


def test_turning_around_is_three_turns_or_two_to_what_is_behind_and_twice_is_two() -> None:
    seen = rough = 0
    for about, draft in corpus():
        route = about.intention.route
        turns = next((i for i, step in enumerate(route) if step < Action.LEFT), len(route))
        for words, count in COUNTED_TURNS.items():
            if re.match(rf"turn (left |right |to your \w+ )?{words}\b(?! or)", meant(draft)):
                seen += 1
                if count == 3 and turns == 2:
                    assert abs(bearing(about.start, about.intention.cards[0])) > 125, draft.plain
                    rough += 1
                else:
                    assert turns == count, draft.plain
    assert seen > 100
    assert rough > 20


def test_turns_and_moves_are_told_once_and_in_the_order_of_the_route() -> None:
    seen = 0
    for _, draft in corpus():
        steps = [claim.at for claim in draft.claims if isinstance(claim, Turns | Moves | Heads)]
        seen += len(steps) > 1
        assert steps == sorted(set(steps)), draft.plain
    assert seen > 100


def test_a_card_that_the_follower_cannot_see_is_placed_by_a_side() -> None:
    seen = 0
    for _, draft in corpus():
        for claim in draft.claims:
            if isinstance(claim, Refers) and not is_seen(claim.pose, claim.cell):
                seen += 1
                assert any(isinstance(relation, InZone) for relation in claim.relations), (
                    draft.plain
                )
    assert seen > 100


def test_faces_cover_all_kinds_of_cards() -> None:
    assert {card.shape for card in CARDS} == set(Shape) == set(SHAPE_NOUNS)
