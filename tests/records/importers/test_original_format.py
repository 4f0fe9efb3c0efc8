"""Spellings of the published games: what is written can be read, and nonsense says nothing."""

from datetime import datetime

from hypothesis import given
from hypothesis import strategies as st

from cerealbar.game import CARDS, CELLS, Heading, Player
from cerealbar.records.importers.original_format import (
    CARD_NAMES,
    CARD_RESULTS,
    POSITIONS,
    parse_card_name,
    parse_card_result,
    parse_number,
    parse_player,
    parse_position,
    parse_split,
    parse_time,
)
from tests.records.importers.export import CHARACTERS, format_time
from tests.records.importers.test_members import json_values


def test_a_card_is_spelled_as_in_the_published_example() -> None:
    assert "ACTIVATED 1 card_pink Torus" in CARD_RESULTS
    assert "3 card_black heart" in CARD_NAMES


def test_every_card_can_be_read_again() -> None:
    assert [parse_card_name(name) for name in CARD_NAMES] == list(range(len(CARDS)))
    assert [parse_card_result(name) for name in CARD_RESULTS] == list(range(2 * len(CARDS)))


def test_every_position_can_be_read_again() -> None:
    assert [parse_position(position) for position in POSITIONS] == list(range(CELLS))


def test_every_heading_can_be_read_again() -> None:
    assert [parse_number(str(heading.degrees)) for heading in Heading] == [
        30,
        90,
        150,
        210,
        270,
        330,
    ]


def test_every_player_can_be_read_again() -> None:
    assert [parse_player(CHARACTERS[player]) for player in Player] == [*Player]


def test_the_originals_word_for_development_is_known() -> None:
    assert [parse_split(split) for split in ("train", "dev", "test", "other", 5)] == [
        *("train", "development", "test", "other", None)
    ]


@given(st.datetimes(min_value=datetime(1900, 1, 1)))
def test_every_time_can_be_read_again(time: datetime) -> None:
    assert parse_time(format_time(time)) == time


def test_a_time_is_spelled_as_in_the_published_games() -> None:
    spelled = format_time(datetime(2019, 5, 1, 12, 34, 56, 789))
    assert spelled == datetime(2019, 5, 1, 12, 34, 56, 789).strftime("%Y-%m-%d %H:%M:%S.%f")


@given(json_values)
def test_nonsense_is_read_as_nothing_and_never_raises(told: object) -> None:
    for parse in (parse_card_name, parse_card_result, parse_number, parse_position, parse_time):
        parse(told)
    parse_split(told)
