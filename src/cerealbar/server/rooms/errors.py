"""What rooms refuse, and those who look for a seat in one are refused."""

from cerealbar.game import CerealBarError
from cerealbar.wire.messages import RefusalWord


class RoomRefusedError(CerealBarError, ValueError):
    """A request that changes nothing, with the code that the client is told."""

    def __init__(self, code: RefusalWord, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class NoSeatError(CerealBarError, ValueError):
    """A request for a seat that cannot be granted, with the HTTP status that says so."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
