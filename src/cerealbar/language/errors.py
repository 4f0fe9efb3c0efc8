"""What the writer refuses: to put into words, and to choose words from.

CerealBarError
  IntentionError (ValueError)
  VocabularyError (ValueError)
"""

from cerealbar.game import CerealBarError


class IntentionError(CerealBarError, ValueError):
    """An intention that cannot be put into words: its route does not do what it wants done."""


class VocabularyError(CerealBarError, ValueError):
    """A file of words that is not as it should be."""
