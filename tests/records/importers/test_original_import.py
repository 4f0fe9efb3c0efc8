"""Importing files: every good game goes on, every bad game and every bad file is listed."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from cerealbar.records import DuplicateGameError, FormatError, GameRecord, verify
from cerealbar.records.importers import ImportSummary, import_original
from cerealbar.records.importers.original_import import split_of_file
from tests.records.games import some_games
from tests.records.importers.export import write_original
from tests.records.importers.published import (
    Json,
    actions,
    disagreeing,
    encode,
    movements,
    published,
    sample,
)
from tests.records.importers.test_members import json_values

SAMPLE = sample()


def nothing(record: GameRecord, split: str | None) -> None:
    """A sink that forgets."""


@pytest.fixture
def games() -> dict[str, Json]:
    """Six published games."""
    return {record.game_id: published(record) for record in some_games()[:6]}


def import_games(path: Path, data: object) -> tuple[list[GameRecord], ImportSummary]:
    path.write_bytes(data if isinstance(data, bytes) else encode(data))
    found: list[GameRecord] = []
    summary = import_original([path], lambda record, _: found.append(record))
    assert len(found) == summary.imported
    return found, summary


# Good files


def test_all_games_of_a_file_are_imported(tmp_path: Path, games: dict[str, Json]) -> None:
    found, summary = import_games(tmp_path / "train.json", games)
    assert [record.game_id for record in found] == list(games)
    assert summary.is_clean
    assert (summary.imported, summary.inferred, summary.notes) == (6, 0, {})
    assert disagreeing(summary.agreement) == 0
    assert summary.agreement["positions"].checked == sum(len(movements(g)) for g in games.values())


@pytest.mark.parametrize("name", ["test.json", "test.json.gz"])
def test_a_file_may_be_packed(tmp_path: Path, name: str) -> None:
    games = some_games()
    write_original([(game, "test") for game in games], tmp_path / name)
    found: list[tuple[str, str | None]] = []
    summary = import_original(
        [tmp_path / name], lambda record, split: found.append((record.game_id, split))
    )
    assert summary.is_clean
    assert found == [(game.game_id, "test") for game in games]


def test_several_files_are_imported_in_order(tmp_path: Path, games: dict[str, Json]) -> None:
    paths = []
    for number, (game_id, game) in enumerate(games.items()):
        paths.append(tmp_path / f"{number}.json")
        paths[-1].write_bytes(encode({game_id: game}))
    found: list[str] = []
    summary = import_original(paths, lambda record, _: found.append(record.game_id))
    assert found == list(games)
    assert summary.imported == len(games)


def test_progress_is_told_as_a_share_up_to_the_end(tmp_path: Path, games: dict[str, Json]) -> None:
    paths = [tmp_path / "a.json", tmp_path / "b.json"]
    half = len(games) // 2
    paths[0].write_bytes(encode(dict([*games.items()][:half])))
    paths[1].write_bytes(encode(dict([*games.items()][half:])))
    told: list[float] = []
    import_original(paths, nothing, told.append)
    assert told == sorted(told)
    assert len(told) == len(games)
    assert told[-1] == 1


# Splits


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("train.json", "train"),
        ("dev.json.gz", "development"),
        ("cerealbar-test-v2.json", "test"),
        ("development.jsonl", "development"),
        ("agent_evaluation.json", None),
        ("discarded_games.json", None),
        ("latest.json", None),
    ],
)
def test_a_files_name_tells_the_split(name: str, split: str | None) -> None:
    assert split_of_file(Path("test/train") / name) == split


def test_a_games_own_split_counts_more_than_the_files(
    tmp_path: Path, games: dict[str, Json]
) -> None:
    for number, game in enumerate(games.values()):
        if number % 2:
            game["split"] = "dev"
    path = tmp_path / "train.json"
    path.write_bytes(encode(games))
    splits: list[str | None] = []
    summary = import_original([path], lambda _, split: splits.append(split))
    assert splits == ["train", "development"] * 3
    assert summary.splits == {"train": 3, "development": 3}


# Bad games


def spoil_seed(game: Json) -> None:
    game["seed"] = "seven"


def spoil_text(game: Json) -> None:
    actions(game, "instruction")[0]["instruction"] = ""


def spoil_move(game: Json) -> None:
    game["actions"].append(movements(game)[0])


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (spoil_seed, "no game: Expected `int`, got `str` - at `$.seed`"),
        (spoil_text, "'' is no instruction: it is empty"),
        (spoil_move, "the game is over; action {last}: clocks: runs backward"),
    ],
)
def test_a_bad_game_is_listed_and_stops_nothing(
    tmp_path: Path, games: dict[str, Json], spoil: Callable[[Json], None], reason: str
) -> None:
    bad = [*games][2]
    spoil(games[bad])
    path = tmp_path / "train.json"
    found, summary = import_games(path, games)
    assert [record.game_id for record in found] == [each for each in games if each != bad]
    assert not summary.is_clean
    (rejection,) = summary.rejected
    assert rejection.startswith(f"{path}, game {bad}")
    assert reason.format(last=len(games[bad]["actions"]) - 1) in rejection


def test_a_rejection_names_file_game_and_action(tmp_path: Path, games: dict[str, Json]) -> None:
    game_id, game = next(iter(games.items()))
    movements(game)[3]["action"] = "XX"
    index = game["actions"].index(movements(game)[3])
    path = tmp_path / "train.json"
    _, summary = import_games(path, {game_id: game})
    assert summary.rejected[0] == (
        f"{path}, game {game_id}, action {index}: movement 'XX' is unknown: expected MF, MB, RL, RR"
    )


def test_a_file_with_brackets_that_do_not_match_is_broken(
    tmp_path: Path, games: dict[str, Json]
) -> None:
    first, second = [*games][:2]
    broken = encode(games[second]).replace(b'"actions": [', b'"actions": {', 1)
    data = b'{"%s": %s, "%s": %s}' % (
        *(first.encode(), encode(games[first])),
        *(second.encode(), broken),
    )
    found, summary = import_games(tmp_path / "a.json", data)
    assert found == []
    assert "JSON is malformed" in str(summary.broken_files[0])


def test_a_game_that_the_sink_has_already_is_listed(tmp_path: Path, games: dict[str, Json]) -> None:
    def sink(record: GameRecord, split: str | None) -> None:
        if record.game_id == [*games][1]:
            raise DuplicateGameError("the corpus has it")

    path = tmp_path / "a.json"
    path.write_bytes(encode(games))
    summary = import_original([path], sink)
    assert summary.imported == len(games) - 1
    assert summary.rejected == [f"{path}, game {[*games][1]}: the corpus has it"]


@pytest.mark.parametrize("error", [OSError("disk full"), FormatError("a broken corpus")])
def test_an_error_of_the_sink_stops_the_import(
    tmp_path: Path, games: dict[str, Json], error: Exception
) -> None:
    def sink(record: GameRecord, split: str | None) -> None:
        raise error

    path = tmp_path / "a.json"
    path.write_bytes(encode(games))
    with pytest.raises(type(error), match=str(error)):
        import_original([path], sink)


def test_disagreements_and_inferences_are_summed_up(tmp_path: Path, games: dict[str, Json]) -> None:
    wrong, missing = [*games.values()][:2]
    movements(wrong)[0]["resulting_position"] = "0,0"
    ends = actions(missing, "end turn", character="Leader", end_method="Pressed End Turn")
    missing["actions"].remove(ends[0])
    _, summary = import_games(tmp_path / "a.json", games)
    assert summary.is_clean
    assert summary.agreement["positions"].disagreeing == 1
    assert summary.inferred == 1
    assert [*summary.notes] == [wrong["game_id"], missing["game_id"]]
    assert "positions: told '0,0'" in summary.notes[wrong["game_id"]][0]


# Bad files


def test_a_truncated_file_is_broken(tmp_path: Path, games: dict[str, Json]) -> None:
    found, summary = import_games(tmp_path / "a.json", encode(games)[:-3000])
    assert (found, summary.rejected) == ([], [])
    assert "Input data was truncated" in str(summary.broken_files[0])


def test_a_bad_file_does_not_stop_the_others(tmp_path: Path, games: dict[str, Json]) -> None:
    (tmp_path / "bad.json").write_bytes(b"oops")
    (tmp_path / "good.json").write_bytes(encode(games))
    paths = [tmp_path / name for name in ("none.json", "bad.json", "good.json")]
    summary = import_original(paths, nothing)
    assert summary.imported == len(games)
    assert len(summary.broken_files) == 2
    assert "none.json cannot be read" in str(summary.broken_files[0])
    assert "bad.json is no whole file of games: " in str(summary.broken_files[1])


# Fuzzing: whatever a file holds, games and a summary come out


def import_bytes(folder: Path, data: bytes) -> ImportSummary:
    found, summary = import_games(folder / "fuzz.json", data)
    for record in found:
        assert verify(record) is None
    return summary


@given(st.binary(max_size=200))
def test_any_bytes_can_be_imported(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    import_bytes(tmp_path_factory.mktemp("fuzz"), data)


SMALL = published(SAMPLE)
SMALL["actions"] = SMALL["actions"][:60]
SMALL_FILE = encode({SAMPLE.game_id: SMALL})


@st.composite
def scratched_files(draw: DrawFn) -> bytes:
    """A file of one game in which some bytes are changed, dropped or doubled."""
    data = bytearray(SMALL_FILE)
    for _ in range(draw(st.integers(1, 4))):
        if not data:
            break
        at = draw(st.integers(0, len(data) - 1))
        match draw(st.sampled_from(["change", "drop", "double", "cut"])):
            case "change":
                data[at] = draw(st.integers(0, 255))
            case "drop":
                del data[at : at + draw(st.integers(1, 40))]
            case "double":
                data[at:at] = data[at : at + draw(st.integers(1, 400))]
            case _:
                del data[at + 1 :]
    return bytes(data)


@settings(max_examples=300)
@given(scratched_files())
def test_a_scratched_file_can_be_imported(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    import_bytes(tmp_path_factory.mktemp("fuzz"), data)


@st.composite
def spoiled_games(draw: DrawFn) -> Json:
    """A game in which some values are others, and some actions dropped, doubled or swapped."""
    game: Json = json.loads(encode(SMALL))
    rows: list[Any] = game["actions"]
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(rows) - 1))
        match draw(st.sampled_from(["value", "row", "field", "drop", "double", "swap"])):
            case "value" if isinstance(rows[at], dict) and rows[at]:
                rows[at][draw(st.sampled_from(sorted(rows[at])))] = draw(json_values)
            case "row":
                rows[at] = draw(json_values)
            case "field":
                game[draw(st.sampled_from(sorted(game)))] = draw(json_values)
            case "drop" if len(rows) > 1:
                del rows[at]
            case "double":
                rows.insert(at, rows[at])
            case _:
                rows[at], rows[-1] = rows[-1], rows[at]
    return game


@settings(max_examples=300)
@given(spoiled_games())
def test_a_spoiled_game_can_be_imported(
    tmp_path_factory: pytest.TempPathFactory, game: Json
) -> None:
    import_bytes(tmp_path_factory.mktemp("fuzz"), encode({"key": game}))


# Memory

MEASURE = """
import resource, sys
from cerealbar.records.importers import import_original

def used():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

import_original([sys.argv[1]], lambda record, split: None)
before = used()
summary = import_original([sys.argv[2]], lambda record, split: None)
print(summary.imported, before, used())
"""


def test_memory_is_that_of_the_file_and_of_one_game(tmp_path: Path) -> None:
    game_id = SAMPLE.game_id
    game = encode(published(SAMPLE))
    paths = tmp_path / "small.json", tmp_path / "large.json"
    for path, count in zip(paths, (3, 300), strict=True):
        with path.open("wb") as file:
            file.write(b"{")
            for number in range(count):
                name = f"{number:032}".encode()
                file.write(b',"%s":%s' % (name, game.replace(game_id.encode(), name)))
            file.write(b"}")
        path.write_bytes(path.read_bytes().replace(b"{,", b"{", 1))
    megabytes = paths[1].stat().st_size / 2**20
    result = subprocess.run(
        [sys.executable, "-c", MEASURE, *paths], capture_output=True, text=True, check=True
    )
    imported, before, after = map(float, result.stdout.split())
    assert imported == 300
    assert megabytes > 20
    assert after - before < 1.25 * megabytes
