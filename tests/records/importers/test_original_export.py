"""Exporting and importing again gives the same game; a file is written whole or not at all."""

import gzip
import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from cerealbar.agents import random_game
from cerealbar.game import Rules
from cerealbar.records import (
    Cancelled,
    DuplicateGameError,
    Event,
    FormatError,
    GameEnd,
    GameEnded,
    GameRecord,
    GaveUp,
    Header,
    Instructed,
    Participant,
    RecordedRules,
    ReplayError,
    SchemaError,
    Stepped,
    complete,
    deeds,
)
from cerealbar.records.events import MAX_EVENTS, NOTES
from cerealbar.records.importers import (
    format_original,
    import_original,
    original_games,
    parse_original,
    write_original,
)
from tests.records.games import eventful_game, play_anything, recorded, some_games
from tests.records.importers.published import sample
from tests.strategies import instruction_texts

SAMPLE = sample()

VARIANTS = (
    Rules(),
    Rules(leader_steps=0, follower_steps=1, half_turns=5, extra_half_turns=()),
    Rules(leader_steps=9, follower_steps=20, cards=32, path_objects=0, extra_half_turns=(3, 0, 1)),
    Rules(cards=3, solvable=True, leader_seconds=0.5, follower_seconds=1e6, half_turns=7),
)


@lru_cache(maxsize=1)
def games_of_all_kinds() -> tuple[GameRecord, ...]:
    variants = (random_game(9, index, rules) for rules in VARIANTS for index in range(5))
    return (*some_games(), *variants)


short_texts = st.text(max_size=20)
participants = st.builds(
    Participant, kind=short_texts, name=short_texts, id=short_texts, version=short_texts
)


@st.composite
def records(draw: DrawFn) -> GameRecord:
    """A random game, cut off anywhere, with another header, other texts and another clock."""
    game = draw(st.sampled_from(games_of_all_kinds()))
    header = msgspec.structs.replace(
        game.header,
        package=draw(short_texts),
        started=draw(short_texts | st.datetimes().map(lambda time: time.isoformat())),
        synthetic=draw(st.booleans()),
        rules_version=draw(st.integers(0, 9)),
        leader=draw(participants),
        follower=draw(participants),
    )
    done = [deed for _, deed in deeds(game.events)]
    done = done[: draw(st.integers(0, len(done)))]
    pace = draw(st.floats(0, 30))
    events = []
    for number, deed in enumerate(done):
        deed = msgspec.structs.replace(deed, at=number * pace)
        if isinstance(deed, Instructed) and number < 3:
            deed = Instructed(deed.at, draw(instruction_texts).strip())
        events.append(deed)
    last = events[-1].at if events else 0.0
    end = GameEnded(last + draw(st.floats(0, 100)), draw(st.sampled_from(GameEnd)), 0)
    return complete(GameRecord(header, (*events, end)))


@settings(max_examples=150)
@given(records(), st.sampled_from([None, "train", "development", "test", "pilot"]))
def test_a_game_that_is_exported_and_imported_is_the_same(
    record: GameRecord, split: str | None
) -> None:
    imported, report = parse_original(format_original(record, split))
    assert imported == record
    assert report.split == split
    assert (report.inferred, report.agreement.disagreeing, report.notes) == (0, 0, ())


def test_whole_games_of_all_kinds_are_the_same_again() -> None:
    for record in games_of_all_kinds():
        imported, report = parse_original(format_original(record))
        assert imported == record
        assert report.notes == ()


def test_games_that_only_the_paper_could_have_are_read_from_their_actions() -> None:
    for record in games_of_all_kinds():
        game = json.loads(format_original(record))
        assert set(game["cerealbar"]) == {"header", "end", "ended_at"}


def test_an_eventful_game_is_the_same_again() -> None:
    imported, report = parse_original(format_original(eventful_game(), "test"))
    assert imported == eventful_game()
    assert (report.split, report.notes, report.inferred) == ("test", (), 0)


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.integers(0, 120))
def test_any_game_is_the_same_again(seed: int, length: int) -> None:
    record = recorded(*play_anything(seed, length))
    assert parse_original(format_original(record)).record == record


@pytest.mark.parametrize("kind", [Instructed, *NOTES, GaveUp])
def test_one_event_without_a_place_among_the_actions_is_enough_to_keep_them_all(
    kind: type[Event],
) -> None:
    told = next(event for event in eventful_game().events if isinstance(event, kind))
    bare = [event for event in eventful_game().events if not isinstance(event, (*NOTES, Cancelled))]
    start = bare[: bare.index(told)] if told in bare else []
    start = [Instructed(e.at, e.text) if isinstance(e, Instructed) else e for e in start]
    record = complete(GameRecord(eventful_game().header, (*start, told)))
    assert "events" in json.loads(format_original(record))["cerealbar"]
    assert parse_original(format_original(record)).record == record


def test_events_that_the_rules_refuse_are_not_believed() -> None:
    game = json.loads(format_original(eventful_game()))
    game["cerealbar"]["events"][9]["by"] = "leader"
    with pytest.raises(FormatError, match=r"no game: .*event 9: follower|event 9: leader"):
        parse_original(json.dumps(game).encode())
    game["cerealbar"]["events"][9]["type"] = "dance"
    with pytest.raises(FormatError, match="dance"):
        parse_original(json.dumps(game).encode())


def test_a_header_of_another_schema_is_not_believed() -> None:
    game = json.loads(format_original(SAMPLE))
    game["cerealbar"]["header"]["schema"] = 9
    with pytest.raises(SchemaError, match="or by a newer one"):
        parse_original(json.dumps(game).encode())


def test_a_game_that_an_older_version_exported_is_to_be_exported_again() -> None:
    game = json.loads(format_original(SAMPLE))
    header = game["cerealbar"].pop("header")
    game["cerealbar"] |= {"rules": header["rules"], "synthetic": True, "leader_kind": "human"}
    with pytest.raises(
        SchemaError, match=r"by an older version.*: export it again from its corpus"
    ):
        parse_original(json.dumps(game).encode())


@pytest.mark.parametrize("game_id", ["../up", "", "a\n", "x" * 65])
def test_an_exported_game_needs_an_id_as_any_other(game_id: str) -> None:
    game = json.loads(format_original(SAMPLE)) | {"game_id": game_id}
    with pytest.raises(FormatError, match="no game"):
        parse_original(json.dumps(game).encode())


def test_an_exported_game_of_too_many_events_is_refused() -> None:
    game = json.loads(format_original(eventful_game()))
    game["cerealbar"]["events"][:0] = [{"type": "pause", "at": 0}] * MAX_EVENTS
    with pytest.raises(FormatError, match="length"):
        parse_original(json.dumps(game).encode())


def test_what_was_noted_of_a_game_that_is_believed_is_reported() -> None:
    report = parse_original(format_original(eventful_game()), "other").report
    assert report.notes == ("listed as 'other', but its game_id is 'eventful'",)


def test_a_game_without_limit_of_turns_is_the_same_again() -> None:
    rules = RecordedRules.from_rules(Rules(half_turns=None))
    header = msgspec.structs.replace(SAMPLE.header, rules=rules)
    record = complete(GameRecord(header, tuple(deed for _, deed in deeds(SAMPLE.events))))
    assert record.end is not None
    assert record.end.how is GameEnd.ABANDONED
    assert parse_original(format_original(record)).record == record


def test_a_game_with_seconds_of_many_decimals_is_the_same_again() -> None:
    events = (Stepped(0.1234567890123, "leader", "left"), GameEnded(1e7, GameEnd.ABANDONED, 0))
    record = complete(GameRecord(SAMPLE.header, events))
    assert parse_original(format_original(record)).record == record


def test_an_unfinished_record_is_completed() -> None:
    record = GameRecord(Header(game_id="a", seed=1, synthetic=True), ())
    assert parse_original(format_original(record)).record == complete(record)


def test_a_game_that_the_rules_refuse_is_not_exported() -> None:
    events = tuple(Stepped(0.0, "leader", "left") for _ in range(6))
    with pytest.raises(ReplayError, match="no steps are left"):
        format_original(GameRecord(SAMPLE.header, events))


# Files


def test_a_file_of_games_has_the_published_form(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    games = [(record, "dev" if n % 2 else None) for n, record in enumerate(some_games()[:4])]
    assert write_original(games, path) == 4
    data = json.loads(path.read_bytes())
    assert list(data) == [record.game_id for record, _ in games]
    for record, split in games:
        assert data[record.game_id] == json.loads(format_original(record, split))


@pytest.mark.parametrize("name", ["games.json", "games.json.gz"])
def test_a_file_that_is_written_can_be_imported(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    games = [(record, "test") for record in some_games()]
    write_original(games, path)
    found: list[tuple[GameRecord, str | None]] = []
    summary = import_original([path], lambda record, split: found.append((record, split)))
    assert summary.is_clean
    assert found == games


def test_the_same_games_give_the_same_packed_bytes(tmp_path: Path) -> None:
    for name in ("a.json.gz", "b.json.gz"):
        write_original([(SAMPLE, None)], tmp_path / name)
    assert (tmp_path / "a.json.gz").read_bytes() == (tmp_path / "b.json.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.json.gz").read_bytes()).startswith(b"{")


def test_no_games_make_an_empty_object(tmp_path: Path) -> None:
    assert write_original([], tmp_path / "none.json") == 0
    assert json.loads((tmp_path / "none.json").read_bytes()) == {}


def failing() -> Iterator[tuple[GameRecord, None]]:
    yield SAMPLE, None
    raise RuntimeError("the source of games failed")


@pytest.mark.parametrize("name", ["games.json", "games.json.gz"])
def test_a_file_is_left_as_it_was_when_writing_fails(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"precious")
    with pytest.raises(RuntimeError, match="the source of games failed"):
        write_original(failing(), path)
    assert path.read_bytes() == b"precious"
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_the_same_game_is_not_exported_twice(tmp_path: Path) -> None:
    with pytest.raises(DuplicateGameError, match=f"cannot export game '{SAMPLE.game_id}' twice"):
        write_original([(SAMPLE, None), (SAMPLE, "train")], tmp_path / "games.json")
    assert not list(tmp_path.iterdir())


def test_games_are_exported_one_by_one() -> None:
    games = original_games(failing())
    assert next(games) == (SAMPLE.game_id, format_original(SAMPLE))
    with pytest.raises(RuntimeError):
        next(games)
