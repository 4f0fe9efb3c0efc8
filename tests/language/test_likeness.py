import math

import pytest

from cerealbar.language.likeness import compare

FILE = ["turn left and get the star", "don't move", "turn around", "get teh flabbergast"]
CORPUS = ["turn left and get the card", "turn right", "turn around and get the star"] * 3


def test_texts_are_portrayed_side_by_side() -> None:
    found = compare(FILE, CORPUS)
    assert (found.texts.texts, found.others.texts) == (4, 9)
    assert found.texts.mean_length == pytest.approx((6 + 3 + 2 + 3) / 4)
    assert found.texts.lengths[0] == 2
    assert found.texts.lengths[-1] == 6
    assert ("flabbergast", 1) in found.words.missing
    assert found.texts.constructions["misspelt word"] == 0.25
    assert "negation" in found.missing_constructions
    assert "turn around" not in found.missing_constructions


def test_texts_are_least_surprising_to_themselves() -> None:
    same, other = compare(CORPUS, CORPUS), compare(CORPUS, ["wait for me please"] * 9)
    assert same.words.share == same.words.share_of_types == 1
    assert same.perplexity < other.perplexity
    assert same.texts.own_perplexity < other.perplexity


def test_variety_is_measured_on_equal_samples() -> None:
    found = compare(CORPUS[:3], CORPUS * 20)
    assert found.others.distinct[0] > 0.2


def test_single_texts_can_be_compared() -> None:
    """To a model of the very text, each of its three tokens is one of two: it, or something new."""
    assert 1 < compare(["go on"], ["go on"]).perplexity < 3


def test_words_without_end_are_infinitely_surprising() -> None:
    assert compare(["\u5411" * 900], CORPUS).perplexity == math.inf
