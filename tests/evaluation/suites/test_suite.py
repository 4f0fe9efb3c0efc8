from pathlib import Path

import msgspec
import pytest

from cerealbar.evaluation.suites import (
    SuiteError,
    SuiteItem,
    open_suite,
    read_suite,
    suite,
    write_lines,
)
from cerealbar.game import Player, StateArray, cell_at, format_state, parse_state
from cerealbar.records.meaning import done_as_meant
from tests.boards import board
from tests.evaluation.suites.boards import BLUE, CARDS, GREEN, ONE, PINK, STATE, WALK


def test_a_suite_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "suite.jsonl"
    write_lines(path, [ONE, WALK])
    assert read_suite(path) == [ONE, WALK]
    assert open_suite(str(path)) == [ONE, WALK]


@pytest.mark.parametrize(
    ("touched", "is_right"),
    [
        ({BLUE: 1}, True),
        ({BLUE: 3}, True),
        ({BLUE: 2}, False),
        ({}, False),
        ({BLUE: 1, GREEN: 1}, False),
        ({BLUE: 1, GREEN: 2}, True),
        ({GREEN: 1}, False),
    ],
)
def test_exactly_the_asked_cards_are_toggled_an_odd_number_of_times(
    touched: dict[int, int], is_right: bool
) -> None:
    assert done_as_meant(ONE.meant, touched, cell_at(0, 0)) == is_right


@pytest.mark.parametrize(("x", "is_right"), [(11, True), (13, True), (14, False), (9, True)])
def test_without_cards_the_end_counts_to_two_cells(x: int, is_right: bool) -> None:
    assert done_as_meant(WALK.meant, {}, cell_at(x, 10)) == is_right
    assert not done_as_meant(WALK.meant, {BLUE: 1}, cell_at(x, 10))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"cards": (cell_at(1, 1),)}, "there are none"),
        ({"end": 3}, "cards and an end"),
        ({"cards": (BLUE, BLUE)}, "a card twice"),
        ({"id": ""}, "no id"),
        ({"way": ("fly",)}, "no actions"),
        ({"state": "map=1g"}, "map"),
        ({"text": "  "}, "instruction"),
        ({"state": format_state(board(cards=CARDS))}, "follower's turn"),
    ],
)
def test_an_item_that_makes_no_sense_is_refused_with_its_line(
    tmp_path: Path, change: dict[str, object], complaint: str
) -> None:
    path = tmp_path / "suite.jsonl"
    line = {**msgspec.to_builtins(ONE), **change}
    path.write_bytes(msgspec.json.encode(line) + b"\n")
    with pytest.raises(SuiteError, match=rf"line 1: .*{complaint}"):
        read_suite(path)


def test_two_items_of_one_id_and_an_empty_file_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "suite.jsonl"
    write_lines(path, [ONE, ONE])
    with pytest.raises(SuiteError, match="one id"):
        read_suite(path)
    path.write_text("\n")
    with pytest.raises(SuiteError, match="no instructions"):
        read_suite(path)


def test_an_unknown_field_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "suite.jsonl"
    path.write_bytes(msgspec.json.encode({**msgspec.to_builtins(ONE), "card": 3}))
    with pytest.raises(SuiteError, match=r"line 1: .*card"):
        read_suite(path)


def test_a_name_that_is_no_suite_is_refused_with_those_that_are() -> None:
    with pytest.raises(SuiteError, match="written-train, written-dev, written-test"):
        open_suite("written-best")


def test_an_item_knows_its_board() -> None:
    states = ONE.states()
    assert states["turn"][0] == Player.FOLLOWER
    assert states["card_cell"][0, :3].tolist() == [BLUE, GREEN, PINK]
    assert done_as_meant(SuiteItem(id="x", state=STATE, text="wait").meant, {}, 0)


def test_a_board_is_parsed_once_and_cannot_be_changed_by_who_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parsed: list[str] = []

    def parse(line: str) -> StateArray:
        parsed.append(line)
        return parse_state(line)

    monkeypatch.setattr(suite, "parse_state", parse)
    item = SuiteItem(id="x", state=STATE, text="wait")
    item.states()["score"] = 99
    assert item.faces()
    assert item.states().tobytes() == parse_state(STATE).tobytes()
    assert parsed == [STATE]
