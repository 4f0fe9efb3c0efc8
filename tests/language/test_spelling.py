import pytest

from cerealbar.language.spelling import is_misspelt, is_slip


@pytest.mark.parametrize("word", ["hte", "cardd", "crad", "cxrd", "car", "turnleft"])
def test_slips_are_dropped_doubled_swapped_or_wrong_letters(word: str) -> None:
    assert is_slip(word, {"the", "card", "turn", "left"})
    assert not is_slip("windmill", {"the", "card", "turn", "left"})


@pytest.mark.parametrize("word", ["teh", "behide", "trianlges", "yelow", "windmil", "nextto"])
def test_words_near_the_vocabulary_are_misspelt(word: str) -> None:
    assert is_misspelt(word)


@pytest.mark.parametrize(
    "word", ["the", "behind", "squares", "dont", "o'clock", "zebra", "2nd", "u"]
)
def test_words_of_the_vocabulary_and_strange_ones_are_not(word: str) -> None:
    assert not is_misspelt(word)
