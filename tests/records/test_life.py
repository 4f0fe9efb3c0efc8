"""The life of an instruction, by example and in any game."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cerealbar.game import Action, Deed, Game, Outcome, Player, Status
from cerealbar.records import (
    Cancelled,
    Event,
    Finished,
    GameEnd,
    GameEnded,
    GameRecord,
    GaveUp,
    Header,
    Instructed,
    InstructionLife,
    Meant,
    RecordedRules,
    Stepped,
    TimedOut,
    complete,
    deed_action,
    lives,
    replay,
    status_changes,
)
from tests.records.games import EVERYTHING, eventful_game, play_anything, recorded

HEADER = Header(game_id="g", seed=42, synthetic=True, rules=RecordedRules.from_rules(EVERYTHING))
TURN = Stepped(2.0, "follower", "left")
END_TURN = Finished(1.0, "leader")
DONE = Finished(3.0, "follower")


def live(*events: Event) -> tuple[InstructionLife, ...]:
    """The lives of the instructions of a game; `events` are deeds, each an index of its own."""
    return lives(replay(complete(GameRecord(HEADER, events))))


def sent(*texts: str) -> tuple[Instructed, ...]:
    return tuple(Instructed(0.5, text) for text in texts)


def test_a_finished_instruction_holds_the_followers_deeds_and_the_last_of_them() -> None:
    (life,) = live(*sent("go"), END_TURN, TURN, TURN, DONE)
    assert (life.number, life.text, life.status, life.is_finished) == (0, "go", "finished", True)
    assert (life.sent, life.current, life.begun, life.ended) == (0, 1, 2, 4)
    assert (life.deeds.tolist(), life.steps) == ([2, 3, 4], 2)


def test_an_instruction_that_is_given_up_says_why_and_keeps_its_steps() -> None:
    (life,) = live(*sent("go"), END_TURN, TURN, GaveUp(3.0, "a wall"))
    assert (life.status, life.reason, life.is_finished) == (Status.GIVEN_UP, "a wall", False)
    assert (life.deeds.tolist(), life.steps, life.ended) == ([2, 3], 1, 3)


def test_several_instructions_of_one_turn_follow_one_another() -> None:
    first, second, third = live(*sent("a", "b", "c"), END_TURN, TURN, DONE, DONE, TURN, TURN)
    assert [life.deeds.tolist() for life in (first, second, third)] == [[4, 5], [6], [7, 8]]
    assert [life.steps for life in (first, second, third)] == [1, 0, 2]
    assert [life.current for life in (first, second, third)] == [1, 6, 7]
    assert [life.begun for life in (first, second, third)] == [4, 6, 7]
    assert third.status is Status.UNFINISHED
    assert third.ended is None


def test_cancelling_in_the_leaders_turn_ends_what_was_never_begun() -> None:
    first, second, third = live(*sent("a", "b"), Cancelled(0.8), *sent("c"), END_TURN, DONE)
    assert [life.status for life in (first, second)] == [Status.CANCELLED] * 2
    assert [life.ended for life in (first, second)] == [2, 2]
    assert (first.current, second.current) == (1, None)
    assert (first.begun, second.begun) == (None, None)
    assert (first.steps, second.steps) == (0, 0)
    assert (third.number, third.status, third.deeds.tolist()) == (2, Status.FINISHED, [5])


def test_cancelling_in_the_followers_turn_ends_the_current_one_and_those_that_wait() -> None:
    first, second, third = live(*sent("a", "b"), END_TURN, TURN, Cancelled(2.5), *sent("c"))
    assert [life.status for life in (first, second)] == [Status.CANCELLED] * 2
    assert (first.deeds.tolist(), first.steps, first.begun) == ([3], 1, 3)
    assert (second.deeds.tolist(), second.current, second.begun) == ([], None, None)
    assert (third.current, third.status, third.begun) == (6, Status.UNFINISHED, None)


def test_running_out_of_time_is_no_deed_under_an_instruction() -> None:
    time_out = TimedOut(2.5, "follower")
    (life,) = live(*sent("go"), END_TURN, TURN, time_out, END_TURN, time_out, END_TURN, DONE)
    assert (life.deeds.tolist(), life.steps) == ([2, 7], 1)
    assert life.status is Status.FINISHED


def test_an_instruction_with_which_the_game_ends_was_current_but_never_begun() -> None:
    header = Header(game_id="g", seed=42, synthetic=True, rules=RecordedRules(half_turns=1))
    events: tuple[Event, ...] = (*sent("go"), END_TURN, GameEnded(2.0, GameEnd.NO_TURNS))
    (life,) = lives(replay(GameRecord(header, events)))
    assert (life.current, life.begun, life.status) == (1, None, Status.UNFINISHED)


def test_a_life_knows_what_was_meant() -> None:
    found = lives(replay(eventful_game()))
    assert [life.meant for life in found[:3]] == [
        Meant(cards=(), end=532, heading=3),
        None,
        Meant(cards=(5, 7)),
    ]


def test_the_eventful_game_has_each_kind_of_end() -> None:
    found = lives(replay(eventful_game()))
    assert [(life.text, life.status.value, life.reason, life.steps) for life in found] == [
        ("turn around", "finished", "", 2),
        ("wave", "given-up", "I have no hands", 1),
        ("hop", "cancelled", "", 1),
        ("sing", "cancelled", "", 0),
        ("sleep", "cancelled", "", 0),
        ("turn", "unfinished", "", 2),
    ]


def test_no_instructions_have_no_lives() -> None:
    assert live(TimedOut(1.0, "leader")) == ()


games = st.builds(play_anything, st.integers(0, 2**32), st.integers(0, 120))


def ended(status: Status) -> Status:
    """What becomes of an instruction when the recording stops."""
    return Status.UNFINISHED if status in (Status.WAITING, Status.CURRENT) else status


@settings(max_examples=60)
@given(games)
def test_lives_agree_with_the_instructions_of_the_game(
    played: tuple[Game, tuple[float, ...]],
) -> None:
    game = played[0]
    found = lives(replay(recorded(*played)))
    told = [(each.text, ended(each.status), each.reason) for each in game.instructions]
    assert [(life.text, life.status, life.reason) for life in found] == told
    was_current = [each.was_current for each in game.instructions]
    assert [life.current is not None for life in found] == was_current
    assert [life.number for life in found] == list(range(len(found)))


@settings(max_examples=60)
@given(games)
def test_each_deed_of_the_follower_belongs_to_one_instruction(
    played: tuple[Game, tuple[float, ...]],
) -> None:
    again = replay(recorded(*played))
    found = lives(again)
    is_followers = (again.players == Player.FOLLOWER) & (again.actions != Action.TIME_OUT)
    belonging = [deed for life in found for deed in life.deeds.tolist()]
    assert sorted(belonging) == np.flatnonzero(is_followers).tolist()
    for life in found:
        under = again.actions[life.deeds]
        assert life.steps == int((under <= Action.RIGHT).sum())
        assert all(life.is_current(deed) for deed in life.deeds.tolist())
        if life.status in (Status.FINISHED, Status.GIVEN_UP):
            assert life.deeds[-1] == life.ended
            assert again.outcomes[life.ended] & Outcome.FINISHED
    steps = (again.players == Player.FOLLOWER) & (again.actions <= Action.RIGHT)
    assert sum(life.steps for life in found) == int(steps.sum())


@settings(max_examples=60)
@given(games)
def test_one_instruction_is_current_wherever_one_waits(
    played: tuple[Game, tuple[float, ...]],
) -> None:
    again = replay(recorded(*played))
    found = lives(again)
    for state, waiting in enumerate(again.states["waiting"].tolist()):
        assert sum(life.is_current(state) for life in found) == (waiting > 0)
    for life in found:
        if life.begun is not None:
            assert again.states[life.begun]["turn"] == Player.FOLLOWER
            assert life.is_current(life.begun)
            assert not len(life.deeds) or life.begun <= life.deeds[0]
        else:
            assert not len(life.deeds)


@settings(max_examples=60)
@given(games)
def test_changes_of_status_are_those_of_the_game_that_is_played_along(
    played: tuple[Game, tuple[float, ...]],
) -> None:
    again = replay(recorded(*played))
    changes = status_changes(lives(again), again)
    assert len(changes) == len(again.states) + 1
    game = Game(int(again.states["seed"][0]), played[0].rules)
    statuses: dict[int, Status] = {}
    for deed, changed in zip(again.deeds, changes[1:], strict=False):
        player, action, text = deed_action(deed)
        game.step(action, player=player, text=text)
        assert all(statuses.get(number) is not status for number, status in changed)
        statuses |= dict(changed)
        assert list(statuses.values()) == [each.status for each in game.instructions]
    statuses |= dict(changes[-1])
    assert list(statuses.values()) == [ended(each.status) for each in game.instructions]


def test_random_games_hold_all_that_the_properties_are_about() -> None:
    histories = [play_anything(seed, 120)[0] for seed in range(40)]
    statuses = {each.status for game in histories for each in game.instructions}
    assert statuses == set(Status)
    deeds = [deed for game in histories for deed in game.history if isinstance(deed, Deed)]
    assert {deed.action for deed in deeds} == set(Action)
    assert any(Outcome.BUMPED in deed.outcome for deed in deeds)
    cancels = [deed.outcome for deed in deeds if deed.action is Action.CANCEL]
    assert {Outcome.TURN_ENDED in outcome for outcome in cancels} == {True, False}
    assert any(not each.was_current for game in histories for each in game.instructions)


@pytest.mark.parametrize("state", range(3))
def test_an_instruction_that_never_was_current_is_current_in_no_state(state: int) -> None:
    _, second = live(*sent("a", "b"), Cancelled(0.8))
    assert not second.is_current(state)
