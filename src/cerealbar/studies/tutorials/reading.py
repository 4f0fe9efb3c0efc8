"""Tutorials from TOML files, strictly."""

import tomllib
from importlib.resources import files
from typing import Any

import msgspec

from cerealbar.game import CerealBarError, Game, PlayerWord
from cerealbar.studies.tutorials.tutorial import LessonStep, Tutorial, TutorialError

SHIPPED: tuple[PlayerWord, ...] = ("leader", "follower")
"""The roles for which one comes with the package."""


def load_tutorial(role: PlayerWord) -> Tutorial:
    """The tutorial of a role that comes with the package."""
    text = files(__package__).joinpath(f"{role}.toml").read_text(encoding="utf-8")
    return parse_tutorial(text, f"{role}.toml")


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
        if goal.kind != "instruction-finished":
            continue
        if goal.times > most:
            raise TutorialError(
                f"{place}: {goal.times} instructions cannot be finished: expected at most {most}"
            )
        if goal.times == most and number < len(tutorial.steps):
            told = "nobody can act after the last command: expected it in the last step"
            raise TutorialError(f"{place}: {told}")
