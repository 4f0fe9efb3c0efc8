import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from cerealbar.game import MAX_COMMENT_LENGTH, MAX_INSTRUCTION_LENGTH, MAX_REMARK_LENGTH
from cerealbar.server.replays import MAX_EVENTS
from cerealbar.server.rooms.checks import (
    MAX_COMMENTS,
    MAX_INSTRUCTIONS,
    MAX_PAUSES,
    MAX_PLAN_BYTES,
    MAX_SIGNALS,
    MAX_WAITING,
)
from cerealbar.server.settings import Settings
from cerealbar.server.sockets import HELLO_SECONDS, MAX_OUTBOX, MAX_OUTBOX_BYTES
from cerealbar.wire.messages import FromClient, FromServer, GoodbyeWord, RefusalWord, encode
from cerealbar.wire.words import MAX_MESSAGE_BYTES, VERSION
from docs.making.wire_schema import BODIES

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
SECTIONS = (part.partition("\n") for part in re.split(r"^#+ ", PAGE, flags=re.M))
SAMPLES = {
    title: text.partition("```json\n")[2].partition("```")[0]
    for title, _, text in SECTIONS
    if "```json" in text
}
KINDS = [*get_args(FromClient), *get_args(FromServer), *BODIES]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_the_page_shows_a_sample_of_every_message(kind: type[msgspec.Struct]) -> None:
    sample = SAMPLES[kind.__name__]
    message = msgspec.json.decode(sample, type=kind)
    assert json.loads(encode(message)) == json.loads(sample)


def test_the_page_shows_nothing_else() -> None:
    assert set(SAMPLES) == {kind.__name__ for kind in KINDS}
    assert PAGE.count("```json") == len(KINDS)


@pytest.mark.parametrize("word", [*get_args(RefusalWord), *get_args(GoodbyeWord)])
def test_the_page_explains_every_code(word: str) -> None:
    assert f"| `{word}` |" in PAGE


def test_the_page_tells_the_limits_that_the_server_keeps() -> None:
    settings = Settings()
    for told in (
        f"This is version {VERSION}.",
        f"{MAX_MESSAGE_BYTES:,} bytes",
        f"{MAX_INSTRUCTION_LENGTH:,} characters; {MAX_WAITING} may wait at once",
        f"at once, {MAX_INSTRUCTIONS:,} in a game",
        f"{MAX_REMARK_LENGTH} characters; {MAX_SIGNALS} signals in a game",
        f"{MAX_PLAN_BYTES:,} bytes in a game",
        f"{MAX_PAUSES} in a game",
        f"{MAX_EVENTS:,} events",
        f"{MAX_COMMENT_LENGTH:,} characters; {MAX_COMMENTS} in a game",
        f"{settings.messages_per_second:g} a second, {settings.message_burst} at once",
        f"connections of an address | {settings.sockets_per_address} |",
        f"{settings.rooms_per_minute} a minute; {settings.rooms_per_address} that are not over",
        f"after {settings.grace_seconds:g}\nseconds the partner",
        f"within {settings.arrival_seconds:g} seconds",
        f"{settings.posts_per_minute} a minute",
        f"away for {settings.away_minutes:g} minutes",
        f"within {HELLO_SECONDS:g} seconds",
        f"{MAX_OUTBOX} messages, or {MAX_OUTBOX_BYTES:,} bytes, waited",
    ):
        assert told in PAGE, told
