"""Log lines: an event in fixed words, then fields. For people as text, for programs as JSON.

What players write, who they are and what opens their seats never gets here: fields are a closed
list, addresses are salted hashes, and anything shaped like a token is blotted out.
"""

import hashlib
import json
import logging
import secrets
import sys
import time
import traceback
from typing import IO, Literal

from cerealbar.server.tokens import SHAPE

ROOT = "cerealbar.server"
FIELDS = (
    "game",
    "seat",
    "agent",
    "mode",
    "status",
    "how",
    "score",
    "code",
    "reason",
    "where",
    "address",
    "games",
    "count",
    "seconds",
    "url",
    "version",
    "study",
    "participant",
)
"""What a line can tell besides its event: no texts, names or tokens."""
_SALT = secrets.token_bytes(16)
_LONGEST_REASON = 300
_CLIENTS_FAULTS = (
    "ASGI callable returned without completing handshake",  # the guard refused it, with a reason
    "Invalid UTF-8 sequence received from client",
    "Invalid HTTP request received",
    "Unsupported upgrade request",
)


class Log:
    """Writes events with fields."""

    def __init__(self, where: str) -> None:
        self._logger = logging.getLogger(f"{ROOT}.{where}")

    def info(self, event: str, **fields: object) -> None:
        """Tell that something happened."""
        self._logger.info(event, extra={"fields": _checked(fields)})

    def warning(self, event: str, **fields: object) -> None:
        """Tell that something is not as it should be."""
        self._logger.warning(event, extra={"fields": _checked(fields)})

    def error(self, event: str, error: BaseException | None = None, **fields: object) -> None:
        """Tell that something failed, and where."""
        self._logger.error(event, exc_info=error, extra={"fields": _checked(fields)})


def address_tag(address: str, salt: bytes = _SALT) -> str:
    """A word that stands for an address until the server stops, and does not tell it."""
    return hashlib.blake2b(address.encode(), key=salt, digest_size=4).hexdigest()


def configure_logs(log_format: Literal["text", "json"], stream: IO[str] | None = None) -> None:
    """Send the server's log lines, and warnings of others, to a stream (standard error)."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(LogLines(log_format))
    everything = logging.getLogger()
    everything.handlers = [handler]
    everything.setLevel(logging.WARNING)
    for name, level in ((ROOT, logging.INFO), ("uvicorn", logging.WARNING)):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.setLevel(level)
        logger.propagate = True
    logging.getLogger("uvicorn.error").addFilter(is_our_affair)


def is_our_affair(record: logging.LogRecord) -> bool:
    """Whether a line of uvicorn's tells of more than a client that sent nonsense."""
    return not record.getMessage().startswith(_CLIENTS_FAULTS)


class LogLines(logging.Formatter):
    """Lines such as `2026-01-31T12:00:00Z info game over where=rooms game=3f score=2`, after which
    a traceback follows indented; or one JSON object each."""

    def __init__(self, log_format: Literal["text", "json"]) -> None:
        super().__init__()
        self._format = log_format

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line = _line(record)
        if self._format == "json":
            return json.dumps(line)
        words = [str(line.pop(key)) for key in ("time", "level", "event")]
        trace = line.pop("trace", None)
        words += [f"{key}={_word(value)}" for key, value in line.items()]
        return "\n    ".join([" ".join(words), *(trace if isinstance(trace, list) else ())])


def _line(record: logging.LogRecord) -> dict[str, object]:
    line: dict[str, object] = {
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
        "level": record.levelname.lower(),
        "event": without_tokens(record.getMessage()),
        "where": record.name.removeprefix(f"{ROOT}."),
    }
    fields: dict[str, object] = getattr(record, "fields", {})
    line |= {key: _plain(value) for key, value in fields.items() if value is not None}
    if record.exc_info and record.exc_info[1] is not None:
        error = record.exc_info[1]
        line["error"] = f"{type(error).__name__}: {reason_of(error)}"
        line["trace"] = _trace(error)
    return line


def reason_of(error: BaseException) -> str:
    """The first line of what an error says; further lines of a database's hold stored values."""
    return without_tokens(str(error).partition("\n")[0][:_LONGEST_REASON])


def without_tokens(text: str) -> str:
    """The text with anything that could be a token blotted out."""
    return SHAPE.sub("[token]", text)


def _trace(error: BaseException) -> list[str]:
    """Where an error came from, without the values that its messages might hold."""
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]


def _checked(fields: dict[str, object]) -> dict[str, object]:
    unknown = [key for key in fields if key not in FIELDS]
    assert not unknown, f"{unknown[0]!r} is no field of log lines"
    return fields


def _plain(value: object) -> object:
    if isinstance(value, float):
        return round(value, 4)
    return value if isinstance(value, bool | int) else without_tokens(str(value))


def _word(value: object) -> str:
    text = str(value)
    return text if text and text.isprintable() and " " not in text else json.dumps(text)
