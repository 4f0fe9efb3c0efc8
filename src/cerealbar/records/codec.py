"""Records as bytes: one game is one line of JSON, and back, strictly."""

from collections.abc import Callable
from typing import Any

import msgspec

from cerealbar.records.errors import FormatError, SchemaError
from cerealbar.records.events import SCHEMA, GameRecord

MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""By older schema version: what makes a decoded line of it one of the version after it.

When the schema changes, `SCHEMA` rises and the version before it gets a function here.
"""
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
        return record if record.header.schema == SCHEMA else _migrate(line)
    except msgspec.ValidationError as error:
        return _migrate(line, error)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FormatError(f"no game: {error}") from None


def _migrate(line: bytes, failure: msgspec.ValidationError | None = None) -> GameRecord:
    """The game in a line of another schema version; `failure` is why it is none of this one."""
    try:
        version = _version_decoder.decode(line).header.schema
        if version == SCHEMA:
            raise FormatError(f"no game: {failure}")
        data: dict[str, Any] = msgspec.json.decode(line)  # of a shape which no type describes
        while version != SCHEMA:
            if version not in MIGRATIONS:
                known = ", ".join(map(str, (*MIGRATIONS, SCHEMA)))
                raise SchemaError(f"schema version {version} is unknown: expected {known}")
            try:
                data = MIGRATIONS[version](data)
            except (AttributeError, KeyError, TypeError) as error:  # nothing has checked its shape
                raise FormatError(f"no game of schema version {version}: {error!r}") from None
            version += 1
        return msgspec.convert(data, GameRecord)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FormatError(f"no game: {error}") from None


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a line."""
    return msgspec.json.schema(GameRecord)
