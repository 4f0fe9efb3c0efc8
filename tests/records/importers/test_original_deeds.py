"""Ends of turns that are missing, late, early or only told; deeds that the rules refuse."""

import pytest

from cerealbar.records import (
    Finished,
    GameEnd,
    Instructed,
    ReplayError,
    TimedOut,
    TurnEnd,
    TurnEnded,
    verify,
)
from tests.records.importers.published import (
    Json,
    actions,
    game_with,
    movements,
    published,
    read,
    sample,
)

SAMPLE = sample()


@pytest.fixture
def game() -> Json:
    return published(SAMPLE)


def words(events: object) -> list[object]:
    """Events without their times."""
    assert isinstance(events, tuple)
    return [type(e)(0.0, *(getattr(e, f) for f in e.__struct_fields__[1:])) for e in events]


# How turns end


@pytest.mark.parametrize("method", ["Pressed End Turn", "Pressed Tab to End Turn"])
def test_the_leader_ends_a_turn_by_the_button_or_the_key(game: Json, method: str) -> None:
    for action in actions(game, "end turn", character="Leader", end_method="Pressed End Turn"):
        action["end_method"] = method
    report = read(game)
    record = report.record
    assert record.events == SAMPLE.events
    assert report.notes == ()


def test_a_leader_who_runs_out_of_time_times_out() -> None:
    record = game_with(lambda event: isinstance(event, TimedOut) and event.by == "leader")
    assert read(published(record)).record.events == record.events


def test_a_follower_who_runs_out_of_time_times_out() -> None:
    record = game_with(lambda event: isinstance(event, TimedOut) and event.by == "follower")
    assert read(published(record)).record.events == record.events


def test_a_follower_without_instructions_is_skipped() -> None:
    record = game_with(lambda event: isinstance(event, TurnEnded) and event.how is TurnEnd.SKIPPED)
    game = published(record)
    assert actions(game, "end turn", end_method="No Commands to Follow")
    assert read(game).record.events == record.events


def test_the_automated_follower_has_words_of_its_own(game: Json) -> None:
    for action in actions(game, "end turn", end_method="Ran Out of Moves"):
        action["end_method"] = "RanOutOfMoves"
    record = game_with(lambda event: isinstance(event, TurnEnded) and event.how is TurnEnd.SKIPPED)
    skipping = published(record)
    for action in actions(skipping, "end turn", end_method="No Commands to Follow"):
        action["end_method"] = "NoInstructionsToFollow"
    assert read(game).record.events == SAMPLE.events
    assert read(skipping).record.events == record.events
    assert read(game).notes == read(skipping).notes == ()


def test_an_unknown_end_of_the_leaders_turn_is_one_and_noted(game: Json) -> None:
    action = actions(game, "end turn", character="Leader", end_method="Pressed End Turn")[0]
    action["end_method"] = "Shouted"
    report = read(game)
    record = report.record
    assert record.events == SAMPLE.events
    index = game["actions"].index(action)
    assert report.notes == (f"action {index}: unknown end of a leader's turn 'Shouted'",)


def test_begin_turn_rows_are_not_needed(game: Json) -> None:
    game["actions"] = [a for a in game["actions"] if a["type"] != "begin turn"]
    assert read(game).record.events == SAMPLE.events


def test_rows_of_ends_that_the_rules_compute_are_not_needed(game: Json) -> None:
    told = ("Ran Out of Moves", "Finished All Commands", "No Commands to Follow")
    game["actions"] = [a for a in game["actions"] if a.get("end_method") not in told]
    report = read(game)
    record = report.record
    assert record.events == SAMPLE.events
    assert report.inferred == 0


# Missing ends


def test_a_missing_end_of_the_leaders_turn_is_inferred_and_noted(game: Json) -> None:
    end = actions(game, "end turn", character="Leader", end_method="Pressed End Turn")[1]
    index = game["actions"].index(end)
    del game["actions"][index]
    next_deed = next(i for i in range(index, 999) if game["actions"][i]["type"] != "begin turn")
    report = read(game)
    record = report.record
    assert words(record.events) == words(SAMPLE.events)
    assert verify(record) is None
    assert report.inferred == 1
    assert report.notes == (
        f"action {next_deed}: the end of the leader's turn is missing before it, inferred",
    )


def test_all_missing_ends_of_the_leaders_turns_are_inferred(game: Json) -> None:
    ends = actions(game, "end turn", character="Leader", end_method="Pressed End Turn")
    game["actions"] = [a for a in game["actions"] if a not in ends]
    report = read(game)
    record = report.record
    assert words(record.events) == words(SAMPLE.events)
    assert report.inferred == len(ends)


def test_an_end_that_the_rules_would_not_allow_is_not_inferred(game: Json) -> None:
    first_turn = game["actions"].index(actions(game, "end turn")[0])
    # Without an instruction the leader's turn goes to nobody.
    game["actions"] = [a for a in game["actions"][:first_turn] if a["type"] != "instruction"]
    game["actions"].append({"type": "finish command"})
    with pytest.raises(
        ReplayError, match="follower cannot be done: it is the leader's turn"
    ) as caught:
        read(game)
    assert caught.value.event == len(game["actions"]) - 1


def test_a_follower_turn_that_is_only_told_to_have_ended_is_timed_out_and_noted() -> None:
    record = game_with(lambda event: isinstance(event, TimedOut) and event.by == "follower")
    game = published(record)
    ends = actions(game, "end turn", character="Follower", end_method="Ran Out of Time")
    for end in ends:
        end["end_method"] = "Ran Out of Moves"
    report = read(game)
    imported = report.record
    assert words(imported.events) == words(record.events)
    assert report.inferred == len(ends)
    assert all("said to have ended, inferred a time-out" in note for note in report.notes)


def test_the_last_follower_turn_that_is_only_told_to_have_ended_is_timed_out(game: Json) -> None:
    last = movements(game)[-1]
    game["actions"].remove(last)
    report = read(game)
    record = report.record
    assert record.events[-3:-1] == (
        TimedOut(record.events[-2].at, "follower"),
        TurnEnded(record.events[-2].at, "follower", TurnEnd.TIME_OUT),
    )
    assert record.end is not None
    assert record.end.how is GameEnd.NO_TURNS
    assert report.inferred == 1


def test_a_follower_turn_of_which_no_end_is_told_is_not_ended(game: Json) -> None:
    end = actions(game, "end turn", character="Follower", end_method="Ran Out of Moves")[0]
    index = game["actions"].index(end)
    del game["actions"][index - 1 : index + 1]
    with pytest.raises(ReplayError, match="it is the follower's turn"):
        read(game)


# Ends that come late or early


def test_an_end_that_is_written_twice_is_left_out_once_and_noted(game: Json) -> None:
    ends = actions(game, "end turn", character="Leader", end_method="Pressed End Turn")[:2]
    for end in ends:
        game["actions"].insert(game["actions"].index(end), dict(end))
    report = read(game)
    record = report.record
    assert record.events == SAMPLE.events
    assert len(report.notes) == 2
    assert all("end of a turn that had ended already" in note for note in report.notes)


def test_a_time_out_after_the_last_step_is_left_out(game: Json) -> None:
    end = actions(game, "end turn", character="Follower", end_method="Ran Out of Moves")[0]
    end["end_method"] = "Ran Out of Time"
    report = read(game)
    record = report.record
    assert record.events == SAMPLE.events
    assert len(report.notes) == 1


def test_an_end_that_is_written_before_the_last_movement_changes_nothing(game: Json) -> None:
    for end in actions(game, "end turn", character="Follower", end_method="Ran Out of Moves"):
        index = game["actions"].index(end)
        rows = game["actions"]
        rows[index - 1], rows[index] = rows[index], rows[index - 1]
        rows[index - 1]["time"] = rows[index]["time"]
    report = read(game)
    record = report.record
    assert record.events == SAMPLE.events
    assert report.inferred == 0


def test_ends_after_the_end_of_the_game_are_left_out(game: Json) -> None:
    late = {"type": "end turn", "character": "Leader", "end_method": "Ran Out of Time"}
    game["actions"].append(late)
    report = read(game)
    record = report.record
    assert record.events == SAMPLE.events
    assert len(report.notes) == 1


# Refusals


def test_a_deed_after_the_end_of_the_game_is_refused(game: Json) -> None:
    game["actions"].append(movements(game)[0] | {"character": "Leader", "action": "RL"})
    with pytest.raises(ReplayError, match="leader cannot turn left: the game is over") as caught:
        read(game)
    assert caught.value.event == len(game["actions"]) - 1


def test_a_move_into_an_obstacle_is_refused(game: Json) -> None:
    # Whoever walks on and on meets one; a turn has room for a few tries in each direction.
    first = game["actions"].index(actions(game, "instruction")[0])
    step = movements(game)[0] | {"character": "Leader", "action": "MF"}
    done = actions(game, "end turn", character="Leader")[0]
    rest = {"type": "finish command"}
    tell = actions(game, "instruction")[0]
    turn = [tell, *[step] * 5, done, rest]
    game["actions"] = [*game["actions"][:first], *turn * 6]
    with pytest.raises(ReplayError, match="leader cannot move forward: the way is blocked"):
        read(game)


def test_an_instruction_in_the_followers_turn_is_refused(game: Json) -> None:
    end = actions(game, "end turn", character="Leader", end_method="Pressed End Turn")[0]
    index = game["actions"].index(end)
    game["actions"].insert(index + 1, actions(game, "instruction")[0])
    with pytest.raises(ReplayError, match="leader cannot instruct: it is the follower's turn"):
        read(game)


def test_finish_commands_finish_instructions(game: Json) -> None:
    record = read(game).record
    finished = [e for e in record.events if isinstance(e, Finished) and e.by == "follower"]
    sent = [e for e in record.events if isinstance(e, Instructed)]
    assert len(finished) == len(actions(game, "finish command"))
    assert [e.text for e in sent] == [a["instruction"] for a in actions(game, "instruction")]
