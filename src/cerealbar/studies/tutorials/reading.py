"""Tutorials from TOML files, strictly."""

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from cerealbar.game import CerealBarError, Game, PlayerWord
from cerealbar.studies.tutorials.goals import HasFinished
from cerealbar.studies.tutorials.tutorial import LessonStep, Tutorial, TutorialError

SHIPPED: tuple[PlayerWord, ...] = ("leader", "follower")
"""The names of those that come with the package, which are the roles they teach."""


def load_tutorial(source: str | Path) -> Tutorial:
    """The tutorial of a file, or `leader` or `follower`, which come with the package.

    Raises:
        TutorialError: there is none, or nobody could play it to its end.
    """
    if source in SHIPPED:
        text = files(__package__).joinpath(f"{source}.toml").read_text(encoding="utf-8")
        return parse_tutorial(text, f"{source}.toml")
    path = Path(source)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        told = f"{error.strerror}: expected a file, or {' or '.join(SHIPPED)}"
        raise TutorialError(f"cannot read the tutorial {path}: {told}") from None
    except UnicodeDecodeError as error:
        raise TutorialError(f"{path} is no TOML file: {error}") from None
    return parse_tutorial(text, str(path))


def parse_tutorial(text: str, place: str) -> Tutorial:
    """The tutorial that a TOML text tells; `place` is what messages call it.

    Raises:
        TutorialError: nobody could play it to its end.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TutorialError(f"{place} is no TOML file: {error}") from None
    steps = table.pop("steps", None)
    if not isinstance(steps, list) or not steps:
        raise TutorialError(f"{place}: expected one or more [[steps]]")
    read = [_step(step, f"{place}, step {number}") for number, step in enumerate(steps, 1)]
    tutorial: Tutorial = _convert({**table, "steps": read}, Tutorial, place)
    _check(tutorial, place)
    return tutorial


def _step(table: object, place: str) -> LessonStep:
    step: LessonStep = _convert(table, LessonStep, place)
    if step.points_at is not None and step.card is not None:
        raise TutorialError(f"{place}: expected points_at or card, not both")
    return step


def _convert(table: object, kind: Any, place: str) -> Any:
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise TutorialError(f"{place}: {error}") from None


def _check(tutorial: Tutorial, place: str) -> None:
    """See that what the steps name is there, and that the commands last until the end."""
    if bool(tutorial.commands) != (tutorial.role == "follower"):
        wanted = "one or more" if tutorial.role == "follower" else "no"
        raise TutorialError(f"{place}: expected {wanted} commands for a {tutorial.role}")
    try:
        game = tutorial.new_game()
    except CerealBarError as error:
        raise TutorialError(f"{place}: {error}") from None
    for number, step in enumerate(tutorial.steps, 1):
        _check_step(step, number, tutorial, game, f"{place}, step {number}")


def _check_step(step: LessonStep, number: int, tutorial: Tutorial, game: Game, place: str) -> None:
    faces = {card.card for card in game.cards}
    for card in step.cards:
        if card not in faces:
            known = ", ".join(sorted(map(str, faces)))
            raise TutorialError(f"{place}: {card} are not on the board: expected one of {known}")
    most = len(tutorial.commands)
    for goal in step.until:
        if not isinstance(goal, HasFinished):
            continue
        if goal.times > most:
            raise TutorialError(
                f"{place}: {goal.times} instructions cannot be finished: expected at most {most}"
            )
        if goal.times == most and number < len(tutorial.steps):
            told = "nobody can act after the last command: expected it in the last step"
            raise TutorialError(f"{place}: {told}")
