"""Every error that the game raises on purpose.

CerealBarError
├── SeedError (ValueError)              a seed that is not an integer in range
├── MapError (RuntimeError)             a seed for which the original generator never finishes
├── RulesError (ValueError)             impossible values in a `Rules`
├── NotationError (ValueError)          text that is not a state, an action, a card, ...
├── UnknownActionError (ValueError)     a value that is no action at all
├── InstructionError (ValueError)       an instruction text that cannot be sent
└── IllegalActionError (ValueError)     an action that the rules refuse now
    ├── OutOfTurnError                  the other player is to act
    ├── NoStepsLeftError                all steps of this turn are used
    ├── RoleError                       this role never takes this action
    └── GameOverError                   the game has ended
"""

from cerealbar.errors import CerealBarError


class SeedError(CerealBarError, ValueError):
    """The seed is not an integer from 0 to 2**31 - 1."""


class MapError(CerealBarError, RuntimeError):
    """The seed has no map: the original generator never finishes with it."""


class RulesError(CerealBarError, ValueError):
    """A `Rules` structure holds a value that no game can be played with."""


class NotationError(CerealBarError, ValueError):
    """The text is not in the notation that was expected."""


class UnknownActionError(CerealBarError, ValueError):
    """The value names no action."""


class InstructionError(CerealBarError, ValueError):
    """The text cannot be an instruction."""


class IllegalActionError(CerealBarError, ValueError):
    """The rules refuse the action in this state; the state is unchanged."""


class OutOfTurnError(IllegalActionError):
    """It is the other player's turn."""


class NoStepsLeftError(IllegalActionError):
    """The player has used all steps of this turn."""


class RoleError(IllegalActionError):
    """The player's role never takes this action."""


class GameOverError(IllegalActionError):
    """The game has ended."""
