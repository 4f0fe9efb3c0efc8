"""A way through each tutorial, and that there is one from everywhere."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cerealbar.game import Action, PlayerWord, coordinates
from cerealbar.studies.tutorials import SHIPPED, load_tutorial
from cerealbar.studies.tutorials.tutorial import named_card
from tests.studies.tutorials.learner import Learner

Do = Callable[[Learner], object]
ORANGE, SQUARES, DIAMONDS = map(named_card, ("1 orange torus", "3 black cube", "2 green diamond"))


def learner(role: PlayerWord = "leader", upto: str = "") -> Learner:
    """Someone who has obeyed until a prompt begins with some words."""
    found = Learner(load_tutorial(role))
    while not found.prompt.startswith(upto):
        found.obey()
    return found


def test_the_board_is_the_one_on_which_the_original_taught() -> None:
    game = Learner(load_tutorial("leader")).game
    cards = {(str(card.card), coordinates(card.cell)) for card in game.cards}
    assert len(cards) == 9
    assert {("1 orange torus", (21, 2)), ("3 black cubes", (23, 5))} <= cards
    assert ("2 green diamonds", (17, 12)) in cards


def test_the_leader_looks_writes_makes_a_set_errs_mends_and_makes_two_more() -> None:
    found = Learner(load_tutorial("leader"))
    numbers = []
    while not found.walk.is_done:
        assert found.walk.step is not None
        if found.walk.number not in numbers:
            numbers.append(found.walk.number)
        found.obey()
    assert numbers == list(range(1, 12))
    assert found.game.score == 3
    assert [it.text for it in found.game.instructions] == ["turn around"]
    assert found.deeds.count("camera") == 2
    assert found.walk.so_far.counts["invalid-selection"] >= 1
    assert not found.walk.so_far.is_clashing


def test_the_leader_never_ends_the_turn() -> None:
    found = Learner(load_tutorial("leader"))
    for _ in range(40):
        assert not found.act(Action.DONE)
        if found.walk.is_done:
            break
        found.obey()
    assert found.walk.is_done
    assert found.game.turn.word == "leader"


def test_the_follower_carries_out_five_commands_one_of_which_corrects() -> None:
    found = Learner(load_tutorial("follower"))
    assert found.game.turn.word == "follower"
    found.finish()
    assert [it.status.value for it in found.game.instructions] == ["finished"] * 5
    assert found.game.score == 1
    assert found.deeds.count(Action.DONE) == 5


def test_a_command_cannot_be_done_before_it_is_carried_out() -> None:
    found = learner("follower", "This is what your leader wants")
    assert not found.act(Action.DONE)
    found.obey()
    assert found.walk.may_finish
    assert found.act(Action.DONE)


def test_what_is_undone_is_asked_for_again() -> None:
    found = learner(upto="Two of three")
    before = found.walk.number
    found._toggle(ORANGE, is_selected=True)
    assert found.walk.number == before - 2
    assert found.prompt.startswith("Sent!")
    found.finish()


def test_clashing_cards_lead_to_a_detour_that_is_not_counted() -> None:
    found = learner(upto="Selected. Now the 3 black squares")
    number = found.walk.number
    found._toggle(named_card("2 red torus"), is_selected=False)
    assert found.walk.step is not None
    assert found.walk.step.is_detour
    assert found.walk.number == number - 1
    found._toggle(named_card("2 red torus"), is_selected=True)
    assert found.walk.number == number


def test_another_set_than_the_given_one_will_do() -> None:
    found = learner(upto="Sent!")
    for words in ("2 red torus", "1 blue triangle", "3 black cube"):
        found._toggle(named_card(words), is_selected=False)
    assert found.game.score == 1
    assert found.prompt.startswith("A set, and a point!")
    found.finish()


def test_whoever_made_three_sets_need_not_err() -> None:
    found = learner(upto="A set, and a point!")
    while found.game.score < 3:
        found._go_on_with_set()
    assert found.walk.is_done


def test_whoever_filled_the_queue_before_it_was_asked_for_is_not_stuck() -> None:
    found = Learner(load_tutorial("leader"))
    for _ in range(40):
        found.act(Action.INSTRUCT, "go")
    found.finish()
    assert "turn around" not in found.deeds


def test_a_follower_who_put_the_cards_back_is_told_so() -> None:
    found = learner("follower", "The 2 green diamonds")
    found._toggle(named_card("3 black torus"), is_selected=True)
    assert found.prompt.startswith("The 3 black rings are not selected any more")
    found._toggle(named_card("2 red torus"), is_selected=False)
    assert found.prompt.startswith("Too many cards")
    found.finish()


@pytest.mark.parametrize("role", SHIPPED)
@given(seed=st.integers(0, 2**32 - 1), deeds=st.integers(0, 120))
@settings(max_examples=40, deadline=None)
def test_from_wherever_someone_strays_the_prompts_lead_to_the_end(
    role: PlayerWord, seed: int, deeds: int
) -> None:
    found = Learner(load_tutorial(role))
    found.dabble(random.Random(seed), deeds)
    found.finish()
    counts = found.walk.so_far.counts
    if role == "leader":
        assert counts["set-made"] >= 3
        assert counts["instruction-sent"] >= 1
    else:
        assert counts["set-made"] >= 1
        assert counts["instruction-finished"] == 5
