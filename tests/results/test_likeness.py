import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from results.likeness import (
    NGramModel,
    TextModel,
    compare,
    count_constructions,
    coverage,
    distinct,
    own_perplexity,
    read_instructions,
)

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


def test_words_are_counted_and_the_missing_ones_named() -> None:
    found = coverage(["get the card", "get the zebra and a zebra"], {"get", "the", "card", "and"})
    assert found.tokens == 9
    assert found.known == 6
    assert found.missing == (("zebra", 2), ("a", 1))
    assert found.share == pytest.approx(6 / 9)
    assert found.share_of_types == pytest.approx(4 / 6)


def test_a_single_slip_of_the_keyboard_is_no_missing_word() -> None:
    found = coverage(["get teh card", "getthe card"], {"get", "the", "card"})
    assert found.typos == (("getthe", 1), ("teh", 1))
    assert found.share == 1.0


def test_numbers_and_marks_are_no_words() -> None:
    assert coverage(["turn 180, then 2!"], {"turn", "then"}).tokens == 2


def test_instructions_are_read_from_lines_of_text_or_json(tmp_path: Path) -> None:
    file = tmp_path / "instructions"
    file.write_text('get it\n\n{"text": "go left", "tags": []}\n')
    assert read_instructions(file) == ["get it", "go left"]


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


EXAMPLES = {
    "turn left or right": ("turn to your left and go", "turn around and get the left card"),
    "turn around": ("Turn around and wait", "go around the lake"),
    "turns counted": ("turn right twice", "turn right"),
    "clock": ("the card at 2 o'clock", "the card"),
    "steps counted": ("take 3 steps", "get 3 stars"),
    "between": ("between the two lakes", "by the lake"),
    "behind": ("the card behind you", "the card ahead"),
    "next to": ("a star next to it", "a star"),
    "landmark": ("by the palm tree", "on your left"),
    "path": ("follow the path", "the street light"),
    "negation": ("don't take it", "take it"),
    "exception": ("all cards except the red one", "all cards"),
    "correction": ("my bad, the other one", "the other one"),
    "pronoun": ("grab it", "grab the star"),
    "I": ("I'll get the star", "get the star"),
    "I and you": ("I'll get the star, you wait", "I'll get the star"),
    "card by face": ("the pink donuts", "the donut shop"),
    "plan talk": ("we need a red one for the next set", "get a red one"),
    "question": ("can you see the tower", "see the tower"),
    "praise": ("good job! wait", "wait"),
    "list of three": ("2 fwd, 1 right, 3 fwd", "go left, then right"),
    "ordinal": ("the second card", "two cards"),
    "capitals": ("GET THE STAR", "Get the star"),
    "deselect": ("unselect that", "select that"),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_pattern_finds_its_construction_only_where_it_is(name: str) -> None:
    has, lacks = EXAMPLES[name]
    assert count_constructions([has])[name] == 1
    assert count_constructions([lacks, lacks])[name] == 0
