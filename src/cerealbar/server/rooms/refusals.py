"""What rooms and the hall refuse."""

from cerealbar.game import CerealBarError
from cerealbar.wire.messages import RefusalWord


class RoomRefusedError(CerealBarError, ValueError):
    """A request that changes nothing, with the code that the client is told."""

    def __init__(self, code: RefusalWord, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class HallError(CerealBarError, ValueError):
    """A wish that the hall cannot fulfil, with the HTTP status that says so."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
