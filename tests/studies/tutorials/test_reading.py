import tomllib

import msgspec
import pytest

from cerealbar.game import PlayerWord
from cerealbar.studies.tutorials import SHIPPED, Tutorial, check_tutorial, load_tutorial

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


def read(text: str) -> Tutorial:
    tutorial = msgspec.convert(tomllib.loads(text), Tutorial)
    check_tutorial(tutorial)
    return tutorial


def test_an_experimenter_writes_an_own_one() -> None:
    tutorial = read(OWN)
    assert tutorial.name == "mine"
    assert [step.prompt for step in tutorial.steps] == ["Turn.", "Get the red rings.", "Be done."]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('name = "mine"', "", "Object missing required field `name`"),
        ("seed = 0", "seed = -1", r"Expected `int` >= 0 - at `\$.seed`"),
        ("seed = 0", "sead = 0", "Object contains unknown field `sead`"),
        ('"turn left", "and right"', "", "expected one or more commands for a follower"),
        ('role = "follower"', 'role = "leader"', "expected no commands for a leader"),
        ('"turn left"', '"  "', ".* instruction"),
        (
            '"turned"',
            '"danced"',
            r"Invalid enum value 'danced' - at `\$.steps\[0\].until\[0\].kind",
        ),
        ('"turned"', '"selected"', "a goal that is 'selected' takes a card"),
        ('"turned"', '"turned", card = "2 red torus"', ".* 'turned' takes times"),
        ('"turned"', '"selected-only"', ".* 'selected-only' takes cards"),
        ('"turned"', '"valid-selection", times = 2', ".* takes cards or nothing"),
        ('"arrows"', '"moon"', r"Invalid enum value 'moon' - at `\$.steps\[0\].points_at`"),
        ('prompt = "Turn."', "", "Object missing required field `prompt`"),
        ('until = [{ kind = "turned" }]', "until = []", "Expected `array` of length >= 1"),
        ('card = "2 red torus"\nuntil', 'card = "2 red rings"\nuntil', ".*regex"),
        (
            'card = "2 red torus"\nuntil',
            'card = "2 pink heart"\nuntil',
            "2 pink hearts are not on the board: expected one of 1 blue triangle,",
        ),
        ('points_at = "arrows"', 'points_at = "arrows"\ncard = "2 red torus"', "not both"),
        ("times = 2", "times = 3", "3 instructions cannot be finished: expected at most 2"),
        (
            '{ kind = "selected", card = "2 red torus" }',
            '{ kind = "instruction-finished", times = 2 }',
            "nobody can act after the last command: expected it in the last step",
        ),
        ("[[steps]]", "[[stops]]", "unknown field `stops`"),
    ],
)
def test_a_mistake_is_told_with_its_place(old: str, new: str, told: str) -> None:
    assert old in OWN
    with pytest.raises(ValueError, match=told):
        read(OWN.replace(old, new))
