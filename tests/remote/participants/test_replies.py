import random

import pytest

from cerealbar.remote.participants.replies import carried_out, fill_in, written
from cerealbar.studies.questionnaires import (
    ChoiceItem,
    FreeTextItem,
    PartnerItem,
    Questionnaire,
    ScaleItem,
    check_answers,
)
from cerealbar.wire.scene import CardShown, PoseShown
from cerealbar.wire.visits import BoardShown, CarryOutShown, ItemAsked, WriteShown

ITEMS = Questionnaire(
    title="All kinds",
    items=(
        FreeTextItem(id="words", text="?", max_length=5),
        ChoiceItem(id="one", text="?", options=("a", "b", "c")),
        ChoiceItem(id="some", text="?", options=("a", "b", "c"), several=True),
        ScaleItem(id="scale", text="?", low="no", high="yes", points=7),
        PartnerItem(id="partner"),
        FreeTextItem(id="more", text="?", is_required=False),
    ),
)
SHOWN = (
    ItemAsked(id="words", kind="free-text", text="?", is_required=True, max_length=5),
    ItemAsked(id="one", kind="choice", text="?", is_required=True, options=("a", "b", "c")),
    ItemAsked(
        id="some",
        kind="choice",
        text="?",
        is_required=True,
        options=("a", "b", "c"),
        is_several=True,
    ),
    ItemAsked(id="scale", kind="scale", text="?", is_required=True, points=7),
    ItemAsked(id="partner", kind="partner", text="?", is_required=True),
    ItemAsked(id="more", kind="free-text", text="?", max_length=100),
)
RED = CardShown(cell=30, count=2, colour="red", shape="torus")
BLUE = CardShown(cell=31, count=1, colour="blue", shape="heart")
POSE = PoseShown(cell=0, heading=0)
BOARD = BoardShown(tiles=(), cards=(RED, BLUE), leader=POSE, follower=POSE)


def test_questionnaires_are_filled_in_so_that_every_answer_is_one() -> None:
    rng = random.Random(1)
    filled = [fill_in(SHOWN, rng) for _ in range(100)]
    for answers in filled:
        checked = check_answers(ITEMS, answers)
        assert {"words", "one", "some", "scale", "partner"} <= set(checked)
    assert {"more" in answers for answers in filled} == {True, False}
    assert {answers["scale"] for answers in filled} == set(range(1, 8))


def test_an_instruction_names_the_cards_that_are_marked() -> None:
    reply = written(WriteShown(board=BOARD, cards=(31, 30), number=1, of=2))
    assert reply.text == "get the one blue heart, then get the two red rings"


@pytest.mark.parametrize(
    ("text", "cells"),
    [("two red rings", (30,)), ("a blue heart, please", (31,)), ("no red heart", ()), ("go", ())],
)
def test_the_cards_that_an_instruction_names_are_marked(text: str, cells: tuple[int, ...]) -> None:
    shown = CarryOutShown(board=BOARD, text=text, number=1, of=1)
    assert carried_out(shown, random.Random(0)).cards == cells
