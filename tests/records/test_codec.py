import json
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cerealbar.game import CerealBarError, Rules
from cerealbar.records import (
    SCHEMA,
    FormatError,
    GameRecord,
    RecordedRules,
    SchemaError,
    decode_game,
    encode_game,
    json_schema,
)
from cerealbar.records.codec import MIGRATIONS
from tests import strategies
from tests.records.games import game_with_sets, some_games

LINE = encode_game(game_with_sets())


def test_a_record_becomes_a_line_and_the_same_record_again() -> None:
    for game in some_games():
        line = encode_game(game)
        assert line.count(b"\n") == 1
        assert decode_game(line) == game


@given(strategies.rules())
def test_rules_are_recorded_whole(rules: Rules) -> None:
    recorded = RecordedRules.from_rules(rules)
    assert recorded.to_rules() == rules


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'"schema":2', b'"schema":99', "schema version 99 is unknown"),
        (b'"type":"step"', b'"type":"leap"', "leap"),
        (b'"action":"forward"', b'"action":"fly"', "fly"),
        (b'"by":"leader"', b'"by":"nobody"', "nobody"),
        (b'"at":', b'"when":', "when"),
        (b'"synthetic":true', b'"synthetic":1', "synthetic"),
        (b'"seed":', b'"seed":"x","s":', "seed"),
        (b'"text":"', b'"text":"\xff', "no game"),
        (b'"text":"', b'"text":"' + b"a" * 10_000_000, "length"),
        (b'"text":"', b'"text":"\x00', "no game"),
        (b'"events":[', b'"events":[[', "no game"),
        (b'"game_id":"', b'"game_id":"../', "game_id"),
    ],
)
def test_a_bad_line_is_refused_with_a_reason(old: bytes, new: bytes, words: str) -> None:
    assert old in LINE
    with pytest.raises((FormatError, SchemaError), match=words):
        decode_game(LINE.replace(old, new, 1))


@pytest.mark.parametrize("cut", [0, 1, 10, 100, len(LINE) // 2, len(LINE) - 3])
def test_a_truncated_line_is_refused(cut: int) -> None:
    with pytest.raises(FormatError, match="no game"):
        decode_game(LINE[:cut])


@given(st.binary(max_size=200))
@example(b"[" * 100_000)
@example(b'{"header":{"schema":1}}')
@example(b'{"header":' * 5000)
def test_only_our_own_errors_come_out_of_any_bytes(data: bytes) -> None:
    with pytest.raises(CerealBarError):
        decode_game(data)


@given(st.integers(0, len(LINE) - 2), st.integers(0, 255))
def test_only_our_own_errors_come_out_of_a_line_with_one_wrong_byte(at: int, byte: int) -> None:
    broken = bytearray(LINE)
    broken[at] = byte
    with suppress(CerealBarError):
        assert isinstance(decode_game(bytes(broken)), GameRecord)


def test_an_older_schema_is_brought_up_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def rename(data: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
        header = dict(data["header"])
        header["seed"] = header.pop("map_seed")
        return {**data, "header": header}

    def raise_schema(data: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
        assert "map_seed" not in data["header"], "the older step comes first"
        return {**data, "header": {**data["header"], "schema": SCHEMA}}

    monkeypatch.setitem(MIGRATIONS, 0, rename)
    monkeypatch.setitem(MIGRATIONS, 1, raise_schema)
    old = LINE.replace(b'"schema":2', b'"schema":0').replace(b'"seed"', b'"map_seed"')
    found, game = decode_game(old), decode_game(LINE)
    assert found.events == game.events
    assert found.header.schema == SCHEMA
    assert found.header.seed == game.header.seed


def test_the_json_schema_of_the_docs_is_the_current_one() -> None:
    path = Path(__file__).parents[2] / "docs" / "game-record.schema.json"
    assert msgspec.json.decode(path.read_bytes()) == json.loads(json.dumps(json_schema()))
