"""Records as bytes: one game is one line of JSON, and back, strictly."""

from contextlib import suppress
from typing import Any

import msgspec

from cerealbar.records.errors import FormatError, SchemaError
from cerealbar.records.events import SCHEMA, GameRecord

MAX_LINE_BYTES = 50_000_000
"""The longest line that is read: far above any game, far below what memory holds."""


class _Schema(msgspec.Struct):
    schema: int


class _Versioned(msgspec.Struct):
    """The part of a line that says how to read the rest."""

    header: _Schema


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(GameRecord)
_version_decoder = msgspec.json.Decoder(_Versioned)


def encode_game(record: GameRecord) -> bytes:
    """The game as one line of JSON, with a line feed."""
    return _encoder.encode(record) + b"\n"


def decode_game(line: bytes) -> GameRecord:
    """The game that a line of JSON holds.

    Raises:
        FormatError: the line is not a recorded game.
        SchemaError: it is of a schema version that this package does not know.
    """
    if len(line) > MAX_LINE_BYTES:
        raise FormatError(f"no game: a line of {len(line)} bytes, the most is {MAX_LINE_BYTES}")
    try:
        record = _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            check_schema(_version_decoder.decode(line).header.schema)
        raise FormatError(f"no game: {error}") from None
    check_schema(record.header.schema)
    return record


def check_schema(version: int) -> None:
    """See that this package knows a schema version.

    Raises:
        SchemaError: it does not.
    """
    if version != SCHEMA:
        raise SchemaError(f"schema version {version} is unknown: expected {SCHEMA}")


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a line."""
    return msgspec.json.schema(GameRecord)
