import pytest

from cerealbar.evaluation.shares import Share, share


def test_a_share_counts_what_is_true() -> None:
    assert share([True, False, True, True]) == Share(3, 4)
    assert Share(3, 4).value == 0.75


def test_the_interval_is_wilsons() -> None:
    """Known values: 8 of 10, and 0 of 10."""
    assert Share(8, 10).interval == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert Share(0, 10).interval == pytest.approx((0.0, 0.2775), abs=1e-4)


def test_of_nothing_nothing_is_known() -> None:
    assert Share(0, 0).value == 0
    assert Share(0, 0).interval == (0, 1)
