"""Files of games of every shape, plain and packed, and what is wrong with bad ones."""

import bz2
import gzip
import json
import lzma
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cerealbar.game import CerealBarError
from cerealbar.records import FormatError
from cerealbar.records.importers import original_import
from cerealbar.records.importers.original_import import read_games

GAMES = {"a": {"seed": 1, "actions": []}, "b": {"text": 'quo"te \\ {[ \\" é \u2028'}, "c": {}}


def entries(folder: Path, data: bytes) -> dict[str, bytes]:
    path = folder / "games.json"
    path.write_bytes(data)
    return {key: bytes(value) for key, value in read_games(path).items()}


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
    assert {key: json.loads(value) for key, value in found.items()} == GAMES


@pytest.mark.parametrize("data", [b"{}", b" {\n} ", b"\xef\xbb\xbf{}"])
def test_a_file_without_games_has_none(tmp_path: Path, data: bytes) -> None:
    assert entries(tmp_path, data) == {}


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    found = entries(tmp_path, b'\xef\xbb\xbf{"a": {}}')
    assert [*found] == ["a"]


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
    assert {key: json.loads(value) for key, value in found.items()} == games


# Packed files, and files that are something else

DATA = b'{"a": {"seed": 1}, "b": {"seed": 2}}'
PACKED = gzip.compress(DATA, mtime=0)


def keys(path: Path, data: bytes) -> list[str]:
    path.write_bytes(data)
    return [*read_games(path)]


def test_a_gzip_file_is_unpacked(tmp_path: Path) -> None:
    assert keys(tmp_path / "games.json.gz", PACKED) == ["a", "b"]


def test_a_file_that_would_fill_the_memory_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(original_import, "MAX_BYTES", 1000)
    with pytest.raises(FormatError, match="holds more than 1,000 bytes"):
        keys(tmp_path / "games.json.gz", gzip.compress(b" " * 2000))


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.json", PACKED, "a.json is gzip data: give it a name that ends in .gz"),
        ("a.json.gz", DATA, "a.json.gz is no gzip data: give it a name that does not end in .gz"),
        ("a.json", bz2.compress(DATA), "a.json is bzip2 data: unpack it first"),
        ("a.json.gz", lzma.compress(DATA), "a.json.gz is xz data: unpack it first"),
        ("a.json", b"PK\x03\x04 and so on", "a.json is a zip archive: unpack it first"),
        ("a.json", b"\x28\xb5\x2f\xfd and so on", "a.json is zstd data: unpack it first"),
        ("a.json", '{"a": {}}'.encode("utf-16"), "a.json is UTF-16 text: expected UTF-8"),
        (
            "train.json",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:1d18\nsize 188029051\n",
            "train.json is a Git LFS pointer: fetch the data itself with `git lfs pull`",
        ),
        ("a.json.gz", PACKED[:-12], "a.json.gz is truncated"),
        ("a.json.gz", PACKED[:10] + b"\xff" * 30, "a.json.gz is damaged"),
        ("a.json.gz", PACKED[:-8] + b"\xff" * 8, "a.json.gz is damaged: CRC check failed"),
        ("a.json.gz", PACKED + b"more", "a.json.gz is damaged"),
    ],
)
def test_a_file_that_is_not_what_it_seems_says_what_it_is(
    tmp_path: Path, name: str, data: bytes, message: str
) -> None:
    with pytest.raises(FormatError) as caught:
        keys(tmp_path / name, data)
    assert str(caught.value).startswith(f"{tmp_path}/{message}")


def test_a_file_that_is_not_there_is_a_format_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"none\.json cannot be read: No such file"):
        read_games(tmp_path / "none.json")


def test_a_folder_is_a_format_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be read: Is a directory"):
        read_games(tmp_path)
