"""Games one by one out of a file, which is read whole.

The published files are one JSON object each, `{"game id": {...}, ...}`. Of a file that is cut off,
or that somewhere is no JSON, the games before that are found.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from cerealbar.records.errors import FormatError
from cerealbar.records.importers.opening import FilePath, read_unpacked

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_STRING = r'"(?:[^"\\]|\\.)*+"'
_BEFORE_GAME = re.compile(rf"[\s,{{]*({_STRING})\s*:\s*(?=\{{)", re.DOTALL)
"""What stands between two games, or before the first."""
_decoder = json.JSONDecoder(strict=False)
_Members: TypeAlias = Iterable[tuple[str, bytes | msgspec.Raw]]


@dataclass(frozen=True, slots=True)
class FileMember:
    """A value of a file that should be a game."""

    number: int
    """From 1."""
    key: str
    value: bytes
    """JSON of one value, whose types are not checked yet."""
    position: int
    """About how many bytes of the file, packed as it is, lie before the value's end."""


def read_games(path: FilePath) -> Iterator[FileMember]:
    """The values of a file that should be games, in order.

    Raises:
        FormatError: the file is none of games, or only up to somewhere; names the file.
    """
    unpacked = read_unpacked(path)
    data = memoryview(unpacked.data)[len(_BYTE_ORDER_MARK) * _is_marked(unpacked.data) :]
    fault = unpacked.fault
    try:
        found: _Members = msgspec.json.decode(data, type=dict[str, msgspec.Raw]).items()
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        found = _members_before_fault(bytes(data).decode(errors="surrogateescape"))
        fault = fault or FormatError(f"{path} is no whole file of games: {error}")
    share = unpacked.file_bytes / max(len(data), 1)
    at = 0
    for number, (key, value) in enumerate(found, 1):
        at += len(memoryview(value))
        yield FileMember(number, key, bytes(value), round(at * share))
    if fault:
        raise fault


def _is_marked(data: bytearray) -> bool:
    return data.startswith(_BYTE_ORDER_MARK)


def _members_before_fault(text: str) -> _Members:
    """Keys and values of a file that is cut off or broken, as far as they are whole."""
    at = 0
    while found := _BEFORE_GAME.match(text, at):
        try:
            key = _decoder.decode(found[1])
            _, at = _decoder.raw_decode(text, found.end())
        except (ValueError, RecursionError):
            return
        yield key, text[found.end() : at].encode(errors="surrogateescape")
