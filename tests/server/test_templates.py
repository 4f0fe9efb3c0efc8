import pytest

from cerealbar.server.templates import duration, instant, moment


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-1, "0 s"),
        (59.4, "59 s"),
        (185, "3 min 5 s"),
        (7_260, "2 h 1 min"),
        (172_800, "2 days"),
    ],
)
def test_a_span_of_time_is_told_in_its_largest_units(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_a_point_in_time_is_told_to_people_and_to_programs() -> None:
    assert moment(1_700_000_000.0) == "2023-11-14 22:13:20"
    assert instant(1_700_000_000.0) == "2023-11-14T22:13:20+00:00"
