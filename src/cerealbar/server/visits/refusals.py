"""Why a participant is refused."""

from cerealbar.game import CerealBarError


class VisitError(CerealBarError):
    """A participant cannot have what it asks for; the status is HTTP's."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
