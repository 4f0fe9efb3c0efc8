"""Plain and packed files, and files that are something else."""

import bz2
import gzip
import lzma
from pathlib import Path

import pytest

from cerealbar.records import FormatError
from cerealbar.records.importers import opening, read_games

DATA = b'{"a": {"seed": 1}, "b": {"seed": 2}}'
PACKED = gzip.compress(DATA, mtime=0)


def keys(path: Path, data: bytes) -> list[str | None]:
    path.write_bytes(data)
    return [entry.key for entry in read_games(path)]


def test_a_gzip_file_is_unpacked(tmp_path: Path) -> None:
    assert keys(tmp_path / "games.json.gz", PACKED) == ["a", "b"]


def test_a_truncated_gzip_file_keeps_its_whole_games(tmp_path: Path) -> None:
    path = tmp_path / "games.json.gz"
    path.write_bytes(PACKED[:-12])
    games = read_games(path)
    assert next(games).key == "a"
    with pytest.raises(FormatError, match="truncated: the gzip data stops early"):
        list(games)


def test_a_file_that_would_fill_the_memory_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "MAX_BYTES", 1000)
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
        next(read_games(tmp_path / "none.json"))


def test_a_folder_is_a_format_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be read: Is a directory"):
        next(read_games(tmp_path))
