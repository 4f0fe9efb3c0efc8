from dataclasses import replace
from random import Random

import pytest

from cerealbar.language.manner.styles import Case, Style
from cerealbar.language.manner.typing import type_out
from tests.language.drafts import CAREFUL

TEXT = "ok, i'll wait. turn left and get the 3 red stars in front of you"


def typed(style: Style, text: str = TEXT, count: int = 300) -> set[str]:
    return {
        type_out(text, replace(style, taste=Random(i).getrandbits(64)), Random(i))
        for i in range(count)
    }


@pytest.mark.parametrize(
    ("case", "wanted"),
    [
        (Case.LOWER, "ok, i'll wait. turn left and get the 3 red stars in front of you"),
        (Case.PRONOUN, "ok, I'll wait. turn left and get the 3 red stars in front of you"),
        (Case.FIRST, "Ok, I'll wait. turn left and get the 3 red stars in front of you"),
        (Case.SENTENCE, "Ok, I'll wait. Turn left and get the 3 red stars in front of you"),
        (Case.UPPER, "OK, I'LL WAIT. TURN LEFT AND GET THE 3 RED STARS IN FRONT OF YOU"),
    ],
)
def test_case(case: Case, wanted: str) -> None:
    assert typed(replace(CAREFUL, case=case, full_stop=0.0)) == {wanted}


def test_a_full_stop_at_the_end() -> None:
    assert {text[-1] for text in typed(replace(CAREFUL, full_stop=1.0))} <= {".", "!"}


def test_short_forms() -> None:
    texts = typed(replace(CAREFUL, shortening=1.0))
    assert any(text.rstrip(".").endswith("front of u") for text in texts)
    assert any("&" in text for text in texts)


def test_articles_commas_and_apostrophes_can_be_lost() -> None:
    lost = replace(CAREFUL, articles=0.0, commas=0.0, apostrophes=0.0, full_stop=0.0)
    assert typed(lost) == {"ok ill wait. turn left and get 3 red stars in front of you"}


def test_spelling_that_one_does_not_know_better() -> None:
    texts = typed(replace(CAREFUL, confusions=0.5), "unselect the card you're on in front of you")
    assert any("your on" in text for text in texts)
    assert any("infront" in text for text in texts)
    assert len(typed(replace(CAREFUL, confusions=0.0), "card you're on")) <= 3


def test_slips_change_words_but_never_into_words_that_mislead() -> None:
    slippery = replace(CAREFUL, slips=1.0, full_stop=0.0)
    texts = typed(slippery, "tree left turn three stars", 3000)
    assert len(texts) > 1000
    for text in texts:
        tree, *_ = text.split()
        assert tree != "three"
        assert "right" not in text


def test_digits_never_slip() -> None:
    slippery = replace(CAREFUL, slips=1.0)
    assert all("3" in text for text in typed(slippery, "get 3 stars"))


def test_the_first_letter_can_be_lost() -> None:
    slippery = replace(CAREFUL, slips=1.0)
    assert any(text.startswith("urn ") for text in typed(slippery, "turn left"))


def test_words_can_run_together() -> None:
    slippery = replace(CAREFUL, slips=0.5)
    assert any("turnleft" in text for text in typed(slippery, "turn left", 3000))
