import pytest
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.language.likeness import NGramModel, TextModel, distinct, own_perplexity

TINY = [("a", "b"), ("a",)]
texts = st.lists(st.lists(st.sampled_from("abcd"), max_size=5), max_size=6)


def test_probabilities_of_a_tiny_text_are_those_of_witten_and_bell() -> None:
    model = NGramModel(TINY)
    assert model.probability("a") == pytest.approx((2 + 3 / 4) / 8)
    assert model.probability("zebra") == pytest.approx(3 / 4 / 8)
    assert model.probability("a", ("<start>",)) == pytest.approx((2 + 0.34375) / 3)
    assert model.probability("b", ("a",)) == pytest.approx((1 + 2 * 0.21875) / 4)
    assert model.probability("b", ("<start>", "a")) == pytest.approx((1 + 2 * 0.359375) / 4)
    assert model.probability("b", ("zebra", "a")) == model.probability("b", ("a",))


@given(texts, st.lists(st.sampled_from("abcde"), max_size=2))
def test_probabilities_sum_to_one(seen: list[list[str]], context: list[str]) -> None:
    model = NGramModel(seen)
    symbols = [*model.symbols, "<new>"]
    total = sum(model.probability(symbol, tuple(context)) for symbol in symbols)
    assert total == pytest.approx(1)


def test_a_new_word_costs_more_the_stranger_its_letters() -> None:
    model = TextModel([["turn", "left"], ["turn", "right"]])
    known, near, strange = (model.bits(["turn", word]) for word in ("left", "lefts", "zyx#q"))
    assert known < near < strange


@given(texts)
def test_perplexity_is_at_least_one(seen: list[list[str]]) -> None:
    assert TextModel(seen).perplexity(seen) >= 1
    assert own_perplexity(seen) >= 1


def test_a_text_is_less_surprising_to_its_like() -> None:
    turns = [["turn", side, "now"] for side in ("left", "right") * 5]
    stars = [["get", "the", colour, "star"] for colour in ("red", "blue") * 5]
    assert TextModel(turns).perplexity(turns) < TextModel(stars).perplexity(turns) / 5
    assert own_perplexity(turns) < TextModel(stars).perplexity(turns) / 5


def test_distinct_n_grams_are_a_share() -> None:
    assert distinct([["a", "b", "a"], ["a"]], 1) == 0.5
    assert distinct([["a", "b", "a", "b"]], 2) == pytest.approx(2 / 3)
    assert distinct([["a"]], 2) == 0
