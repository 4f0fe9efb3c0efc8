"""Files of games of every shape, and what is wrong with bad ones."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cerealbar.game import CerealBarError
from cerealbar.records import FormatError
from cerealbar.records.importers import ScannedGame, read_games

GAMES = {"a": {"seed": 1, "actions": []}, "b": {"text": 'quo"te \\ {[ \\" é \u2028'}, "c": {}}


def entries(folder: Path, data: bytes) -> list[ScannedGame]:
    path = folder / "games.json"
    path.write_bytes(data)
    return list(read_games(path))


def failure(folder: Path, data: bytes) -> str:
    with pytest.raises(FormatError) as caught:
        entries(folder, data)
    return str(caught.value).removeprefix(f"{folder / 'games.json'}, ")


# Shapes


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("ascii_only", [True, False])
def test_an_object_of_games_is_read_member_by_member(
    tmp_path: Path, indent: int | None, ascii_only: bool
) -> None:
    data = json.dumps(GAMES, indent=indent, ensure_ascii=ascii_only).encode()
    found = entries(tmp_path, data)
    assert {entry.key: json.loads(entry.value) for entry in found} == GAMES
    for entry in found:
        assert data[entry.offset :].startswith(entry.value)


def test_a_list_of_games_is_read_item_by_item(tmp_path: Path) -> None:
    data = json.dumps([*GAMES.values()]).encode()
    found = entries(tmp_path, data)
    assert [json.loads(entry.value) for entry in found] == [*GAMES.values()]
    assert {entry.key for entry in found} == {None}


@pytest.mark.parametrize("first_key", ["game_id", "actions"])
def test_games_line_by_line_are_read_one_by_one(tmp_path: Path, first_key: str) -> None:
    first_value = {"game_id": "x", "actions": [{}]}[first_key]
    games = [{first_key: first_value, "seed": n, "more": [{"a": "}"}]} for n in range(3)]
    data = "\n".join(map(json.dumps, games)).encode()
    found = entries(tmp_path, data)
    assert [json.loads(entry.value) for entry in found] == games
    assert [entry.offset for entry in found] == [data.index(json.dumps(g).encode()) for g in games]


@pytest.mark.parametrize("data", [b"{}", b"[]", b" {\n} ", b"\xef\xbb\xbf{}"])
def test_a_file_without_games_has_none(tmp_path: Path, data: bytes) -> None:
    assert entries(tmp_path, data) == []


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    found = entries(tmp_path, b'\xef\xbb\xbf{"a": {}}')
    assert [entry.key for entry in found] == ["a"]


def test_the_position_in_the_file_grows_to_its_size(tmp_path: Path) -> None:
    data = json.dumps({f"game{n}": {"n": n} for n in range(100)}).encode()
    positions = [entry.position for entry in entries(tmp_path, data)]
    assert positions == sorted(positions)
    assert positions[-1] == len(data) - 1


# Errors


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", 'byte 0: expected {"game id": {...}, ...}, found the end of the file'),
        (b"  \n", 'byte 3: expected {"game id": {...}, ...}, found the end of the file'),
        (b"3", "byte 0: expected {\"game id\": {...}, ...}, found '3'"),
        (b'"a"', 'byte 0: expected {"game id": {...}, ...}, found \'"\''),
        (b"\x00\x01", "byte 0: expected {\"game id\": {...}, ...}, found '\\x00'"),
        (b"\xe9", 'byte 0: expected {"game id": {...}, ...}, found byte 0xe9'),
        (b'{"a": {}', "byte 8: expected ',' or '}', found the end of the file"),
        (b'{"a": {}]', "byte 8: expected ',' or '}', found ']'"),
        (b'{"a": {} "b": {}}', "byte 9: expected ',' or '}', found '\"'"),
        (b'{"a": {}, }', "byte 10: expected a key in quotes, found '}'"),
        (b'{"a" {}}', "byte 5: expected ':' after a key, found '{'"),
        (b'{"a": {}, "b": }', "byte 15: expected a value, found '}'"),
        (b"{a: {}}", "byte 1: expected a key in quotes, found 'a'"),
        (b'{"a": {}} x', "byte 10: expected nothing after the games, found 'x'"),
        (b"[{}, {}", "byte 7: expected ',' or ']', found the end of the file"),
        (b"[{}}", "byte 3: expected ',' or ']', found '}'"),
        (b"[,]", "byte 1: expected a value, found ','"),
        (b'{"seed": 1}\n5', "byte 12: expected nothing after the games, found '5'"),
        (b'{"a": {"b": [1, 2', "byte 17: the file is truncated: the value from byte 6 on"),
        (b'{"a": {}, "b', "byte 12: the file is truncated: the value from byte 10 on"),
        (b'{"a": {}, "\xff": {}}', "byte 10: the key is no text: 'utf-8' codec"),
        (b'{"a": {}, "\\x": {}}', "byte 10: the key is no text: JSON is malformed"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_the_byte(
    tmp_path: Path, data: bytes, message: str
) -> None:
    assert failure(tmp_path, data).startswith(message)


def test_games_before_the_fault_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.json"
    path.write_bytes(b'{"a": {"n": 1}, "b": {"n": 2}, "c": {"n"')
    games = read_games(path)
    assert [next(games).key, next(games).key] == ["a", "b"]
    with pytest.raises(FormatError, match="truncated"):
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
