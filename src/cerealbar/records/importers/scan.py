"""Games one by one out of a file of any size, in memory bounded by the longest game.

The published files are one JSON object, `{"game id": {...}, ...}`. A JSON list of games, and games
one after the other (JSON lines), are read too.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from cerealbar.records.importers.opening import FilePath, open_source
from cerealbar.records.importers.window import (
    CLOSE,
    CLOSE_LIST,
    COLON,
    COMMA,
    END,
    OPEN,
    OPEN_LIST,
    QUOTE,
    Window,
    shown,
)

CHUNK_BYTES = 1 << 20
EXTRA_KEY = "cerealbar"
"""The only key of a game object whose value is an object too; see `original_types.py`."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A value of the file that should be a game."""

    key: str | None
    """Its key, if the file is an object."""
    value: bytes
    """JSON of one value, not checked yet."""
    offset: int
    """Where the value begins, in bytes of unpacked data."""
    position: int
    """How many bytes of the file have been read, for showing progress."""


def read_games(path: FilePath, chunk_bytes: int = CHUNK_BYTES) -> Iterator[Entry]:
    """The values of a file that should be games, in order.

    Raises:
        FormatError: the file is none of games; names the file and the byte.
    """
    with open_source(path) as source:
        window = Window(source, chunk_bytes)
        window.skip_byte_order_mark()
        for key, value, offset in _values(window):
            yield Entry(key, value, offset, source.position)


_Value = tuple[str | None, bytes, int]


def _values(window: Window) -> Iterator[_Value]:
    first = window.peek()
    if first == OPEN:
        yield from _members(window)
    elif first == OPEN_LIST:
        yield from _items(window)
    else:
        raise window.error(f'expected {{"game id": {{...}}, ...}}, found {shown(first)}')
    if window.peek() != END:
        raise window.error(f"expected nothing after the games, found {shown(window.peek())}")


def _members(window: Window) -> Iterator[_Value]:
    """The members of an object of games, or the objects of JSON lines."""
    start = window.offset
    window.skip()
    if window.peek() == CLOSE:
        window.skip()
        return
    raw_key, key = _take_key(window)
    if window.peek() != OPEN or key == EXTRA_KEY:  # the object is a game itself
        yield None, b"{" + raw_key + b":" + window.take_value(depth=1), start
        yield from _lines(window)
        return
    while True:
        yield _take_entry(window, key)
        if not _goes_on(window, CLOSE):
            return
        _, key = _take_key(window)


def _take_entry(window: Window, key: str | None) -> _Value:
    window.peek()
    offset = window.offset
    return key, window.take_value(), offset


def _lines(window: Window) -> Iterator[_Value]:
    while window.peek() == OPEN:
        yield _take_entry(window, None)


def _items(window: Window) -> Iterator[_Value]:
    window.skip()
    if window.peek() == CLOSE_LIST:
        window.skip()
        return
    yield _take_entry(window, None)
    while _goes_on(window, CLOSE_LIST):
        yield _take_entry(window, None)


def _goes_on(window: Window, closing: int) -> bool:
    """Take a comma or the closing bracket; returns whether it was a comma."""
    if window.peek() == COMMA:
        window.skip()
        return True
    window.take(closing, f"',' or {chr(closing)!r}")
    return False


def _take_key(window: Window) -> tuple[bytes, str]:
    """Take a key and the colon after it; returns it as it stands and decoded."""
    if window.peek() != QUOTE:
        raise window.error(f"expected a key in quotes, found {shown(window.peek())}")
    offset = window.offset
    raw = window.take_value()
    try:
        key = msgspec.json.decode(raw, type=str)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise window.error(f"the key is no text: {error}", offset) from None
    window.take(COLON, "':' after a key")
    return raw, key
