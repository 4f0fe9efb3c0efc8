"""Files of games of every shape, and what is wrong with bad ones."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cerealbar.game import CerealBarError
from cerealbar.records import FormatError
from cerealbar.records.importers import FileMember, read_games

GAMES = {"a": {"seed": 1, "actions": []}, "b": {"text": 'quo"te \\ {[ \\" é \u2028'}, "c": {}}


def entries(folder: Path, data: bytes) -> list[FileMember]:
    path = folder / "games.json"
    path.write_bytes(data)
    return list(read_games(path))


def failure(folder: Path, data: bytes) -> str:
    with pytest.raises(FormatError) as caught:
        entries(folder, data)
    return str(caught.value)


# Shapes


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("ascii_only", [True, False])
def test_an_object_of_games_is_read_member_by_member(
    tmp_path: Path, indent: int | None, ascii_only: bool
) -> None:
    data = json.dumps(GAMES, indent=indent, ensure_ascii=ascii_only).encode()
    found = entries(tmp_path, data)
    assert {entry.key: json.loads(entry.value) for entry in found} == GAMES
    assert [entry.number for entry in found] == [1, 2, 3]


@pytest.mark.parametrize("data", [b"{}", b" {\n} ", b"\xef\xbb\xbf{}"])
def test_a_file_without_games_has_none(tmp_path: Path, data: bytes) -> None:
    assert entries(tmp_path, data) == []


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    found = entries(tmp_path, b'\xef\xbb\xbf{"a": {}}')
    assert [entry.key for entry in found] == ["a"]


def test_the_position_in_the_file_grows_to_its_size(tmp_path: Path) -> None:
    data = json.dumps({f"game{n}": {"n": n} for n in range(100)}).encode()
    positions = [entry.position for entry in entries(tmp_path, data)]
    assert positions == sorted(positions)
    assert len(data) / 3 < positions[-1] <= len(data)


# Errors


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "Input data was truncated"),
        (b"  \n", "Input data was truncated"),
        (b"3", "got `int`"),
        (b'"a"', "got `str`"),
        (b"\x00\x01", "invalid character (byte 0)"),
        (b"\xe9", "invalid character (byte 0)"),
        (b'{"a": {}', "Input data was truncated"),
        (b'{"a": {}]', "expected ',' or '}' (byte 8)"),
        (b'{"a": {} "b": {}}', "expected ',' or '}' (byte 9)"),
        (b'{"a" {}}', "expected ':' (byte 5)"),
        (b"{a: {}}", "(byte 1)"),
        (b'{"a": {}} x', "trailing characters"),
        (b'[{"seed": 1}]', "got `array`"),
        (b'{"seed": 1}\n{"seed": 2}', "trailing characters (byte 13)"),
        (b'{"a": {"b": [1, 2', "Input data was truncated"),
        (b'{"a": {}, "\xff": {}}', "'utf-8' codec can't decode byte 0xff"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, data: bytes, message: str) -> None:
    told = failure(tmp_path, data)
    assert told.startswith(f"{tmp_path / 'games.json'} is no whole file of games: ")
    assert message in told


@pytest.mark.parametrize("fault", [b'{"n"', b'{"n": [1}}', b'{"n": 01}}', b'"n" {}', b""])
def test_games_before_the_fault_are_read(tmp_path: Path, fault: bytes) -> None:
    path = tmp_path / "games.json"
    path.write_bytes(b'{"a": {"n": 1}, "b": {"n": "2}"}, "c": ' + fault)
    games = read_games(path)
    assert [json.loads(next(games).value) for _ in range(2)] == [{"n": 1}, {"n": "2}"}]
    with pytest.raises(FormatError, match="is no whole file of games"):
        next(games)


json_pieces = st.sampled_from([*(bytes([byte]) for byte in b'{}[]"a:,\\ 1'), b'"a": {}'])


@given(st.binary(max_size=60) | st.lists(json_pieces, max_size=14).map(b"".join))
def test_any_bytes_are_games_or_a_format_error(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    with suppress(CerealBarError):
        entries(tmp_path_factory.mktemp("any"), data)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


small_objects = st.dictionaries(st.text(max_size=4), json_values, max_size=3)


@settings(max_examples=50)
@given(st.dictionaries(st.text(max_size=8), small_objects, max_size=4))
def test_every_object_of_objects_is_read_whole(
    tmp_path_factory: pytest.TempPathFactory, games: dict[str, object]
) -> None:
    found = entries(tmp_path_factory.mktemp("whole"), json.dumps(games).encode())
    assert {entry.key: json.loads(entry.value) for entry in found} == games
