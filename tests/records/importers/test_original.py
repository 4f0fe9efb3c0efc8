"""Published games in all their versions and quirks become records; bad ones say why they cannot."""

from contextlib import suppress

import msgspec
import pytest

from cerealbar.game import CerealBarError
from cerealbar.records import FormatError, GameEnd, ReplayError, verify
from cerealbar.records.errors import ActionError
from cerealbar.records.importers import original as original_module
from cerealbar.records.importers import parse_original
from tests.records.games import some_games
from tests.records.importers.published import (
    Json,
    actions,
    disagreeing,
    encode,
    movements,
    published,
    read,
    sample,
)

SAMPLE = sample()


@pytest.fixture
def game() -> Json:
    return published(SAMPLE)


def test_a_published_game_has_the_events_of_the_game_that_was_played() -> None:
    for record in some_games():
        report = read(published(record))
        imported = report.record
        if record.end is not None and record.end.how is GameEnd.NO_TURNS:
            assert imported.events == record.events
        else:
            assert imported.events[:-1] == record.events[:-1]
            assert imported.end is not None
            assert imported.end.how is GameEnd.ABANDONED
        assert verify(imported) is None
        assert (report.inferred, report.notes, disagreeing(report.agreement)) == (0, (), 0)


def test_a_published_game_was_played_by_the_rules_of_the_paper(game: Json) -> None:
    header = read(game).record.header
    assert header.rules == SAMPLE.header.rules
    assert (header.seed, header.game_id) == (SAMPLE.header.seed, SAMPLE.game_id)
    assert not header.synthetic


# Versions of the format


def test_types_may_be_spelled_with_underscores(game: Json) -> None:
    for action in game["actions"]:
        action["type"] = action["type"].replace(" ", "_")
    assert read(game).record.events == SAMPLE.events


def test_players_may_be_called_human_and_agent(game: Json) -> None:
    names = {"Leader": "Human", "Follower": "Agent"}
    for action in game["actions"]:
        if "character" in action:
            action["character"] = names[action["character"]]
    assert read(game).record.events == SAMPLE.events


def test_instructions_may_carry_results_of_cards_and_sets(game: Json) -> None:
    for action in actions(game, "instruction"):
        action |= {"card_result": "ACTIVATED 1 card_pink Torus", "set_result": {"made_set": True}}
    report = read(game)
    record = report.record
    assert record.events == SAMPLE.events
    assert disagreeing(report.agreement) == 0


def test_aligned_actions_may_contain_the_initial_one(game: Json) -> None:
    for action in actions(game, "instruction"):
        action["aligned_actions"].insert(0, "initial")
    assert read(game).record.events == SAMPLE.events


def test_move_ids_may_drift(game: Json) -> None:
    for count, action in enumerate(movements(game)):
        action["move_id"] += count % 7
    assert read(game).record.events == SAMPLE.events


def test_move_ids_may_be_missing(game: Json) -> None:
    for action in actions(game, "movement"):
        del action["move_id"]
    assert read(game).record.events == SAMPLE.events


def test_initial_rows_are_skipped_whatever_they_say(game: Json) -> None:
    for action in actions(game, "movement", move_id=-1):
        # The original's server stores the follower's place in the world for both.
        action |= {"resulting_position": "(173.205, 0.000, 75.000)", "action": "MF"}
    report = read(game)
    record = report.record
    assert record.events == SAMPLE.events
    assert report.agreement["positions"].disagreeing == 0


def test_unknown_fields_are_ignored(game: Json) -> None:
    game["weather"] = {"sunny": [True]}
    for action in game["actions"]:
        action["mood"] = {"good": None}
    assert read(game).record.events == SAMPLE.events


def test_an_action_of_an_unknown_type_is_left_out_and_noted(game: Json) -> None:
    game["actions"].insert(5, {"type": "camera toggled"})
    report = read(game)
    record = report.record
    assert record.events == SAMPLE.events
    assert report.notes == ("action 5: unknown type 'camera toggled' left out",)


def test_everything_redundant_may_be_missing(game: Json) -> None:
    for name in ("num_cards", "leader_id", "follower_id", "score"):
        del game[name]
    needed = {"type", "time", "character", "action", "instruction", "end_method"}
    game["actions"] = [
        {name: value for name, value in action.items() if name in needed}
        for action in game["actions"]
    ]
    report = read(game)
    record = report.record
    assert record.events == SAMPLE.events
    assert report.agreement["positions"].checked == 0


def test_everything_unreliable_may_be_null(game: Json) -> None:
    game |= {"score": None, "split": None, "leader_id": None}
    for action in actions(game, "movement"):
        action |= {"card_result": None, "set_result": None, "resulting_position": None}
        action |= {"resulting_rotation": None, "instruction_id": None, "turn_id": None}
    assert read(game).record.events == SAMPLE.events


def test_everything_unreliable_may_be_nonsense(game: Json) -> None:
    for action in actions(game, "movement"):
        action |= {"card_result": [[3.5]], "set_result": "no", "resulting_position": {"x": {}}}
        action |= {"resulting_rotation": [[]], "game_time": {"a": 1}}
    assert read(game).record.events == SAMPLE.events


def test_white_space_around_an_instruction_is_dropped(game: Json) -> None:
    for action in actions(game, "instruction"):
        action["instruction"] = f"  {action['instruction']} \n"
    assert read(game).record.events == SAMPLE.events


def test_a_game_without_actions_was_abandoned_at_once(game: Json) -> None:
    game["actions"] = []
    game["score"] = 0
    record = read(game).record
    assert len(record.events) == 1
    assert record.end is not None
    assert (record.end.how, record.end.at, record.end.score) == (GameEnd.ABANDONED, 0.0, 0)


# The id and the split


def test_a_game_without_id_has_that_of_its_key(game: Json) -> None:
    del game["game_id"]
    assert read(game, key="abc").record.game_id == "abc"


def test_a_game_listed_under_another_id_keeps_its_own_and_is_noted(game: Json) -> None:
    report = read(game, key="abc")
    record = report.record
    assert record.game_id == SAMPLE.game_id
    assert report.notes == (f"listed as 'abc', but its game_id is {SAMPLE.game_id!r}",)


@pytest.mark.parametrize("game_id", ["", "a b", "../x", "x" * 65])
def test_an_impossible_id_is_a_format_error(game: Json, game_id: str) -> None:
    game["game_id"] = game_id
    with pytest.raises(FormatError, match="game_id"):
        read(game)


@pytest.mark.parametrize(
    ("told", "split"),
    [
        ("train", "train"),
        ("dev", "development"),
        ("test", "test"),
        ("pilot-2", "pilot-2"),
        ("", None),
        (None, None),
        (["train"], None),
        ("a b", None),
    ],
)
def test_the_split_is_kept_in_our_words(game: Json, told: object, split: str | None) -> None:
    game["split"] = told
    assert read(game).split == split


def test_a_game_may_have_no_split(game: Json) -> None:
    assert "split" not in game
    assert read(game).split is None


# Bad games


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seed": None}, r"no game: Expected `int`, got `null` - at `\$.seed`"),
        ({"seed": -1}, "-1"),
        ({"seed": 3420}, "seed 3420 has no map"),
        ({"num_cards": 2}, "cards must be an integer from 3 to 32, not 2"),
        ({"num_cards": 10**30}, "cards must be"),
        ({"actions": None}, r"no game: Expected `array`, got `null` - at `\$.actions`"),
        ({"leader_id": "x" * 300}, r"no game: Expected `str` of length <= 200 - at `\$.leader"),
    ],
)
def test_a_game_that_is_wrong_as_a_whole_says_why(game: Json, change: Json, reason: str) -> None:
    with pytest.raises(CerealBarError, match=reason):
        read(game | change)


def test_a_game_without_seed_is_a_format_error(game: Json) -> None:
    del game["seed"]
    with pytest.raises(FormatError, match="missing required field `seed`"):
        read(game)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"type": None}, "no action: Expected `str`, got `null`"),
        ({"character": "Narrator"}, "character 'Narrator' is unknown: expected Leader or Follower"),
        ({"character": None}, "character None is unknown"),
        ({"action": "JUMP"}, "movement 'JUMP' is unknown: expected MF, MB, RL, RR"),
        ({"action": None}, "movement None is unknown"),
    ],
)
def test_a_movement_that_cannot_be_read_is_named_by_its_index(
    game: Json, change: Json, reason: str
) -> None:
    index = game["actions"].index(movements(game)[20])
    game["actions"][index] |= change
    with pytest.raises(ActionError, match=reason) as caught:
        read(game)
    assert caught.value.action == index


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is no instruction: it is empty"),
        (" \t", "is no instruction: it is empty"),
        (None, "None is no instruction: expected a text"),
        ("x" * 2000, "2000 characters"),
        ("turn\x07left", "is no character of it"),
    ],
)
def test_an_instruction_that_cannot_be_sent_makes_a_bad_game(
    game: Json, text: str | None, reason: str
) -> None:
    instruction = actions(game, "instruction")[2]
    instruction["instruction"] = text
    with pytest.raises(ActionError, match=reason) as caught:
        read(game)
    assert caught.value.action == game["actions"].index(instruction)


def test_an_end_of_a_turn_by_nobody_makes_a_bad_game(game: Json) -> None:
    end = actions(game, "end turn", character="Leader")[1]
    end["character"] = None
    with pytest.raises(ActionError, match="character None is unknown") as caught:
        read(game)
    assert caught.value.action == game["actions"].index(end)


@pytest.mark.parametrize("value", [b"", b"3", b"[]", b"{", b'{"seed": 1}', b"\xff", b'"a"', b"nan"])
def test_bytes_that_are_no_game_are_a_format_error(value: bytes) -> None:
    with pytest.raises(FormatError, match="no game"):
        parse_original(value)


def test_brackets_nested_too_deeply_are_a_format_error(game: Json) -> None:
    deep = encode(game).replace(b'"score": ', b'"score": ' + b"[" * 100_000 + b"]" * 100_000 + b",")
    with pytest.raises(FormatError, match="no game"):
        parse_original(deep)


def test_brackets_nested_as_deeply_as_the_decoder_allows_do_no_harm(game: Json) -> None:
    for depth in range(600, 1000, 10):
        nest = msgspec.Raw(b"[" * depth + b"]" * depth)
        action = movements(game)[0] | {"resulting_position": nest, "card_result": nest}
        broken = msgspec.json.encode(game | {"actions": [*game["actions"][:4], action]})
        with suppress(CerealBarError):
            parse_original(broken)


def test_more_actions_than_memory_holds_are_a_format_error(
    game: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(original_module, "MAX_ACTIONS", 10)
    with pytest.raises(FormatError, match=r"no game: \d+ actions, the most is 10"):
        read(game)


def test_an_action_that_the_rules_refuse_is_named_by_its_index(game: Json) -> None:
    instruction = actions(game, "instruction")[-1]
    index = game["actions"].index(instruction) + 1
    for _ in range(20):
        game["actions"].insert(index, movements(game)[0] | {"action": "RL", "character": "Leader"})
    with pytest.raises(ReplayError, match="leader cannot turn left: no steps are left") as caught:
        read(game)
    assert index <= caught.value.event <= index + 5
