"""Games one by one out of a file, which is read whole.

The published files are one JSON object, `{"game id": {...}, ...}`. A JSON list of games, and games
one after the other (JSON lines), are read too. Where a value ends is told by its quotes and by how
many brackets are open: so a game that is no JSON costs no other, and every game before the end of
a truncated file is found.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
import numpy as np

from cerealbar.game import Array, kernel
from cerealbar.records.errors import FormatError
from cerealbar.records.importers.opening import FilePath, read_unpacked

_QUOTE, _COMMA, _OPEN, _CLOSE, _OPEN_LIST, _CLOSE_LIST, _BACKSLASH, _SPACE = b'",{}[]\\ '
_BLANKS = re.compile(rb"(?:\A\xef\xbb\xbf)?[ \t\r\n]*+")  # a byte order mark may come first
_GAME = re.compile(rb'\{\s*+"(?:[^"\\]++|\\.)*+"\s*+:\s*+[^\s{]', re.DOTALL)
"""How an object begins that is a game itself: every key of an object of games has an object for a
value, and no key of a game has one."""


@dataclass(frozen=True, slots=True)
class ScannedGame:
    """A value of the file that should be a game."""

    key: str | None
    """Its key, if the file is an object."""
    value: bytes
    """JSON of one value, not checked yet."""
    offset: int
    """Where the value begins, in bytes of unpacked data."""
    position: int
    """How many bytes of the file, packed as it is, lie before the value's end."""


@kernel
def _value_end(data: Array, at: int) -> int:
    """Where the value that begins at `at` ends, or -1 if the data end first."""
    depth = 0
    is_quoted = is_escaped = False
    while at < len(data):
        byte = data[at]
        at += 1
        if is_quoted:
            if is_escaped:
                is_escaped = False
            elif byte == _BACKSLASH:
                is_escaped = True
            elif byte == _QUOTE:
                is_quoted = False
                if depth == 0:
                    return at
        elif byte == _QUOTE:
            is_quoted = True
        elif byte in (_OPEN, _OPEN_LIST):
            depth += 1
        elif byte in (_CLOSE, _CLOSE_LIST):
            depth -= 1
            if depth <= 0:
                return at if depth == 0 else at - 1  # the bracket may end a number before it
        elif depth == 0 and (byte == _COMMA or byte <= _SPACE):
            return at - 1
    return -1


def read_games(path: FilePath) -> Iterator[ScannedGame]:
    """The values of a file that should be games, in order.

    Raises:
        FormatError: the file is none of games; names the file and the byte.
    """
    unpacked = read_unpacked(path)
    scan = _Scan(path, unpacked.data)
    share = unpacked.file_bytes / max(len(unpacked.data), 1)
    try:
        for key, offset in scan.games():
            value = scan.view[offset : scan.at].tobytes()
            yield ScannedGame(key, value, offset, round(scan.at * share))
    except FormatError as error:
        raise unpacked.fault or error from None
    if unpacked.fault:
        raise unpacked.fault


_Found = Iterator[tuple[str | None, int]]
"""Keys and offsets of values; while a value is looked at, the scan is at its end."""


class _Scan:
    """How far some data have been read."""

    def __init__(self, path: FilePath, data: bytearray) -> None:
        self.path = path
        self.data = data
        self.view = np.frombuffer(data, np.uint8)
        self.at = 0

    def games(self) -> _Found:
        """The values that should be games."""
        first = self._peek()
        if _GAME.match(self.data, self.at):
            while self._peek() == b"{":
                yield None, self._skip_value()
        elif first in (b"{", b"["):
            yield from self._members(b"}" if first == b"{" else b"]")
        else:
            raise self._error('expected {"game id": {...}, ...}')
        if self._peek():
            raise self._error("expected nothing after the games")

    def _members(self, closing: bytes) -> _Found:
        """The values of an object with their keys, or those of a list."""
        self.at += 1
        if self._peek() == closing:
            self.at += 1
            return
        found = b","
        while found == b",":
            key = self._take_key() if closing == b"}" else None
            yield key, self._skip_value()
            found = self._take((b",", closing), f"',' or {closing.decode()!r}")

    def _take_key(self) -> str:
        """Take a key and the colon after it."""
        if self._peek() != b'"':
            raise self._error("expected a key in quotes")
        start = self._skip_value()
        try:
            key = msgspec.json.decode(self.data[start : self.at], type=str)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise FormatError(f"{self.path}, byte {start}: the key is no text: {error}") from None
        self._take((b":",), "':' after a key")
        return key

    def _take(self, allowed: tuple[bytes, ...], expected: str) -> bytes:
        found = self._peek()
        if found not in allowed:
            raise self._error(f"expected {expected}")
        self.at += 1
        return found

    def _skip_value(self) -> int:
        """Go to the end of the next value; returns where it begins."""
        if self._peek() in (b",", b":", b"}", b"]"):
            raise self._error("expected a value")
        start, end = self.at, int(_value_end(self.view, self.at))
        if end < 0:
            raise FormatError(
                f"{self.path}, byte {len(self.data)}: the file is truncated:"
                f" the value from byte {start} on has no end"
            )
        self.at = end
        return start

    def _peek(self) -> bytes:
        """Skip white space; returns the next byte, or none at the end."""
        blanks = _BLANKS.match(self.data, self.at)
        assert blanks is not None  # it may be empty
        self.at = blanks.end()
        return bytes(self.data[self.at : self.at + 1])

    def _error(self, expected: str) -> FormatError:
        byte = self._peek()
        shown = repr(byte.decode()) if byte.isascii() else f"byte 0x{byte.hex()}"
        found = shown if byte else "the end of the file"
        return FormatError(f"{self.path}, byte {self.at}: {expected}, found {found}")
