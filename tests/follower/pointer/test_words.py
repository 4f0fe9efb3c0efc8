"""Texts as arrays: known words, spellings, earlier instructions, and texts of every kind."""

import msgspec
import numpy as np
import pytest

from cerealbar.follower.pointer.words import drop_words, ngram_numbers, read_words
from cerealbar.follower.vocabulary import PADDING, UNKNOWN
from tests.follower.pointer.worlds import SMALL, WORDS


def test_known_words_have_numbers_and_others_have_one() -> None:
    words = read_words(["get the bleu card", "get"], [(), ()], WORDS, SMALL)
    assert words.ids.tolist() == [[4, 5, UNKNOWN, 3], [4, PADDING, PADDING, PADDING]]
    assert words.lengths.tolist() == [4, 1]


def test_misspelt_words_share_characters_with_the_right_ones() -> None:
    rows = 1 << 20
    right, slip, other = (
        set(ngram_numbers(word, rows)) for word in ("triangle", "triangel", "hut")
    )
    assert len(right & slip) >= 6
    assert not right & other


def test_taking_some_texts_keeps_their_words_and_spellings() -> None:
    texts = ["get the blue card", "the", "zzz blue"]
    words = read_words(texts, [()] * 3, WORDS, SMALL)
    for i, text in enumerate(texts):
        one, alone = words.take(np.array([i])), read_words([text], [()], WORDS, SMALL)
        assert one.ids.tolist() == alone.ids.tolist()
        for column in range(one.ids.shape[1]):
            assert spelling(one, column) == spelling(alone, column)


def spelling(words, column: int) -> list[int]:  # type: ignore[no-untyped-def]  # any WordArrays
    number = words.spellings[0, column]
    ends = [*words.firsts.tolist(), len(words.groups)]
    return words.groups[ends[number] : ends[number + 1]].tolist()


def test_earlier_instructions_are_read_if_they_are_asked_for() -> None:
    config = msgspec.structs.replace(SMALL, history=2)
    words = read_words(["get"], [("blue", "the", "card")], WORDS, config)
    assert words.ids.tolist() == [[4, 3, 5]]
    assert words.segments.tolist() == [[0, 1, 2]]
    assert read_words(["get"], [("blue",)], WORDS, SMALL).ids.tolist() == [[4]]


@pytest.mark.parametrize(
    ("text", "count"),
    [("", 1), (" ", 1), ("get " * 10_000, SMALL.max_words), ("x" * 100_000, 1), ("红色 🟥 كرت", 3)],
)
def test_texts_of_every_kind_can_be_read(text: str, count: int) -> None:
    assert read_words([text], [()], WORDS, SMALL).lengths.tolist() == [count]


def test_a_lone_surrogate_can_be_read() -> None:
    assert read_words(["\ud800"], [()], WORDS, SMALL).ids.tolist() == [[UNKNOWN]]


def test_words_are_dropped_alike_by_the_same_seed() -> None:
    words = read_words(["get the blue card " * 10], [()], WORDS, SMALL)
    first, again = (drop_words(words, 0.5, np.random.default_rng(3)).ids for _ in range(2))
    assert np.array_equal(first, again)
    assert 0 < (first == UNKNOWN).sum() < words.ids.size
    assert np.array_equal(drop_words(words, 0.0, np.random.default_rng(3)).ids, words.ids)
