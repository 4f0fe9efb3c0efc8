import pytest

from cerealbar.evaluation.suites.tags import find_tags


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("first the blue star, then the pink one", {"order"}),
        ("the heart by the windmill", {"landmark"}),
        ("the star on your left", {"side"}),
        ("forward 3 and grab the star", {"count of steps"}),
        ("don't take the heart", {"negation"}),
        ("all hearts except the blue one", {"exception"}),
        ("oops, the blue star", {"correction"}),
        ("walk up and grab it", {"pronoun"}),
        ("I'll get the star, you wait", {"I and you", "plan talk"}),
        ("at your 2 o'clock", {"clock"}),
        ("we need a star", {"plan talk"}),
        ("take the yelow star", {"typo"}),
        ("the two red stars", set()),
    ],
)
def test_a_text_has_the_tags_of_its_words(text: str, tags: set[str]) -> None:
    assert set(find_tags(text)) == tags
