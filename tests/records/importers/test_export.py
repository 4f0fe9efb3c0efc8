"""What these tests import has every field of the published format, as the rules have it."""

from datetime import datetime
from itertools import pairwise

import msgspec
import pytest

from cerealbar.game import Rules
from cerealbar.records import (
    Finished,
    GameEnded,
    GameRecord,
    Header,
    Instructed,
    RecordedRules,
    Stepped,
    TimedOut,
    TurnEnd,
    TurnEnded,
    complete,
    replay,
)
from tests.records.games import eventful_game, some_games
from tests.records.importers.published import (
    Json,
    actions,
    movements,
    published,
    sample,
)

SAMPLE = sample()
GAME = published(SAMPLE, "train")


def test_a_game_has_the_fields_of_the_published_format() -> None:
    assert set(GAME) == {
        "game_id",
        "seed",
        "num_cards",
        "leader_id",
        "follower_id",
        "split",
        "score",
        "actions",
    }
    assert GAME["game_id"] == SAMPLE.game_id
    assert (GAME["num_cards"], GAME["split"]) == (21, "train")
    assert GAME["score"] == SAMPLE.end.score  # type: ignore[union-attr]  # the sample has an end


COMMON = {"type", "time", "game_time"}
FIELDS = {
    "movement": {
        *("turn_id", "character", "action", "move_id", "card_result", "set_result"),
        *("resulting_position", "resulting_rotation", "instruction_id"),
    },
    "instruction": {"turn_id", "instruction", "instruction_id", "completed", "aligned_actions"},
    "finish command": {"instruction_id"},
    "begin turn": {"turn_id", "character"},
    "end turn": {"turn_id", "character", "end_method"},
}


@pytest.mark.parametrize("kind", FIELDS)
def test_an_action_has_the_fields_of_its_type(kind: str) -> None:
    for action in actions(GAME, kind):
        expected = COMMON | FIELDS[kind]
        if kind == "movement" and (action["character"] == "Leader" or action["move_id"] < 0):
            expected = expected - {"instruction_id"}
        assert set(action) == expected


def test_a_game_begins_with_both_players_places_and_the_leaders_turn() -> None:
    first, second, third = GAME["actions"][:3]
    for action, character in ((first, "Leader"), (second, "Follower")):
        assert (action["character"], action["action"]) == (character, "initial")
        assert (action["move_id"], action["turn_id"], action["game_time"]) == (-1, -1, 0.0)
    assert (third["type"], third["turn_id"], third["character"]) == ("begin turn", 0, "Leader")


def test_times_are_those_of_the_events_after_the_start() -> None:
    start = datetime.fromisoformat(SAMPLE.header.started)
    times = [datetime.strptime(a["time"], "%Y-%m-%d %H:%M:%S.%f") for a in GAME["actions"]]
    assert times == sorted(times)
    for time, action in zip(times, GAME["actions"], strict=True):
        assert round((time - start).total_seconds(), 3) == action["game_time"]


def test_movements_are_numbered_and_tell_pose_card_and_set() -> None:
    steps = [event for event in SAMPLE.events if isinstance(event, Stepped)]
    rows = movements(GAME)
    assert [row["move_id"] for row in rows] == list(range(len(steps)))
    for row, step in zip(rows, steps, strict=True):
        assert row["character"].lower() == step.by
        assert bool(row["card_result"]) == (step.card is not None)
        if step.card is not None:
            change = {"+": "ACTIVATED", "-": "DEACTIVATED"}[step.card[0]]
            assert row["card_result"].startswith(f"{change} {step.card[1]} card_")
        assert row["set_result"].get("new_score") == step.score


def test_a_set_tells_the_cards_that_are_new_on_the_board() -> None:
    made = next(row for row in movements(GAME) if row["set_result"]["made_set"])
    assert set(made["set_result"]) == {"made_set", "new_score", "new_cards"}
    assert len(made["set_result"]["new_cards"]) == 3
    assert all(card.split()[1].startswith("card_") for card in made["set_result"]["new_cards"])


def test_turn_ids_count_turns_and_each_begins_and_ends() -> None:
    turns = actions(GAME, "begin turn"), actions(GAME, "end turn")
    ended = [event for event in SAMPLE.events if isinstance(event, TurnEnded)]
    # One more than were played: the original writes the next turn's begin before the game's end.
    assert len(turns[0]) == len(turns[1]) == len(ended) + 1
    for rows in turns:
        assert [row["turn_id"] for row in rows] == list(range(len(rows)))
        assert [row["character"] for row in rows[:-1]] == [event.by.title() for event in ended]
    assert turns[1][-1]["end_method"] == "game ended"
    for row in movements(GAME) + actions(GAME, "instruction"):
        begin = turns[0][row["turn_id"]]
        assert begin["character"] == row.get("character", "Leader")


def test_ends_of_turns_are_spelled_as_in_the_original() -> None:
    spelled = {
        ("leader", TurnEnd.DONE): {"Pressed End Turn", "Pressed Tab to End Turn"},
        ("leader", TurnEnd.TIME_OUT): {"Ran Out of Time"},
        ("follower", TurnEnd.TIME_OUT): {"Ran Out of Time"},
        ("follower", TurnEnd.NO_STEPS): {"Ran Out of Moves"},
        ("follower", TurnEnd.DONE): {"Finished All Commands"},
        ("follower", TurnEnd.SKIPPED): {"No Commands to Follow"},
    }
    seen = set()
    for record in some_games():
        ended = [event for event in record.events if isinstance(event, TurnEnded)]
        for event, row in zip(ended, actions(published(record), "end turn"), strict=False):
            assert row["end_method"] in spelled[event.by, event.how]
            seen.add(row["end_method"])
    assert seen == set.union(*spelled.values())


def test_a_leader_who_ends_a_turn_without_instructions_pressed_the_key() -> None:
    skipped = "No Commands to Follow"
    pairs = [pair for record in some_games() for pair in pairwise(end_methods(record))]
    assert ("Pressed Tab to End Turn", skipped) in pairs
    assert ("Pressed End Turn", skipped) not in pairs
    assert all(b == skipped for a, b in pairs if a == "Pressed Tab to End Turn")


def end_methods(record: GameRecord) -> list[str]:
    return [end["end_method"] for end in actions(published(record), "end turn")]


def test_a_split_is_spelled_as_in_the_original() -> None:
    assert published(SAMPLE, "development")["split"] == "dev"


def test_instructions_tell_what_came_of_them() -> None:
    rows = actions(GAME, "instruction")
    sent = [event.text for event in SAMPLE.events if isinstance(event, Instructed)]
    finished = [e for e in SAMPLE.events if isinstance(e, Finished) and e.by == "follower"]
    assert [row["instruction"] for row in rows] == sent
    assert [row["instruction_id"] for row in rows] == list(range(len(sent)))
    assert [row["completed"] for row in rows] == [i < len(finished) for i in range(len(sent))]
    assert [a["instruction_id"] for a in actions(GAME, "finish command")] == [*range(len(finished))]
    follower = [row for row in movements(GAME) if row["character"] == "Follower"]
    for row in rows:
        aligned = [a["action"] for a in follower if a["instruction_id"] == row["instruction_id"]]
        assert row["aligned_actions"] == aligned


def test_a_game_of_a_few_events_is_exported_exactly() -> None:
    header = Header(game_id="tiny", seed=7, started="2019-05-01T12:00:00.250000", synthetic=False)
    deeds = (
        Instructed(1.5, "wait for me"),
        Stepped(2.0, "leader", "left"),
        Finished(3.0, "leader"),
        TimedOut(18.0, "follower"),
        GameEnded(20.0, "leader-left", 0),  # type: ignore[arg-type]  # the word will do
    )
    record = complete(GameRecord(header, deeds))
    state = replay(record).states[0]
    x, z = state["player_cell"][0] % 25, state["player_cell"][0] // 25

    def at(second: float) -> Json:
        whole, rest = divmod(second + 0.25, 1)
        return {
            "time": f"2019-05-01 12:00:{int(whole):02}.{round(rest * 1e6):06}",
            "game_time": second,
        }

    assert published(record)["actions"][2:] == [
        {"type": "begin turn", **at(0), "turn_id": 0, "character": "Leader"},
        {
            "type": "instruction",
            **at(1.5),
            "turn_id": 0,
            "instruction": "wait for me",
            "instruction_id": 0,
            "completed": False,
            "aligned_actions": [],
        },
        {
            "type": "movement",
            **at(2),
            "turn_id": 0,
            "character": "Leader",
            "action": "RL",
            "move_id": 0,
            "card_result": "",
            "set_result": {"made_set": False},
            "resulting_position": f"{x},{z}",
            "resulting_rotation": 330,
        },
        {
            "type": "end turn",
            **at(3),
            "turn_id": 0,
            "character": "Leader",
            "end_method": "Pressed End Turn",
        },
        {"type": "begin turn", **at(3), "turn_id": 1, "character": "Follower"},
        {
            "type": "end turn",
            **at(18),
            "turn_id": 1,
            "character": "Follower",
            "end_method": "Ran Out of Time",
        },
        {"type": "begin turn", **at(18), "turn_id": 2, "character": "Leader"},
    ]


def test_an_eventful_game_tells_the_original_all_that_it_can() -> None:
    game = published(eventful_game())
    rows = actions(game, "instruction")
    told = [(row["instruction"], row["completed"], row["aligned_actions"]) for row in rows]
    assert told == [
        ("turn around", True, ["RL", "RL"]),
        ("wave", False, ["RR"]),
        ("hop", False, ["RR"]),
        ("sing", False, []),
        ("sleep", False, []),
        ("turn", False, ["RL", "RL"]),
    ]
    assert [row["instruction_id"] for row in actions(game, "finish command")] == [0, 1]
    followed = [row for row in movements(game) if row["character"] == "Follower"]
    assert [row["instruction_id"] for row in followed] == [0, 0, 1, 2, 5, 5]
    assert [row["end_method"] for row in actions(game, "end turn", character="Follower")] == [
        "No Commands to Follow",
        "Ran Out of Time",
    ]


@pytest.mark.parametrize("started", ["", "long ago", "9999-12-31T23:59:59", "2019-05-01"])
def test_a_game_may_have_started_at_any_time(started: str) -> None:
    header = msgspec.structs.replace(SAMPLE.header, started=started)
    times = [row["time"] for row in published(GameRecord(header, SAMPLE.events))["actions"]]
    assert times == sorted(times)


def test_a_game_by_other_rules_is_exported_with_its_number_of_cards() -> None:
    rules = RecordedRules.from_rules(Rules(cards=9))
    header = msgspec.structs.replace(SAMPLE.header, rules=rules)
    assert published(GameRecord(header, ()))["num_cards"] == 9
