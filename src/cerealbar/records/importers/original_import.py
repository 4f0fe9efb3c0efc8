"""Importing files of published games: every good game goes on, every bad one is listed.

The published files are one JSON object each, `{"game id": {...}, ...}`, plain or gzip; each is read
whole.
"""

import gzip
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TypeAlias

import msgspec

from cerealbar.game import CerealBarError
from cerealbar.records.errors import ActionError, DuplicateGameError, FormatError, ReplayError
from cerealbar.records.events import GameRecord
from cerealbar.records.importers.original import parse_original
from cerealbar.records.importers.original_agreement import Agreement, no_checks
from cerealbar.records.importers.original_format import parse_split

FilePath: TypeAlias = str | PathLike[str]

Sink: TypeAlias = Callable[[GameRecord, str | None], None]
"""What takes a game and its part of the data; it may raise `DuplicateGameError`."""
ImportProgress: TypeAlias = Callable[[float], None]
"""Told the share of all files that has been read, by games within each."""
_CHUNK_BYTES = 1 << 20
MAX_BYTES = 1_000_000_000
"""The most that is read: more is no file of games, but fills the memory."""
_GZIP = b"\x1f\x8b"
_LOOKALIKES = {
    b"PK\x03\x04": "a zip archive: unpack it first",
    b"BZh": "bzip2 data: unpack it first",
    b"\xfd7zXZ\x00": "xz data: unpack it first",
    b"\x28\xb5\x2f\xfd": "zstd data: unpack it first",
    b"\xff\xfe": "UTF-16 text: expected UTF-8",
    b"\xfe\xff": "UTF-16 text: expected UTF-8",
    b"version https://git-lfs": "a Git LFS pointer: fetch the data itself with `git lfs pull`",
}
"""How files begin that people take for a file of games, and what to do about them."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_OFFICIAL = ("train", "dev", "development", "test")


@dataclass(slots=True)
class ImportSummary:
    """What importing files of games brought to light."""

    imported: int = 0
    splits: Counter[str | None] = field(default_factory=Counter)
    """How many imported games belong to each part of the data."""
    rejected: list[str] = field(default_factory=list)
    """The games that were not imported: file, id, action if one is at fault, and reason."""
    broken_files: list[FormatError] = field(default_factory=list)
    """Files that could not be read."""
    agreement: Agreement = field(default_factory=no_checks)
    """Of all imported games."""
    inferred: int = 0
    """How many deeds no action told."""
    notes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By imported game: what there is to say of it."""

    @property
    def is_clean(self) -> bool:
        """Whether every game of every file was imported."""
        return not self.rejected and not self.broken_files


def import_original(
    paths: Iterable[FilePath], sink: Sink, progress: ImportProgress | None = None
) -> ImportSummary:
    """Read all games of the files and hand each that is good to `sink`.

    A bad game, or a bad file, never stops the others; both are listed in the summary.
    """
    summary = ImportSummary()
    paths = list(paths)
    for done, path in enumerate(paths):
        try:
            games = read_games(path)
        except FormatError as error:
            summary.broken_files.append(error)
            continue
        for number, (key, value) in enumerate(games.items(), 1):
            _import_game(path, key, bytes(value), number, sink, summary)
            if progress is not None:
                progress((done + number / len(games)) / len(paths))
    return summary


def read_games(path: FilePath) -> dict[str, msgspec.Raw]:
    """By key, the JSON of the values that should be games; their types are not checked yet.

    Raises:
        FormatError: the file is not one of games, or not whole; names the file.
    """
    data = _read_unpacked(path)
    whole = memoryview(data)[len(_BYTE_ORDER_MARK) * data.startswith(_BYTE_ORDER_MARK) :]
    try:
        return msgspec.json.decode(whole, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FormatError(f"{path} is no whole file of games: {error}") from None


def _read_unpacked(path: FilePath) -> bytearray:
    data = bytearray()
    try:
        with open(path, "rb") as file:
            is_packed = _is_packed(path, file.peek(32))
            stream = gzip.GzipFile(fileobj=file) if is_packed else file
            while chunk := stream.read(_CHUNK_BYTES):
                data += chunk
                if len(data) > MAX_BYTES:
                    raise FormatError(f"{path} holds more than {MAX_BYTES:,} bytes: split it first")
    except EOFError:
        raise FormatError(f"{path} is truncated: the gzip data stops early") from None
    except (zlib.error, gzip.BadGzipFile) as error:
        raise FormatError(f"{path} is damaged: {error}") from None
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror or error}") from None
    return data


def _is_packed(path: FilePath, head: bytes) -> bool:
    is_named_packed = str(path).endswith(".gz")
    if head.startswith(_GZIP):
        if not is_named_packed:
            raise FormatError(f"{path} is gzip data: give it a name that ends in .gz")
        return True
    for magic, what in _LOOKALIKES.items():
        if head.startswith(magic):
            raise FormatError(f"{path} is {what}")
    if is_named_packed and head:
        raise FormatError(f"{path} is no gzip data: give it a name that does not end in .gz")
    return False


def _import_game(
    path: FilePath, key: str, value: bytes, number: int, sink: Sink, summary: ImportSummary
) -> None:
    try:
        imported = parse_original(value, key)
    except CerealBarError as error:
        summary.rejected.append(_rejection(path, key, number, error))
        return
    record = imported.record
    split = imported.split or split_of_file(path)
    try:
        sink(record, split)
    except DuplicateGameError as error:
        summary.rejected.append(_rejection(path, key, number, error))
        return
    summary.imported += 1
    summary.splits[split] += 1
    summary.inferred += imported.inferred
    for name, checks in imported.agreement.items():
        summary.agreement[name].checked += checks.checked
        summary.agreement[name].agreeing += checks.agreeing
    if imported.notes:
        summary.notes[record.game_id] = imported.notes


def _rejection(path: FilePath, key: str, number: int, error: CerealBarError) -> str:
    """Which game was not imported, and why."""
    match error:
        case ActionError(action=index) | ReplayError(event=index):
            place = f", action {index}"
        case _:
            place = ""
    return f"{path}, game {key[:80] or f'number {number}'}{place}: {error}"


def split_of_file(path: FilePath) -> str | None:
    """The part of the data that a file's name tells, such as `dev.json`."""
    words = re.split(r"[^a-z]+", Path(path).name.lower())
    return next((parse_split(word) for word in words if word in _OFFICIAL), None)
