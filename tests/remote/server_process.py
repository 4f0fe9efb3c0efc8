"""A real server in a process of its own, which can be stopped, killed and started again."""

from pathlib import Path

from cerealbar.wire.lobby import OpenRoom, SeatGiven
from tests.live.hosted import Hosted

SETTINGS = """
pace_seconds = [0, 0]
rooms_per_minute = 1000
[rules]
half_turns = 4
leader_seconds = 300.0
follower_seconds = 300.0
"""


class ServerProcess:
    """A server over a folder with its settings and its database."""

    def __init__(self, folder: Path, settings: str = SETTINGS) -> None:
        self.database = folder / "games.sqlite"
        self._settings = settings
        self._port = 0
        self._hosted: Hosted | None = None
        self.url = ""

    def start(self) -> None:
        """Start it, on the same port as before."""
        self._hosted = Hosted(self.database, self._settings, port=self._port)
        self.url, self._port = self._hosted.url, self._hosted.port

    def open_room(self, wish: OpenRoom) -> tuple[SeatGiven, ...]:
        """The seats of a new room."""
        assert self._hosted is not None, "the server runs"
        return self._hosted.open_room(wish)

    def stop(self) -> None:
        """Let it stop in order."""
        hosted, self._hosted = self._hosted, None
        if hosted is not None:
            assert hosted.terminate() == 0

    def kill(self) -> None:
        """End it without any warning."""
        hosted, self._hosted = self._hosted, None
        if hosted is not None:
            hosted.kill()
