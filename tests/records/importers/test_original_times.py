"""Who played a published game and when."""

from datetime import datetime, timedelta

import pytest

from cerealbar.records import GameEnd, Participant, verify
from tests.records.importers.published import (
    Json,
    actions,
    movements,
    published,
    read,
    sample,
)

SAMPLE = sample()


@pytest.fixture
def game() -> Json:
    return published(SAMPLE)


def shift(action: Json, **delta: float) -> None:
    """Move an action in time."""
    time = datetime.fromisoformat(action["time"]) + timedelta(**delta)
    action["time"] = time.strftime("%Y-%m-%d %H:%M:%S.%f")


# Players


@pytest.mark.parametrize(
    ("leader_id", "follower_id", "leader", "follower"),
    [
        ("w12", "w7", "human w12", "human w7"),
        ("w12", "agent_0f3", "human w12", "agent agent_0f3"),
        ("w12", None, "human w12", "agent"),
        ("w12", "", "human w12", "agent"),
        (12, 7, "human 12", "human 7"),
        (None, "w7", "human", "human w7"),
    ],
)
def test_players_are_people_unless_their_id_says_or_lacks_it(
    game: Json, leader_id: object, follower_id: object, leader: object, follower: object
) -> None:
    header = read(game | {"leader_id": leader_id, "follower_id": follower_id}).record.header
    assert (header.leader.words, header.follower.words) == (leader, follower)
    for who in (header.leader, header.follower):
        assert not (who.id if who.kind == "agent" else who.name)


def test_a_missing_follower_id_is_that_of_an_automated_follower(game: Json) -> None:
    del game["follower_id"]
    assert read(game).record.header.follower == Participant(kind="agent", name="")


# Times


def test_a_game_starts_with_its_first_action_to_the_microsecond(game: Json) -> None:
    for action in game["actions"]:
        shift(action, microseconds=123)
    first = game["actions"][0]["time"]
    record = read(game).record
    assert record.header.started == first.replace(" ", "T")
    assert record.header.started.endswith(".000123")
    assert record.events == SAMPLE.events


def test_seconds_have_three_decimals(game: Json) -> None:
    for action in game["actions"][1:]:
        shift(action, microseconds=400)
    assert read(game).record.events == SAMPLE.events


def test_time_never_goes_back(game: Json) -> None:
    for action in movements(game)[::3]:
        shift(action, seconds=-40)
    record = read(game).record
    times = [event.at for event in record.events]
    assert times == sorted(times)
    assert verify(record) is None


def test_a_clock_that_jumps_by_years_is_ignored(game: Json) -> None:
    shift(movements(game)[3], days=400)
    record = read(game).record
    assert max(event.at for event in record.events) < 10_000
    assert len(record.events) == len(SAMPLE.events)


def test_the_games_own_clock_helps_where_the_servers_is_missing(game: Json) -> None:
    for action in actions(game, "instruction"):
        del action["time"]
        action["game_time"] = str(action["game_time"])
    assert read(game).record.events == SAMPLE.events


def test_the_automated_followers_clock_may_be_a_date(game: Json) -> None:
    for action in actions(game, "movement", character="Follower"):
        action["game_time"] = action["time"]
    assert read(game).record.events == SAMPLE.events


@pytest.mark.parametrize("time", [None, "", "yesterday", 1556712896, "2019-13-45 99:99:99", {}])
def test_without_any_clock_everything_happens_at_once(game: Json, time: object) -> None:
    for action in game["actions"]:
        action |= {"time": time, "game_time": None}
    record = read(game).record
    assert record.header.started == ""
    assert {event.at for event in record.events} == {0.0}
    assert verify(record) is None


@pytest.mark.parametrize("ending", ["", ".5", ".123456", "+00:00"])
def test_times_may_have_any_number_of_decimals(game: Json, ending: str) -> None:
    game["actions"] = game["actions"][:4]
    for action in game["actions"]:
        action["time"] = f"2019-05-01 12:34:56{ending}"
    game["actions"][-1]["time"] = f"2019-05-01 12:34:58{ending}"
    assert read(game).record.events[0].at == 2.0


# Ends


def test_a_game_that_stops_early_was_abandoned(game: Json) -> None:
    game["actions"] = game["actions"][:40]
    report = read(game)
    record = report.record
    assert record.end is not None
    assert record.end.how is GameEnd.ABANDONED
    assert verify(record) is None
    assert not [note for note in report.notes if "said to have ended" in note]


def test_a_game_that_is_said_to_have_ended_early_is_noted(game: Json) -> None:
    game["actions"] = [*game["actions"][:40], game["actions"][-1]]
    report = read(game)
    record = report.record
    assert record.end is not None
    assert record.end.how is GameEnd.ABANDONED
    assert "said to have ended, but by the rules turns were left" in report.notes


@pytest.mark.parametrize(
    ("character", "method", "how"),
    [
        ("Leader", "Disconnected During Game", GameEnd.LEADER_LEFT),
        ("Follower", "quit", GameEnd.FOLLOWER_LEFT),
        ("Leader", "partner left", GameEnd.FOLLOWER_LEFT),
        ("Agent", "Partner Quit", GameEnd.LEADER_LEFT),
    ],
)
def test_who_left_is_known_if_an_end_of_a_turn_tells(
    game: Json, character: str, method: str, how: GameEnd
) -> None:
    last = {"type": "end turn", "character": character, "end_method": method}
    first_leader_turn = game["actions"].index(actions(game, "end turn")[0])
    game["actions"] = game["actions"][:first_leader_turn]
    stopped = read(game).record
    game["actions"].append(last)
    report = read(game)
    record = report.record
    assert record.end is not None
    assert record.end.how is how
    assert record.events[:-1] == stopped.events[:-1]
    of_the_rest = ("at the end: scores", "action 3: aligned")  # which was cut off
    assert [note for note in report.notes if not note.startswith(of_the_rest)] == []
