import pytest

from cerealbar.game import cell_at
from cerealbar.records import Meant
from cerealbar.records.meaning import cards_as_meant, done_as_meant

ONE, OTHER, END = cell_at(10, 10), cell_at(12, 10), cell_at(5, 5)


@pytest.mark.parametrize(
    ("touched", "is_right"),
    [
        ({ONE: 1}, True),
        ({ONE: 3}, True),
        ({ONE: 1, OTHER: 2}, True),
        ({ONE: 2}, False),
        ({ONE: 1, OTHER: 1}, False),
        ({}, False),
    ],
)
def test_cards_are_as_meant_if_those_alone_were_touched_an_odd_number_of_times(
    touched: dict[int, int], is_right: bool
) -> None:
    meant = Meant((ONE,), END)
    assert cards_as_meant(meant, touched) is is_right
    assert done_as_meant(meant, touched, cell_at(20, 20)) is is_right  # cards tell where to end


@pytest.mark.parametrize(("x", "is_right"), [(5, True), (7, True), (8, False)])
def test_without_cards_the_end_is_near_the_meant_one(x: int, is_right: bool) -> None:
    cell = cell_at(x, 5)
    assert done_as_meant(Meant(end=END), {OTHER: 2}, cell) is is_right
    assert not done_as_meant(Meant(end=END), {OTHER: 1}, cell)
    assert done_as_meant(Meant(), {}, cell)
    assert cards_as_meant(Meant(end=END), {})
