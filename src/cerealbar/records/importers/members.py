"""The games of a file, which is read whole: plain or gzip, or what else it may turn out to be.

The published files are one JSON object each, `{"game id": {...}, ...}`. Of a file that is cut off,
or that somewhere is no JSON, the games before that are found.
"""

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from os import PathLike
from typing import NamedTuple, TypeAlias

import msgspec

from cerealbar.records.errors import FormatError

FilePath: TypeAlias = str | PathLike[str]

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
_STRING = r'"(?:[^"\\]|\\.)*+"'
_BEFORE_GAME = re.compile(rf"[\s,{{]*({_STRING})\s*:\s*(?=\{{)", re.DOTALL)
"""What stands between two games, or before the first."""
_decoder = json.JSONDecoder(strict=False)
_Games: TypeAlias = list[tuple[str, bytes | msgspec.Raw]]


class FileOfGames(NamedTuple):
    """What could be read of a file."""

    games: _Games
    """Each key, and the JSON of its value, whose types are not checked yet."""
    fault: FormatError | None
    """Why there are no more, unless it is the whole file; names the file."""


def read_games(path: FilePath) -> FileOfGames:
    """The values of a file that should be games, in order.

    Raises:
        FormatError: its bytes are not what its name says.
    """
    data, fault = _read_unpacked(path)
    try:
        found: _Games = [*msgspec.json.decode(data, type=dict[str, msgspec.Raw]).items()]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        found = [*_members_before_fault(bytes(data).decode(errors="surrogateescape"))]
        fault = fault or f"{path} is no whole file of games: {error}"
    return FileOfGames(found, FormatError(fault) if fault else None)


def _read_unpacked(path: FilePath) -> tuple[memoryview, str]:
    """A file unpacked if its name ends in `.gz`, and what is wrong with it, or nothing."""
    data, fault = bytearray(), ""
    try:
        with open(path, "rb") as file:
            is_packed = _is_packed(path, file.peek(32))
            stream = gzip.GzipFile(fileobj=file) if is_packed else file
            while chunk := stream.read1(_CHUNK_BYTES):  # `read` loses what comes before an error
                data += chunk
                if len(data) > MAX_BYTES:
                    raise FormatError(f"{path} holds more than {MAX_BYTES:,} bytes: split it first")
    except EOFError:
        fault = f"{path} is truncated: the gzip data stops early"
    except (zlib.error, gzip.BadGzipFile) as error:
        fault = f"{path} is damaged: {error}"
    except OSError as error:
        fault = f"{path} cannot be read: {error.strerror or error}"
    return memoryview(data)[len(_BYTE_ORDER_MARK) * data.startswith(_BYTE_ORDER_MARK) :], fault


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


def _members_before_fault(text: str) -> Iterator[tuple[str, bytes]]:
    """Keys and values of a file that is cut off or broken, as far as they are whole."""
    at = 0
    while found := _BEFORE_GAME.match(text, at):
        try:
            key = _decoder.decode(found[1])
            _, at = _decoder.raw_decode(text, found.end())
        except (ValueError, RecursionError):
            return
        yield key, text[found.end() : at].encode(errors="surrogateescape")
