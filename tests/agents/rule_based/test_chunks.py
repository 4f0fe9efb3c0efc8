import sys

import pytest

from cerealbar.agents.rule_based.chunks import words_of


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("tuen arond", ["turn", "around"]),
        ("three blue sqaures", ["three", "blue", "squares"]),
        ("trianlges", ["triangles"]),
        ("deselct the yelow hart", ["deselect", "the", "yellow", "hart"]),
        ("turnright", ["turn", "right"]),
        ("2steps fwd thru the trees", ["2", "steps", "forward", "through", "the", "trees"]),
        (
            "dont get ur card, ill do it",
            ["do", "n't", "get", "your", "card", ",", "i", "'ll", "do", "it"],
        ),
        ("u-turn", ["turn", "around"]),
    ],
)
def test_misspelt_and_short_words_are_read_as_they_were_meant(typed: str, meant: list[str]) -> None:
    assert words_of(typed) == meant


@pytest.mark.parametrize("word", ["oops", "good", "then", "than", "hoop", "lard", "gall", "mope"])
def test_english_words_are_not_taken_for_misspellings(word: str) -> None:
    assert words_of(word) == [word]


def test_what_is_like_no_word_of_the_game_stays_as_it_is() -> None:
    assert words_of("xyzzy qwertz") == ["xyzzy", "qwertz"]


def test_words_of_the_game_need_no_list_of_english_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spellchecker", None)
    text = "get the two red stars by the windmill"
    assert " ".join(words_of(text)) == text
