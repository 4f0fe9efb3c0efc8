"""What can go wrong between a program and a server.

RemoteError (CerealBarError)
├── AddressError (ValueError)           text that is no address of a server, or no link to a seat
├── UnreachableError (ConnectionError)  no server answers there, or none has for too long
├── RequestError (ValueError)           the server refuses to open a room or to give a seat
├── ActionRefusedError (ValueError)     the server refuses an action; the game is unchanged
├── UnansweredError (ConnectionError)   the connection broke before a request was answered
├── GoodbyeError (ConnectionError)      the server does not want this connection any more
└── PartnerError (RuntimeError)         the partner is an agent that has failed
"""

from cerealbar.game import CerealBarError
from cerealbar.wire.messages import GoodbyeWord, RefusalWord


class RemoteError(CerealBarError):
    """Anything that goes wrong between a program and a server."""


class AddressError(RemoteError, ValueError):
    """The text is no address of a server, or no link to a seat."""


class UnreachableError(RemoteError, ConnectionError):
    """No server answers there, or none has for too long."""


class RequestError(RemoteError, ValueError):
    """The server refuses to open a room or to give a seat."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(f"{reason} (status {status})")
        self.status = status
        self.reason = reason


class ActionRefusedError(RemoteError, ValueError):
    """The server refuses an action; the game is unchanged."""

    def __init__(self, code: RefusalWord, reason: str) -> None:
        super().__init__(f"{reason} ({code})")
        self.code = code
        self.reason = reason


class UnansweredError(RemoteError, ConnectionError):
    """The connection broke before a request was answered: it was carried out, or it was not.

    The connection is there again when this is raised, and what is known is fresh: look at it, and
    choose again.
    """


class GoodbyeError(RemoteError, ConnectionError):
    """The server does not want this connection any more, and coming back would not help."""

    def __init__(self, code: GoodbyeWord, reason: str) -> None:
        super().__init__(f"{reason} ({code})")
        self.code = code
        self.reason = reason


class PartnerError(RemoteError, RuntimeError):
    """The partner is an agent that has failed; one of `offers` can `replace` it."""

    def __init__(self, problem: str, offers: tuple[str, ...]) -> None:
        super().__init__(f"{problem} Who can take its seat: {', '.join(offers) or 'nobody'}")
        self.offers = offers
