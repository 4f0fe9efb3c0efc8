"""The part of a file of JSON that is in memory, and where the values in it end."""

import numpy as np

from cerealbar.game import Array, kernel
from cerealbar.records.errors import FormatError
from cerealbar.records.importers.opening import Source

MAX_VALUE_BYTES = 50_000_000
"""The longest value that is read: a longer one is a file with a bracket or a quote missing."""
QUOTE, COMMA, COLON, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST = b'",:{}[]'
END = -1
"""What stands for a byte after the end of the file."""

_BACKSLASH, _SPACE = b"\\ "
_NO_VALUE = (COMMA, COLON, CLOSE, CLOSE_LIST)
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@kernel
def _skip_blanks(data: Array, start: int, end: int) -> int:
    """Where white space ends."""
    while start < end and (data[start] == 32 or 9 <= data[start] <= 10 or data[start] == 13):
        start += 1
    return start


@kernel
def _value_end(data: Array, start: int, end: int, progress: Array) -> int:
    """Where the value that begins at `start` ends, or -1 if it goes on after `end`.

    `progress` carries over from call to call how many bytes were scanned, the depth of brackets,
    whether inside a string, and whether after a backslash.
    """
    at = start + progress[0]
    depth, is_quoted, is_escaped = progress[1], progress[2] == 1, progress[3] == 1
    while at < end:
        byte = data[at]
        at += 1
        if is_quoted:
            if is_escaped:
                is_escaped = False
            elif byte == _BACKSLASH:
                is_escaped = True
            elif byte == QUOTE:
                is_quoted = False
                if depth == 0:
                    return at
        elif byte == QUOTE:
            is_quoted = True
        elif byte in (OPEN, OPEN_LIST):
            depth += 1
        elif byte in (CLOSE, CLOSE_LIST):
            depth -= 1
            if depth <= 0:
                return at if depth == 0 else at - 1  # the bracket may end a number before it
        elif depth == 0 and (byte == COMMA or byte <= _SPACE):
            return at - 1
    progress[0], progress[1], progress[2], progress[3] = end - start, depth, is_quoted, is_escaped
    return -1


class Window:
    """The part of a file that is in memory: what has not been taken yet."""

    def __init__(self, source: Source, chunk_bytes: int) -> None:
        self._source = source
        self._chunk_bytes = chunk_bytes
        self._data = np.empty(2 * chunk_bytes, np.uint8)
        self._at = 0
        self._end = 0
        self._start_offset = 0

    @property
    def offset(self) -> int:
        """Where in the unpacked data the next byte to take lies."""
        return self._start_offset + self._at

    def _read_on(self) -> bool:
        """Read another chunk; returns whether there was one."""
        if self._end + self._chunk_bytes > len(self._data):
            unread = self._data[self._at : self._end]
            needed = len(unread) + self._chunk_bytes
            if needed > len(self._data) // 2:
                self._data = np.empty(2 * needed, np.uint8)
            self._data[: len(unread)] = unread
            self._start_offset += self._at
            self._at, self._end = 0, len(unread)
        room = self._data[self._end : self._end + self._chunk_bytes]
        count = self._source.read_into(room.data)
        self._end += count
        return count > 0

    def error(self, reason: str, offset: int | None = None) -> FormatError:
        """An error at an offset, by default at the next byte."""
        at = self.offset if offset is None else offset
        return FormatError(f"{self._source.path}, byte {at}: {reason}")

    def peek(self) -> int:
        """The next byte that is no white space, or -1 at the end of the file."""
        while True:
            self._at = _skip_blanks(self._data, self._at, self._end)
            if self._at < self._end:
                return int(self._data[self._at])
            if not self._read_on():
                return END

    def skip(self, count: int = 1) -> None:
        """Take bytes that were peeked at."""
        self._at += count

    def take(self, byte: int, expected: str) -> None:
        """Take a byte that has to come next."""
        found = self.peek()
        if found != byte:
            raise self.error(f"expected {expected}, found {shown(found)}")
        self.skip()

    def skip_byte_order_mark(self) -> None:
        """Take the mark with which some editors begin a text."""
        while self._end < len(_BYTE_ORDER_MARK) and self._read_on():
            pass
        if self._data[: self._end].tobytes().startswith(_BYTE_ORDER_MARK):
            self.skip(len(_BYTE_ORDER_MARK))

    def take_value(self, depth: int = 0) -> bytes:
        """Take a whole value, or the rest of one inside of which `depth` brackets are open."""
        if depth == 0 and self.peek() in _NO_VALUE:
            raise self.error(f"expected a value, found {shown(self.peek())}")
        start = self.offset
        progress = np.array([0, depth, 0, 0], np.int64)
        while True:
            end = int(_value_end(self._data, self._at, self._end, progress))
            if end >= 0:
                value = self._data[self._at : end].tobytes()
                self._at = end
                return value
            if self._end - self._at > MAX_VALUE_BYTES:
                reason = f"a value of more than {MAX_VALUE_BYTES} bytes: is a bracket missing?"
                raise self.error(reason, start)
            if not self._read_on():
                end_offset = self._start_offset + self._end
                reason = f"the file is truncated: the value from byte {start} on has no end"
                raise self.error(reason, end_offset)


def shown(byte: int) -> str:
    """A byte for an error message."""
    if byte == END:
        return "the end of the file"
    return repr(chr(byte)) if byte < 0x7F else f"byte 0x{byte:02x}"
