"""The error of this package."""

from cerealbar.game import CerealBarError


class PictureError(CerealBarError, ValueError):
    """A value from which no picture can be drawn."""
