"""Every error that the store of games raises on purpose.

CerealBarError
└── StoreError (OSError)          the database cannot do what was asked
    ├── NoSuchGameError           there is no such game
    ├── HeldError                 another server uses its file, or its name
    ├── LostError                 the game is not this process's, or not any more
    └── UnavailableError          it cannot be reached at all, or another process holds it
"""

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from cerealbar.game import CerealBarError


class StoreError(CerealBarError, OSError):
    """The database cannot do what was asked; nothing of it was stored."""


class NoSuchGameError(StoreError):
    """There is no such game in the database."""


class HeldError(StoreError):
    """Another server uses the database file, or the name among several processes."""


class LostError(StoreError):
    """This process does not own the game, or has lost it with its connection."""


class UnavailableError(StoreError):
    """The database cannot be reached, or another process holds it for too long."""


def reason(error: SQLAlchemyError) -> str:
    """Why a statement failed, in the database's own words and in one line."""
    told = error.orig if isinstance(error, DBAPIError) else error
    return " ".join(str(told).split()) or type(told).__name__


def plain_reason(error: IntegrityError) -> str:
    """Why a row does not fit to those that are stored."""
    told = reason(error)
    if "foreign key" in told.lower():
        return "there is no such game"
    return "it is stored already" if "unique" in told.lower() else told


def is_locked(error: SQLAlchemyError) -> bool:
    """Whether another process held the database for longer than we wait."""
    return "database is locked" in reason(error) or "lock timeout" in reason(error)
