import pytest

from cerealbar.studies.lines import Key, TomlLines, way_of_error

TEXT = """\
# a comment with [brackets] and key = value
name = "x"

[recruiting]  # who comes
via = "open"
"quoted key" = 1

[[steps]]
kind = "consent"
[[steps]]
kind = "games"
waiting = { minutes = 5 }

[treatments.first]
weight = 1
[treatments.first.play]
rules.cards = 21
[[items.list]]
a = 1
[items.list.inner]
b = 2
"""


@pytest.mark.parametrize(
    ("way", "line"),
    [
        (("name",), 2),
        (("recruiting",), 4),
        (("recruiting", "via"), 5),
        (("recruiting", "quoted key"), 6),
        (("recruiting", "again"), 4),
        (("steps", 0), 8),
        (("steps", 1, "kind"), 11),
        (("steps", 1, "waiting", "minutes"), 12),
        (("treatments", "first", "weight"), 15),
        (("treatments", "first", "play", "rules", "cards"), 17),
        (("items", "list", 0, "a"), 19),
        (("items", "list", 0, "inner", "b"), 21),
        (("nothing",), 1),
    ],
)
def test_the_line_of_a_value_or_of_what_is_around_it(way: Key, line: int) -> None:
    assert TomlLines(TEXT).of(way) == line


def test_the_way_in_what_msgspec_says() -> None:
    told = "Expected `int`, got `str` - at `$.steps[2].waiting.minutes`"
    assert way_of_error(told) == ("Expected `int`, got `str`", ("steps", 2, "waiting", "minutes"))
    assert way_of_error("nothing of the kind") == ("nothing of the kind", ())
