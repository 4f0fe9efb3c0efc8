import re

from cerealbar.records import build_examples
from cerealbar.records.show.samples import sample_page
from tests.records.games import some_games

EXAMPLES = build_examples(some_games()[:5])


def test_a_page_shows_as_many_instructions_as_asked_for() -> None:
    page = sample_page(EXAMPLES, "Samples", count=3, seed=1)
    assert page.count("<article") == 3
    assert page.count("data:image/webp;base64,") == 3


def test_the_same_seed_shows_the_same_instructions_and_another_seed_others() -> None:
    assert sample_page(EXAMPLES, "x", 2, 1) == sample_page(EXAMPLES, "x", 2, 1)
    assert sample_page(EXAMPLES, "x", 2, 1) != sample_page(EXAMPLES, "x", 2, 2)


def test_nothing_is_loaded_from_elsewhere_and_texts_are_escaped() -> None:
    page = sample_page(EXAMPLES, "</title><script>alert(1)</script>", 2)
    assert "<script" not in page
    assert not re.search(r'(src|href)="(?!data:)', page)
