import io
import json
import logging
from collections.abc import Iterator
from typing import Literal

import pytest

from cerealbar.server.logs import ROOT, Log, address_tag, configure_logs
from cerealbar.server.tokens import Tokens

TOKENS = [Tokens(b"secret").make("0123456789abcdef", "leader", holder) for holder in (0, 1, 12)]


@pytest.fixture(autouse=True)
def _restored_loggers() -> Iterator[None]:
    everything, ours = logging.getLogger(), logging.getLogger(ROOT)
    handlers, level, our_level = everything.handlers, everything.level, ours.level
    yield
    everything.handlers = handlers
    everything.setLevel(level)
    ours.setLevel(our_level)


def logged(log_format: Literal["text", "json"]) -> io.StringIO:
    stream = io.StringIO()
    configure_logs(log_format, stream)
    return stream


def test_a_line_for_people_is_an_event_and_its_fields() -> None:
    stream = logged("text")
    Log("rooms").info("game over", game="3f", score=2, reason="all turns used")
    line = stream.getvalue()
    assert line.endswith(' info game over where=rooms game=3f score=2 reason="all turns used"\n')


def test_a_line_for_programs_is_one_json_object() -> None:
    stream = logged("json")
    Log("rooms").warning("agent failed", game="3f", seconds=0.123456)
    told = json.loads(stream.getvalue())
    assert told.pop("time").endswith("Z")
    assert told == {
        "level": "warning",
        "event": "agent failed",
        "where": "rooms",
        "game": "3f",
        "seconds": 0.1235,
    }


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_a_line_break_in_a_value_makes_no_new_line(log_format: Literal["text", "json"]) -> None:
    stream = logged(log_format)
    Log("rooms").info("agent failed", agent="x\n2026-01-01T00:00:00Z info admin logged in")
    assert stream.getvalue().count("\n") == 1


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.parametrize("log_format", ["text", "json"])
def test_tokens_are_blotted_out_wherever_they_are(
    log_format: Literal["text", "json"], token: str
) -> None:
    stream = logged(log_format)
    Log("rooms").info(f"seat {token}", reason=f"no seat for {token}")
    try:
        raise LookupError(f"no {token}")
    except LookupError as error:
        Log("rooms").error("failed", error)
    assert "0123456789abcdef" not in stream.getvalue()
    assert "[token]" in stream.getvalue()


def test_an_error_tells_its_place_but_not_the_values_that_a_database_repeats() -> None:
    stream = logged("json")
    try:
        raise OSError("(sqlite3.Error) disk full\n[parameters: ('go to the red hut',)]")
    except OSError as error:
        Log("store").error("not stored", error)
    told = json.loads(stream.getvalue())
    assert told["error"] == "OSError: (sqlite3.Error) disk full"
    assert "test_logs.py" in told["trace"][0]
    assert "red hut" not in stream.getvalue()


@pytest.mark.parametrize("field", ["token", "text", "name", "comment", "password", "invite", "ip"])
def test_there_are_no_fields_for_secrets_and_texts(field: str) -> None:
    with pytest.raises(AssertionError, match="is no field of log lines"):
        Log("rooms").info("something", **{field: "value"})


def test_addresses_are_tags_that_differ_from_server_to_server() -> None:
    assert address_tag("10.0.0.1") == address_tag("10.0.0.1")
    assert address_tag("10.0.0.1") != address_tag("10.0.0.2")
    assert address_tag("10.0.0.1") != address_tag("10.0.0.1", salt=b"of another start")


def test_warnings_of_others_get_the_same_form_and_their_chatter_none() -> None:
    stream = logged("json")
    logging.getLogger("uvicorn.error").info("Started server process [1]")
    logging.getLogger("uvicorn.error").warning("Exceeded concurrency limit.")
    told = json.loads(stream.getvalue())
    assert told["event"] == "Exceeded concurrency limit."
    assert told["where"] == "uvicorn.error"


def test_clients_that_send_nonsense_fill_no_log() -> None:
    stream = io.StringIO()
    configure_logs("text", stream)
    log = logging.getLogger("uvicorn.error")
    log.error("Invalid UTF-8 sequence received from client.")
    assert not stream.getvalue()
    log.error("something of ours is wrong")
    assert "something of ours is wrong" in stream.getvalue()
