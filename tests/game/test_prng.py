"""The generator of the original game, and which seeds it takes."""

import math
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.game import MAX_SEED, SeedError
from cerealbar.game.prng import check_seed, draw, seed_words
from tests.strategies import seeds


def first_words(seed: int) -> list[int]:
    """s0 = seed, s_i+1 = 1812433253 s_i + 1, modulo 2^32."""
    words = [seed]
    while len(words) < 4:
        words.append((1812433253 * words[-1] + 1) % 2**32)
    return words


def xorshift128(seed: int) -> Iterator[int]:
    """t = s0 ^ (s0 << 11), new = s3 ^ (s3 >> 19) ^ t ^ (t >> 8), in 32 bits."""
    s0, s1, s2, s3 = first_words(seed)
    while True:
        t = s0 ^ (s0 << 11) % 2**32
        s0, s1, s2, s3 = s1, s2, s3, s3 ^ s3 >> 19 ^ t ^ t >> 8
        yield s3


def seeded(seed: int) -> np.ndarray:
    words = np.zeros(4, np.uint32)
    seed_words(words, seed)
    return words


def test_seed_0_fills_the_words_as_the_original_does() -> None:
    assert seeded(0).tolist() == [0, 1, 1812433254, 1900727103]


@given(seeds)
def test_a_seed_fills_four_words(seed: int) -> None:
    assert seeded(seed).tolist() == first_words(seed)


@pytest.mark.parametrize("seed", [0, 1, 42, 2**30, MAX_SEED])
def test_draws_follow_xorshift128(seed: int) -> None:
    words = seeded(seed)
    assert [draw(words, 0, 2**32) for _ in range(1000)] == list(islice(xorshift128(seed), 1000))


@given(seeds, st.integers(-1000, 1000), st.integers(1, 2000))
def test_a_draw_is_the_next_number_modulo_the_range(seed: int, low: int, size: int) -> None:
    words = seeded(seed)
    for number in islice(xorshift128(seed), 20):
        value = draw(words, low, low + size)
        assert value == low + number % size
        assert low <= value < low + size


def test_a_range_of_one_still_uses_up_a_number() -> None:
    words, others = seeded(7), seeded(7)
    assert draw(words, 5, 6) == 5
    draw(others, 0, 625)
    assert words.tolist() == others.tolist()


def test_draws_are_about_uniform() -> None:
    words = seeded(1)
    counts = np.bincount([draw(words, 0, 7) for _ in range(7000)], minlength=7)
    assert np.abs(counts - 1000).max() < 5 * math.sqrt(1000)


@pytest.mark.parametrize(
    "seed", [0, 1, 2**30, 2**31 - 1, np.int64(5), np.uint8(255), np.int32(2**31 - 1)]
)
def test_integers_in_range_are_seeds(seed: int) -> None:
    checked = check_seed(seed)
    assert checked == seed
    assert type(checked) is int


@pytest.mark.parametrize("seed", [-1, 2**31, 2**64, np.int64(-1), np.uint64(2**63)])
def test_integers_out_of_range_are_no_seeds(seed: int) -> None:
    with pytest.raises(SeedError) as caught:
        check_seed(seed)
    assert str(caught.value) == f"seed {seed} is out of range: expected 0 to 2147483647"


@pytest.mark.parametrize(
    "seed",
    [True, False, np.True_, 1.0, math.nan, np.float64(3), "1", "", b"1", None, (1,), [1], 1j],
)
def test_what_is_no_integer_is_no_seed(seed: object) -> None:
    with pytest.raises(SeedError) as caught:
        check_seed(seed)
    assert str(caught.value) == f"{seed!r} is no seed: expected an integer from 0 to 2147483647"
