"""What the writer refuses to put into words."""

from cerealbar.game import CerealBarError


class IntentionError(CerealBarError, ValueError):
    """An intention that cannot be put into words: its route does not do what it wants done."""
