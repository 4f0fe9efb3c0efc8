"""The owner of all games in an SQLite file, which one process alone may use."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sqlalchemy import Connection, update

from cerealbar.server.store.leases import LEASE_SECONDS, Elsewhere, LeasedGame
from cerealbar.server.store.migrating import SERVER_ROW
from cerealbar.server.store.rows import Lease
from cerealbar.server.store.tables import server

if TYPE_CHECKING:
    from cerealbar.server.store.reader import Reader


class SoleOwner:
    """Owns every game, as `Leases` owns some; the lock on the file is its lease."""

    process_id = ""
    seconds = LEASE_SECONDS
    session: int | None = None

    def __init__(self, reader: "Reader") -> None:
        self._reader = reader
        self._has_claimed = False

    def of(self, game_id: str) -> Lease | None:
        """None, as no lease has to be checked."""
        return None

    def added(self, game_id: str, fence: int) -> None:
        """Nothing is to be known of a new game."""

    def lose(self, game_id: str) -> None:
        """Nobody can lose a game."""

    def find_lost(self) -> list[str]:
        """No game was ever taken over."""
        return []

    def join(self, wall: float) -> None:
        """The file is ours already."""

    def beat(self, connection: Connection, wall: float, floor: str | None = None) -> None:
        """Say that we are alive now, in the connection's transaction."""
        connection.execute(update(server).where(server.c.id == SERVER_ROW).values(last_beat=wall))

    def leave(self) -> None:
        """Nobody waits for our games."""

    def floors(self) -> list[str]:
        """There are no other processes."""
        return []

    def claim(self, game_id: str) -> LeasedGame | Elsewhere | None:
        """Every game is ours."""
        return LeasedGame(game_id, None)

    def claim_abandoned(self, most: int) -> list[LeasedGame]:
        """The games that were being played when the process before us ended; no more later."""
        if self._has_claimed:
            return []
        self._has_claimed = True
        alive = self._reader.last_beat()
        return [LeasedGame(game_id, alive) for game_id in self._reader.running_ids()]

    def release(self, game_ids: Iterable[str]) -> None:
        """Nobody else wants games."""

    def seeking(self) -> list[tuple[str, str, str]]:
        """Nobody waits elsewhere."""
        return []

    def tell_seeking(self, sought: dict[str, str | None]) -> bool:
        """Nobody else has to know."""
        return False

    def lock_matching(self) -> None:
        """Nobody else matches people."""

    def tell(self, channel: str, payload: str) -> None:
        """Nobody listens."""

    def close(self) -> None:
        """There is nothing to give up."""
