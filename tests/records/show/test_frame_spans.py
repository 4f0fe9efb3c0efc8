import numpy as np
import pytest

from cerealbar.game import Action, Outcome, Player, Status, step_many
from cerealbar.records import (
    Finished,
    GameEnd,
    GameRecord,
    Instructed,
    RecordedRules,
    Stepped,
    TurnEnded,
    deed_event,
)
from cerealbar.records.replay import Replay
from cerealbar.records.show import Film, film
from cerealbar.records.show.frames import cards_in_slots, shown_cards, shown_sets
from tests.boards import board
from tests.records.games import eventful_game
from tests.records.show.games import game, statuses, written_game


def step(action: Action, cards: tuple[str, ...]) -> Replay:
    """One step of a leader at (4, 6) who looks east, on a board with some cards."""
    states = np.repeat(board(cards=cards, leader="4,6,e"), 2)
    outcomes = step_many(states[1:], np.array([action], np.uint8))
    none = np.zeros(1, np.int16)
    deed = deed_event(0.0, Player.LEADER, action)
    return Replay(
        (deed,), np.zeros(1, np.uint8), np.array([action], np.uint8), states, outcomes, none
    )


def test_turns_are_those_that_the_record_tells(long_game: GameRecord, long_film: Film) -> None:
    told = [
        (event.by, event.at, event.how)
        for event in long_game.events
        if isinstance(event, TurnEnded)
    ]
    shown = [(turn.by, long_film.frames[turn.last].at, turn.how) for turn in long_film.turns]
    assert shown == told


def test_each_turn_begins_where_the_one_before_ends(long_film: Film) -> None:
    ends = [turn.last for turn in long_film.turns]
    assert [turn.first for turn in long_film.turns] == [0, *ends[:-1]]


def test_the_last_turn_of_a_game_that_was_left_has_no_end() -> None:
    turns = film(written_game()).turns
    assert [(turn.by, turn.how) for turn in turns] == [
        ("leader", "done"),
        ("follower", "no-steps"),
        ("leader", "time-out"),
        ("follower", "done"),
        ("leader", "time-out"),
        ("follower", "skipped"),
        ("leader", "done"),
        ("follower", "time-out"),
        ("leader", None),
    ]


def test_sets_are_those_that_the_record_tells(long_game: GameRecord, long_film: Film) -> None:
    told = [
        (event.by, event.at, event.score)
        for event in long_game.events
        if isinstance(event, Stepped) and event.score is not None
    ]
    shown = [(made.by, long_film.frames[made.frame].at, made.score) for made in long_film.sets]
    assert shown == told


def test_the_cards_of_a_set_leave_when_the_new_ones_come(long_film: Film) -> None:
    for made in long_film.sets:
        assert len(made.cards) == len(made.new_cards) == 3
        assert {long_film.cards[number].gone for number in made.cards} == {made.frame}
        assert {long_film.cards[number].first for number in made.new_cards} == {made.frame}


def test_half_turns_that_a_set_adds_are_those_that_appear(long_film: Film) -> None:
    for made in long_film.sets:
        before, after = (
            long_film.frames[i].half_turns_left or 0 for i in (made.frame - 1, made.frame)
        )
        used = long_film.frames[made.frame].turn != made.by
        assert after - before + used == made.half_turns_added


def test_a_set_made_by_deselecting_a_fourth_card_leaves_that_card() -> None:
    fourth = ("1bc@6,6+", "2gd@7,6+", "3ph@8,6+", "1rs@5,6+")
    played = step(Action.FORWARD, fourth)
    assert Outcome(int(played.outcomes[0])) & Outcome.SET_MADE
    numbers = cards_in_slots(played)
    (made,) = shown_sets(played, numbers)
    assert made.cards == (0, 1, 2)
    assert (
        next(card for card in shown_cards(played, numbers) if card.name == "1 red star").gone
        is None
    )


def test_instructions_of_an_eventful_game_end_in_their_frames() -> None:
    shown = film(eventful_game())
    told = [(each.begun, each.ended, each.status.value) for each in shown.instructions]
    assert told == [
        (5, 7, "finished"),
        (8, 9, "given-up"),
        (10, 11, "cancelled"),
        (None, 11, "cancelled"),
        (None, 13, "cancelled"),
        (16, None, "unfinished"),
    ]
    assert [(turn.by, turn.how) for turn in shown.turns] == [
        ("leader", "done"),
        ("follower", "cancelled"),
        ("leader", "time-out"),
        ("follower", "time-out"),
        ("leader", "done"),
        ("follower", None),
    ]


def test_an_instruction_with_which_the_game_ends_is_never_begun() -> None:
    rules = RecordedRules(half_turns=1)
    shown = film(
        game(Instructed(1.0, "go"), Finished(2.0, "leader"), rules=rules, how=GameEnd.NO_TURNS)
    )
    assert shown.frames[2].is_over
    assert (shown.instructions[0].begun, shown.instructions[0].ended) == (None, None)
    assert [turn.by for turn in shown.turns] == ["leader"]


def test_instructions_are_sent_then_begun_then_done(long_film: Film) -> None:
    assert long_film.instructions
    for number, instruction in enumerate(long_film.instructions):
        sent = instruction.sent + 1
        assert long_film.frames[sent].deed == "instruct"
        assert len(statuses(long_film, sent)) == number + 1
        assert long_film.frames[sent].instruction == number
        if instruction.begun is not None:
            begun = long_film.frames[instruction.begun]
            assert (begun.turn, begun.current) == ("follower", number)
            assert sent < instruction.begun
        if instruction.ended is not None:
            assert statuses(long_film, instruction.ended + 1)[number] is Status.FINISHED
            assert instruction.begun is not None


@pytest.mark.parametrize(("number", "begun", "ended"), [(0, 4, 5), (1, 6, 16), (2, 20, None)])
def test_an_instruction_spans_turns_until_it_is_done(
    number: int, begun: int, ended: int | None
) -> None:
    instruction = film(written_game()).instructions[number]
    assert (instruction.begun, instruction.ended) == (begun, ended)
