"""The base of every error that this package raises on purpose, and the one of a missing extra.

CerealBarError
└── MissingExtraError (ModuleNotFoundError)   a package is used whose extra is not installed

Each package draws its own branch in its `errors.py`.
"""


class CerealBarError(Exception):
    """Anything that this package refuses to do."""


class MissingExtraError(CerealBarError, ModuleNotFoundError):
    """What is used needs an extra that is not installed; `name` is a module that is missing."""
