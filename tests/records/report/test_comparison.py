import pytest

from cerealbar.records.report.comparison import NOTHING, clock, comparison
from cerealbar.records.statistics import PAPER_TABLE
from cerealbar.records.summary import summarize


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (59.6, "1:00"), (988, "16:28"), (3_725, "62:05")],
)
def test_time_is_minutes_and_seconds(seconds: float, text: str) -> None:
    assert clock(seconds) == text


def test_the_papers_own_table_equals_itself() -> None:
    lines = comparison(PAPER_TABLE)
    assert all(line.here == line.paper for line in lines)
    assert [line.paper for line in lines] == [
        ("16:28", "18:40", "31:31"),
        ("7.9", "9.0", "19"),
        ("19.9", "24.0", "40"),
        ("14.0", "13.0", "55"),
        ("8.5", "8.0", "50"),
        ("1,202",),
        ("3,641",),
        ("83.3%",),
    ]


def test_no_games_have_no_numbers() -> None:
    lines = comparison(summarize([], str.split).table)
    assert {value for line in lines for value in line.here} == {NOTHING}
