"""The tree of errors, as the head of its module draws it."""

import builtins
import inspect
import re

import pytest

import cerealbar.game
from cerealbar.game import errors

CLASSES = {
    name: member
    for name, member in inspect.getmembers(errors, inspect.isclass)
    if issubclass(member, Exception)
}
LINE = re.compile(r"^([│├└─\s]*)(\w+Error)(?: \((\w+)\))?")


def drawn_tree() -> dict[str, tuple[str | None, str | None]]:
    """By class: the parent and the built-in that the docstring draws."""
    tree: dict[str, tuple[str | None, str | None]] = {}
    open_branches: list[tuple[int, str]] = []
    for line in (errors.__doc__ or "").splitlines():
        match = LINE.match(line)
        if match is None:
            continue
        depth, name, builtin = len(match[1]), match[2], match[3]
        open_branches = [(d, n) for d, n in open_branches if d < depth]
        tree[name] = (open_branches[-1][1] if open_branches else None, builtin)
        open_branches.append((depth, name))
    return tree


def test_the_drawn_tree_names_every_error() -> None:
    assert drawn_tree().keys() == CLASSES.keys()


@pytest.mark.parametrize("name", CLASSES)
def test_each_error_has_the_parents_that_the_tree_draws(name: str) -> None:
    parent, builtin = drawn_tree()[name]
    bases = {base.__name__ for base in CLASSES[name].__bases__}
    assert bases == {parent or "Exception"} | ({builtin} if builtin else set())


@pytest.mark.parametrize("name", sorted(CLASSES.keys() - {"CerealBarError"}))
def test_each_error_can_be_caught_as_ours_and_as_a_built_in(name: str) -> None:
    error = CLASSES[name]
    assert issubclass(error, cerealbar.game.CerealBarError)
    own = {getattr(builtins, word) for word in ("ValueError", "RuntimeError", "TypeError")}
    assert any(issubclass(error, builtin) for builtin in own)


@pytest.mark.parametrize("name", CLASSES)
def test_each_error_is_at_the_front_door_and_explains_itself(name: str) -> None:
    assert getattr(cerealbar.game, name) is CLASSES[name]
    assert CLASSES[name].__doc__
