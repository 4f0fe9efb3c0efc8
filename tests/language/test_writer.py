import re
from dataclasses import replace
from random import Random
from statistics import mean, median

import pytest

from cerealbar.game import Action, Game, Heading, Pose, cell_at, check_instruction
from cerealbar.language import (
    Draft,
    Intention,
    IntentionError,
    Purpose,
    Style,
    population,
    tokenize,
    write,
)
from cerealbar.language.board.claims import Toggles
from tests.boards import board
from tests.language.drafts import CAREFUL, collect, corpus, drafts
from tests.language.situations import situation


def test_the_same_inputs_give_the_same_text() -> None:
    style = population()[7]
    for seed in range(50):
        about = situation(Random(seed))
        first, second = (
            write(
                about.states, about.intention, style, Random(seed), about.memory, start=about.start
            )
            for _ in range(2)
        )
        assert first == second


def test_writing_changes_nothing() -> None:
    states = Game(42).states.copy()
    before = states.tobytes()
    write(states, Intention(Purpose.WAIT), Style(), Random(0))
    assert states.tobytes() == before


def test_every_text_is_an_instruction_that_the_game_accepts() -> None:
    for _, draft in corpus():
        assert check_instruction(draft.text) == draft.text
        assert "  " not in draft.text
        assert "{" not in draft.text
        assert "None" not in draft.plain


def test_lengths_are_those_of_people() -> None:
    lengths = [len(tokenize(draft.text)) for _, draft in corpus()]
    assert 12 <= mean(lengths) <= 15
    assert 11 <= median(lengths) <= 14
    assert max(lengths) <= 62


def test_words_are_many() -> None:
    words = {word for _, draft in corpus() for word in tokenize(draft.text)}
    assert len(words) > 1100


def test_few_texts_are_the_same() -> None:
    texts = [draft.text for _, draft in corpus()]
    assert len(set(texts)) > 0.9 * len(texts)


def test_the_start_can_be_where_an_earlier_instruction_ends() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12"])
    start = Pose(cell_at(9, 8), Heading.NE)
    route = (Action.FORWARD,) * 2
    with pytest.raises(IntentionError, match="the route misses it"):
        write(
            states, Intention(Purpose.COLLECT, (cell_at(9, 12),), route=route), Style(), Random(0)
        )
    longer = Intention(Purpose.COLLECT, (cell_at(11, 12),), route=(Action.FORWARD,) * 4)
    states = board(follower="5,12,e", cards=["3gs@11,12"])
    draft = write(states, longer, Style(turns=1.0), Random(0), start=start)
    assert "left" not in draft.plain


def test_what_is_expected_to_be_selected_is_put_back() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12"])
    intention = collect(states, (9, 12))
    selected = frozenset((cell_at(9, 12),))
    draft = write(states, intention, Style(), Random(0), selected=selected)
    assert Toggles(cell_at(9, 12), True) in draft.claims


def test_cards_can_be_named_without_a_route() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12"])
    for seed in range(100):
        intention = Intention(Purpose.COLLECT, (cell_at(9, 12),))
        draft = write(states, intention, Style(), Random(seed))
        assert Toggles(cell_at(9, 12), False) in draft.claims


@pytest.mark.parametrize(
    ("intention", "message"),
    [
        (Intention(Purpose.COLLECT, (0,)), r"toggle \(0, 0\): no card lies there"),
        (Intention(Purpose.APPROACH, end=0), r"end on \(0, 0\): the route leads to \(5, 12\)"),
        (Intention(Purpose.APPROACH, heading=Heading.W), "end facing .*W"),
    ],
)
def test_an_intention_whose_route_misses_its_goals_is_refused(
    intention: Intention, message: str
) -> None:
    with pytest.raises(IntentionError, match=message):
        write(board(follower="5,12,e"), intention, Style(), Random(0))


STATES = board(follower="5,12,ne", cards=["3gs@9,12", "1rh@9,18"])
TWO = collect(STATES, (9, 12), (9, 18))
ONE = collect(STATES, (9, 12))


def says(found: list[Draft], pattern: str) -> bool:
    return any(re.search(pattern, draft.plain) for draft in found)


def test_a_turn_and_a_deed() -> None:
    found = drafts(STATES, ONE, count=1000)
    for joint in (" and", ",", " then", " to", r"\.", " and then"):
        assert says(found, f"^(turn|go|face)( to your)? right{joint} (get|grab|pick|take)"), joint


def test_one_goal_and_the_next() -> None:
    found = drafts(STATES, TWO, count=800)
    for joint in (" then ", ", then ", " and then ", r"\. then ", "after that", r"\. next", "also"):
        assert says(found, joint), joint


def test_some_people_join_clauses_by_nothing() -> None:
    assert says(drafts(STATES, ONE, replace(CAREFUL, splices=1.0)), "^turn right (get|grab|pick)")
