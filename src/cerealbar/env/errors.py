"""Errors that the environments add to those of the game."""

from collections.abc import Iterable

from cerealbar.game import CerealBarError


class OptionError(CerealBarError, ValueError):
    """An environment was asked for something that it does not offer."""


def check_above_0(name: str, value: int | None) -> None:
    """See that a number is above 0, if it is given.

    Raises:
        OptionError: it is not.
    """
    if value is not None and value < 1:
        raise OptionError(f"{name} must be above 0, not {value!r}")


def check_known(what: str, value: object, known: Iterable[str]) -> None:
    """See that a value is one of those that are offered.

    Raises:
        OptionError: it is not.
    """
    if value not in (words := tuple(known)):
        raise OptionError(f"{value!r} is no {what}: expected one of {', '.join(words)}")
