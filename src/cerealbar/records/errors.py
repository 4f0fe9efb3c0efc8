"""Every error that reading and writing records raises on purpose.

CerealBarError
└── RecordError (ValueError)            a record or corpus that cannot be used
    ├── FormatError                     bytes that are not in the expected format
    │   └── ActionError                 an action of a game of another format
    ├── SchemaError                     a schema version that this package does not know
    ├── DuplicateGameError              a game id that the corpus has already
    ├── UnknownGameError (LookupError)  a game id that the corpus does not have
    └── ReplayError                     events that the rules forbid, or that disagree with them
"""

from cerealbar.game import CerealBarError


class RecordError(CerealBarError, ValueError):
    """A record or a corpus that cannot be used."""


class FormatError(RecordError):
    """Bytes that are not in the expected format; the message says where."""


class ActionError(FormatError):
    """An action of a game in another format that cannot be read.

    `action` is its index in the game's list.
    """

    def __init__(self, message: str, action: int) -> None:
        super().__init__(message)
        self.action = action


class SchemaError(RecordError):
    """A schema version that this package does not know."""


class DuplicateGameError(RecordError):
    """The corpus has a game with this id already."""


class UnknownGameError(RecordError, LookupError):
    """The corpus has no game with this id."""


class ReplayError(RecordError):
    """The events of a game are not what the rules say.

    `event` is the index of the first event that is wrong.
    """

    def __init__(self, message: str, event: int) -> None:
        super().__init__(message)
        self.event = event
