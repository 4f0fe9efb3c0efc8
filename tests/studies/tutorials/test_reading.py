import msgspec
import pytest

from cerealbar.game import PlayerWord
from cerealbar.studies.tutorials import SHIPPED, Tutorial, TutorialError, load_tutorial
from cerealbar.studies.tutorials.reading import parse_tutorial

OWN = """
name = "mine"
role = "follower"
seed = 0
commands = ["turn left", "and right"]
[[steps]]
prompt = "Turn."
points_at = "arrows"
until = [{ kind = "turned" }]
[[steps]]
prompt = "Get the red rings."
card = "2 red torus"
until = [{ kind = "selected", card = "2 red torus" }]
[[steps]]
prompt = "Be done."
until = [{ kind = "instruction-finished", times = 2 }]
"""


@pytest.mark.parametrize("role", SHIPPED)
def test_tutorials_come_with_the_package(role: PlayerWord) -> None:
    tutorial = load_tutorial(role)
    assert (tutorial.name, tutorial.role) == (role, role)
    assert (tutorial.seed, tutorial.cards, tutorial.path_objects) == (0, 9, 29)
    assert len(tutorial.commands) == (5 if role == "follower" else 0)
    assert all(len(step.prompt) < 180 for step in tutorial.steps)


@pytest.mark.parametrize("role", SHIPPED)
def test_a_tutorial_is_the_same_after_it_was_stored(role: PlayerWord) -> None:
    tutorial = load_tutorial(role)
    assert msgspec.json.decode(msgspec.json.encode(tutorial), type=Tutorial) == tutorial


def test_an_experimenter_writes_an_own_one() -> None:
    tutorial = parse_tutorial(OWN, "mine.toml")
    assert tutorial.name == "mine"
    assert [step.prompt for step in tutorial.steps] == ["Turn.", "Get the red rings.", "Be done."]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('name = "mine"', "", "mine.toml: Object missing required field `name`"),
        ("seed = 0", "seed = -1", r"mine.toml: Expected `int` >= 0 - at `\$.seed`"),
        ("seed = 0", "sead = 0", "mine.toml: Object contains unknown field `sead`"),
        ('"turn left", "and right"', "", "expected one or more commands for a follower"),
        ('role = "follower"', 'role = "leader"', "expected no commands for a leader"),
        ('"turn left"', '"  "', "mine.toml: .* instruction"),
        (
            '"turned"',
            '"danced"',
            r"step 1: Invalid enum value 'danced' - at `\$.until\[0\].kind",
        ),
        ('"turned"', '"selected"', "step 1: a goal that is 'selected' takes a card"),
        ('"turned"', '"turned", card = "2 red torus"', "step 1: .* 'turned' takes times"),
        ('"turned"', '"selected-only"', "step 1: .* 'selected-only' takes cards"),
        ('"turned"', '"valid-selection", times = 2', "step 1: .* takes cards or nothing"),
        ('"arrows"', '"moon"', r"mine.toml, step 1: Invalid enum value 'moon' - at `\$.points_at`"),
        ('prompt = "Turn."', "", "mine.toml, step 1: Object missing required field `prompt`"),
        ('until = [{ kind = "turned" }]', "until = []", "step 1: Expected `array` of length >= 1"),
        ('card = "2 red torus"\nuntil', 'card = "2 red rings"\nuntil', "step 2: .*regex"),
        (
            'card = "2 red torus"\nuntil',
            'card = "2 pink heart"\nuntil',
            "step 2: 2 pink hearts are not on the board: expected one of 1 blue triangle,",
        ),
        ('points_at = "arrows"', 'points_at = "arrows"\ncard = "2 red torus"', "1: .* not both"),
        ("times = 2", "times = 3", "step 3: 3 instructions cannot be finished: expected at most 2"),
        (
            '{ kind = "selected", card = "2 red torus" }',
            '{ kind = "instruction-finished", times = 2 }',
            "step 2: nobody can act after the last command: expected it in the last step",
        ),
        ("[[steps]]", "[[stops]]", r"mine.toml: expected one or more \[\[steps\]\]"),
        ("seed = 0", "seed =", "mine.toml is no TOML file"),
    ],
)
def test_a_mistake_is_told_with_its_place(old: str, new: str, told: str) -> None:
    assert old in OWN
    with pytest.raises(TutorialError, match=told):
        parse_tutorial(OWN.replace(old, new), "mine.toml")
