import random
from collections import Counter
from itertools import pairwise
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.studies.report.estimates import FEW, estimate, expected_types, growth

vocabularies = st.dictionaries(
    st.text("abc", min_size=1, max_size=4), st.integers(1, 30), min_size=1
)


def test_the_mean_is_over_all_values_and_the_interval_around_it() -> None:
    found = estimate([[1.0], [2.0, 2.0], [3.0], [4.0], [6.0]])
    assert found.mean == pytest.approx(3.0)
    assert found.low is not None
    assert found.high is not None
    assert 1.0 < found.low < 3.0 < found.high < 6.0


def test_the_same_values_give_the_same_interval() -> None:
    values = [[float(i % 7)] for i in range(30)]
    assert estimate(values) == estimate(values)


def test_groups_that_are_alike_have_an_interval_without_width() -> None:
    found = estimate([[2.0]] * FEW)
    assert (found.low, found.high) == (2.0, 2.0)


def test_few_groups_have_a_mean_and_no_interval() -> None:
    found = estimate([[1.0], [3.0]])
    assert (found.mean, found.low, found.high) == (2.0, None, None)


def test_nothing_has_no_mean() -> None:
    found = estimate([[], []])
    assert found.mean is None


def test_types_of_a_sample_are_as_many_as_drawing_finds() -> None:
    counts = {"go": 30, "to": 20, "the": 10, "tent": 3, "blue": 2, "ooh": 1}
    tokens = [word for word, count in counts.items() for _ in range(count)]
    chance = random.Random(4)
    drawn = fmean(len(set(chance.sample(tokens, 15))) for _ in range(4000))
    assert expected_types(counts, 15) == pytest.approx(drawn, abs=0.05)


@given(vocabularies)
def test_a_sample_of_all_has_all_types_and_one_token_is_one_type(counts: dict[str, int]) -> None:
    total = sum(counts.values())
    assert expected_types(counts, total) == pytest.approx(len(counts))
    assert expected_types(counts, 1) == pytest.approx(1)
    assert expected_types(counts, 0) == 0


@given(vocabularies)
def test_types_grow_with_tokens(counts: dict[str, int]) -> None:
    points = growth(counts)
    assert points[0] == (0, 0)
    assert points[-1][0] == sum(counts.values())
    assert all(low[1] <= high[1] + 1e-9 for low, high in pairwise(points))


def test_no_sample_is_larger_than_what_was_written() -> None:
    with pytest.raises(ValueError, match="4 tokens cannot be drawn of 3"):
        expected_types(Counter("abc"), 4)
