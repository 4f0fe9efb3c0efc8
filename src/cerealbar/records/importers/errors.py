"""Errors of games in other formats.

CerealBarError
└── RecordError (ValueError)
    └── FormatError
        └── ActionError    an action of a game that cannot be read
"""

from cerealbar.records.errors import FormatError


class ActionError(FormatError):
    """An action of a game that cannot be read.

    `action` is its index in the game's list.
    """

    def __init__(self, message: str, action: int) -> None:
        super().__init__(message)
        self.action = action
