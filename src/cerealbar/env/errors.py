"""Errors that the environments add to those of the game."""

from cerealbar.game import CerealBarError


class OptionError(CerealBarError, ValueError):
    """An environment was asked for something that it does not offer."""
