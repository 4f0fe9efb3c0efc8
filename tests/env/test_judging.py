import pytest

from cerealbar.env.learning import MeantDeeds
from cerealbar.game import Outcome, cell_at
from cerealbar.records import Meant

HERE, THERE = cell_at(10, 10), cell_at(11, 10)
STEP, DONE = Outcome.MOVED | Outcome.TOGGLED, Outcome.FINISHED


@pytest.mark.parametrize(
    ("cells", "worth", "is_success"),
    [
        ([HERE], [1], True),
        ([HERE, THERE, THERE], [1, -1, -1], True),
        ([HERE, HERE], [1, -1], False),
        ([HERE, HERE, HERE], [1, -1, -1], True),
        ([THERE], [-1], False),
    ],
)
def test_a_mistake_costs_but_can_be_mended(
    cells: list[int], worth: list[int], is_success: bool
) -> None:
    errand = MeantDeeds(0, Meant((HERE,)))
    assert [errand.judge(STEP, cell) for cell in cells] == [(each, None) for each in worth]
    assert errand.judge(DONE, cells[-1]) == (is_success, is_success)


def test_without_cards_an_end_near_the_meant_one_is_good() -> None:
    errand = MeantDeeds(0, Meant(end=HERE))
    assert errand.judge(DONE, THERE) == (1, True)
    assert errand.judge(DONE, cell_at(13, 10)) == (0, False)
