import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

from cerealbar.game import Action, Heading, coordinates
from cerealbar.records import (
    Finished,
    GameEnd,
    GameEnded,
    GameRecord,
    Header,
    Instructed,
    Participant,
    ReplayError,
    Signalled,
    Splits,
    Stepped,
    TimedOut,
    build_examples,
    deeds,
    lives,
    replay,
)
from cerealbar.records.summary import final_score
from cerealbar.records.tables import (
    GAMES_SCHEMA,
    GAMES_TABLE,
    INSTRUCTIONS_SCHEMA,
    INSTRUCTIONS_TABLE,
    SIGNALS_SCHEMA,
    SIGNALS_TABLE,
    export_parquet,
)
from tests.records.games import eventful_game, play_anything, recorded, some_games

HEADER = Header(
    game_id="tiny",
    seed=42,
    synthetic=True,
    package="0.1.0",
    leader=Participant(kind="human", id="p1"),
    follower=Participant(kind="agent", name="m", version="3"),
)
TINY = GameRecord(
    HEADER,
    (
        Instructed(1.0, "get the blue star"),
        Instructed(1.5, "wait"),
        Stepped(1.8, "leader", "left"),
        Finished(2.0, "leader"),
        *(Stepped(3.0, "follower", a) for a in ("right", "right", "forward", "right", "forward")),
        Finished(4.0, "follower"),
        TimedOut(15.0, "follower"),
        GameEnded(16.5, GameEnd.LEADER_LEFT, 0),
    ),
)
SPLITS = Splits(train=("tiny",), validation=("tiny",))


def rows(folder: Path, name: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = parquet.read_table(folder / name).to_pylist()
    return found


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tiny")
    assert export_parquet([TINY], SPLITS, folder) == {"games": 1, "instructions": 2, "signals": 0}
    return folder


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    export_parquet(some_games(), Splits(), folder)
    return folder


def test_a_game_is_a_row(tiny: Path) -> None:
    (row,) = rows(tiny, GAMES_TABLE)
    rules = json.loads(str(row.pop("rules")))
    assert rules["follower_steps"] == 10
    assert row == {
        "game_id": "tiny",
        "seed": 42,
        "split": "train",
        "validation": True,
        "score": 0,
        "seconds": 16.5,
        "half_turns": 2,
        "ended": "leader-left",
        "instructions_sent": 2,
        "instructions_finished": 1,
        "instructions_given_up": 0,
        "instructions_cancelled": 0,
        "instructions_unfinished": 1,
        "leader_steps": 1,
        "follower_steps": 5,
        "leader_kind": "human",
        "leader_name": "",
        "leader_id": "p1",
        "leader_version": "",
        "follower_kind": "agent",
        "follower_name": "m",
        "follower_id": "",
        "follower_version": "3",
        "replaced": False,
        "sight": "",
        "treatment": "{}",
        "synthetic": True,
        "started": None,
        "package": "0.1.0",
    }


def test_an_instruction_is_a_row(tiny: Path) -> None:
    first, second = rows(tiny, INSTRUCTIONS_TABLE)
    assert first == {
        "game_id": "tiny",
        "number": 0,
        "split": "train",
        "validation": True,
        "synthetic": True,
        "text": "get the blue star",
        "sent_at": 1.0,
        "began_at": 3.0,
        "ended_at": 4.0,
        "status": "finished",
        "reason": "",
        "steps": ["right", "right", "forward", "right", "forward"],
        "step_count": 5,
        "cards": ["+1bs"],
        "sets": 0,
        "meant_cards": None,
        "meant_end": None,
        "meant_heading": None,
        "follower_x": 7,
        "follower_z": 21,
        "follower_heading": "ne",
        "leader_x": 15,
        "leader_z": 17,
        "leader_heading": "nw",
        "end_x": 7,
        "end_z": 19,
        "end_heading": "sw",
    }
    assert second["text"] == "wait"
    assert (second["status"], second["steps"], second["step_count"]) == ("unfinished", [], 0)
    assert second["began_at"] is second["ended_at"] is second["follower_x"] is None


def test_an_instruction_that_is_never_finished_ends_after_its_last_step(tmp_path: Path) -> None:
    export_parquet([GameRecord(HEADER, TINY.events[:-3])], Splits(), tmp_path)
    first, _ = rows(tmp_path, INSTRUCTIONS_TABLE)
    assert (first["status"], first["ended_at"], first["step_count"]) == ("unfinished", None, 5)
    assert (first["end_x"], first["end_z"], first["end_heading"]) == (7, 19, "sw")


def test_rows_of_played_games_agree_with_their_lives(played: Path) -> None:
    told = [
        (
            game.game_id,
            life.number,
            life.text,
            life.status.value,
            again.deeds[life.sent].at,
            None if life.ended is None else again.deeds[life.ended].at,
            [Action(step).word for step in again.actions[life.deeds[: life.steps]]],
        )
        for game in some_games()
        for again in [replay(game)]
        for life in lives(again)
    ]
    columns = ("game_id", "number", "text", "status", "sent_at", "ended_at", "steps")
    found = [tuple(row[name] for name in columns) for row in rows(played, INSTRUCTIONS_TABLE)]
    assert found == told


def test_an_eventful_game_is_told_in_all_tables(tmp_path: Path) -> None:
    done = export_parquet([TINY, eventful_game()], Splits(), tmp_path)
    assert done == {"games": 2, "instructions": 8, "signals": 4}
    _, game = rows(tmp_path, GAMES_TABLE)
    ends = ("finished", "given_up", "cancelled", "unfinished")
    assert [game[f"instructions_{end}"] for end in ends] == [1, 1, 3, 1]
    assert (game["seconds"], game["ended"], game["replaced"]) == (90.0, "leader-left", True)
    assert (game["leader_id"], game["sight"]) == ("p1", "paper")
    assert json.loads(str(game["treatment"])) == {"arm": "thumbs", "round": 2}
    told = rows(tmp_path, INSTRUCTIONS_TABLE)[2:]
    columns = ("text", "status", "reason", "began_at", "ended_at", "step_count", "meant_cards")
    assert [tuple(row[name] for name in columns) for row in told] == [
        ("turn around", "finished", "", 6.0, 8.0, 2, []),
        ("wave", "given-up", "I have no hands", 9.0, 10.0, 1, None),
        ("hop", "cancelled", "", 11.0, 12.0, 1, [5, 7]),
        ("sing", "cancelled", "", None, 12.0, 0, None),
        ("sleep", "cancelled", "", None, 14.0, 0, None),
        ("turn", "unfinished", "", 61.0, None, 2, None),
    ]
    assert [(row["meant_end"], row["meant_heading"]) for row in told[:3]] == [
        (532, "sw"),
        (None, None),
        (None, None),
    ]


def test_how_a_game_ended_is_computed_anew(tmp_path: Path) -> None:
    lie = GameRecord(HEADER, (*TINY.events[:-1], GameEnded(16.5, GameEnd.NO_TURNS, 7)))
    export_parquet([lie, GameRecord(HEADER, TINY.events[:-1])], Splits(), tmp_path)
    assert [(row["ended"], row["score"]) for row in rows(tmp_path, GAMES_TABLE)] == [
        ("abandoned", 0)
    ] * 2


def test_a_signal_is_a_row(tmp_path: Path) -> None:
    export_parquet([eventful_game()], Splits(), tmp_path)
    assert [tuple(row.values()) for row in rows(tmp_path, SIGNALS_TABLE)] == [
        ("eventful", 6.5, "leader", "thumb-up", "", 6, 0),
        ("eventful", 8.2, "follower", "question", "wave to whom?", 8, 1),
        ("eventful", 76.5, "leader", "thumb-down", "", 18, 5),
        ("eventful", 80.5, "follower", "remark", "nearly there", 19, 5),
    ]


def test_signals_name_the_instruction_that_was_current(tmp_path: Path) -> None:
    games = [recorded(*play_anything(seed, 80)) for seed in range(20)]
    export_parquet(games, Splits(), tmp_path)
    told = [
        next((life.number for life in lives(replay(game)) if life.is_current(before)), None)
        for game in games
        for place, event in enumerate(game.events)
        if isinstance(event, Signalled)
        for before in [len(deeds(game.events[:place]))]
    ]
    found = [row["instruction"] for row in rows(tmp_path, SIGNALS_TABLE)]
    assert found == told
    assert None in found


def test_finished_instructions_begin_where_the_examples_begin(played: Path) -> None:
    examples = build_examples(some_games())
    finished = [row for row in rows(played, INSTRUCTIONS_TABLE) if row["status"] == "finished"]
    for state, final, row in zip(examples.start, examples.final, finished, strict=True):
        for prefix, of, player in (("leader", state, 0), ("follower", state, 1), ("end", final, 1)):
            pose = (row[f"{prefix}_x"], row[f"{prefix}_z"], row[f"{prefix}_heading"])
            cell, heading = of["player_cell"][player], of["player_heading"][player]
            assert pose == (*coordinates(int(cell)), Heading(heading).word)


def test_cards_and_sets_are_those_of_the_followers_steps(played: Path) -> None:
    steps = [
        event
        for game in some_games()
        for event in game.events
        if isinstance(event, Stepped) and event.by == "follower"
    ]
    found = rows(played, INSTRUCTIONS_TABLE)
    cards = [card for row in found for card in row["cards"]]  # type: ignore[attr-defined]  # a list
    assert cards == [step.card for step in steps if step.card is not None]
    sets = np.array([row["sets"] for row in found])
    assert sets.sum() == sum(step.score is not None for step in steps) > 0


def test_rows_of_games_agree_with_their_records(played: Path) -> None:
    found = rows(played, GAMES_TABLE)
    assert [row["game_id"] for row in found] == [game.game_id for game in some_games()]
    assert [row["score"] for row in found] == [final_score(game) for game in some_games()]
    assert {row["split"] for row in found} == {None}


def test_every_column_is_described_and_only_some_may_be_missing() -> None:
    for schema in (GAMES_SCHEMA, INSTRUCTIONS_SCHEMA, SIGNALS_SCHEMA):
        assert all(field.metadata[b"description"] for field in schema)
        assert schema.metadata[b"schema"] == b"2"
    assert {field.name for field in GAMES_SCHEMA if field.nullable} == {"split", "started"}


def test_files_keep_the_schema_and_are_compressed_by_zstd(tiny: Path) -> None:
    export_parquet([eventful_game()], Splits(), tiny / "eventful")
    for name, schema in (
        (GAMES_TABLE, GAMES_SCHEMA),
        (INSTRUCTIONS_TABLE, INSTRUCTIONS_SCHEMA),
        (SIGNALS_TABLE, SIGNALS_SCHEMA),
    ):
        file = parquet.ParquetFile(tiny / "eventful" / name)
        assert file.schema_arrow.equals(schema, check_metadata=True)
        assert file.metadata.row_group(0).column(0).compression == "ZSTD"


def test_rows_are_written_in_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cerealbar.records.tables._ROWS_AT_ONCE", 3)
    export_parquet(some_games()[:8], Splits(), tmp_path)
    file = parquet.ParquetFile(tmp_path / GAMES_TABLE)
    assert [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)] == [3, 3, 2]


def test_the_same_games_give_the_same_bytes(tiny: Path, tmp_path: Path) -> None:
    export_parquet([TINY], SPLITS, tmp_path)
    for name in (GAMES_TABLE, INSTRUCTIONS_TABLE, SIGNALS_TABLE):
        assert (tmp_path / name).read_bytes() == (tiny / name).read_bytes()


def test_no_games_are_tables_without_rows(tmp_path: Path) -> None:
    assert export_parquet([], Splits(), tmp_path) == {"games": 0, "instructions": 0, "signals": 0}
    assert rows(tmp_path, GAMES_TABLE) == []


def test_a_game_that_the_rules_refuse_leaves_the_old_tables_as_they_were(tmp_path: Path) -> None:
    export_parquet([TINY], SPLITS, tmp_path)
    before = (tmp_path / GAMES_TABLE).read_bytes()
    wrong = GameRecord(HEADER, (Stepped(1.0, "follower", "forward"),))
    with pytest.raises(ReplayError, match="follower cannot move forward"):
        export_parquet([*some_games()[:2], wrong], Splits(), tmp_path)
    assert (tmp_path / GAMES_TABLE).read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        GAMES_TABLE,
        INSTRUCTIONS_TABLE,
        SIGNALS_TABLE,
    ]


def test_a_recording_without_an_end_is_abandoned(tmp_path: Path) -> None:
    cut = GameRecord(HEADER, TINY.events[:4])
    export_parquet([cut], Splits(), tmp_path)
    (row,) = rows(tmp_path, GAMES_TABLE)
    assert (row["ended"], row["seconds"], row["half_turns"]) == ("abandoned", 2.0, 1)


def test_pandas_reads_the_tables(played: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_parquet(played / INSTRUCTIONS_TABLE)
    assert list(frame.columns) == INSTRUCTIONS_SCHEMA.names
    assert (frame["steps"].map(len) == frame["step_count"]).all()


def test_polars_reads_the_tables(played: Path) -> None:
    polars = pytest.importorskip("polars")
    frame = polars.read_parquet(played / INSTRUCTIONS_TABLE)
    assert frame.columns == INSTRUCTIONS_SCHEMA.names
    assert (frame["steps"].list.len() == frame["step_count"]).all()
    assert isinstance(frame.to_arrow(), pa.Table)
