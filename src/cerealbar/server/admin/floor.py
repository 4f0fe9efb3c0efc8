"""What the admin pages ask of the running server and of the store."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from cerealbar.game import PlayerWord


class LiveSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A player's seat in a room."""

    name: str
    """Of the agent, or what the person calls themselves."""
    kind: str
    """`person`, `agent` or `nobody`."""
    is_here: bool


class LiveGame(msgspec.Struct, frozen=True, kw_only=True):
    """A room that is not over."""

    game_id: str
    status: str
    """`waiting`, `playing` or `paused`."""
    leader: LiveSeat
    follower: LiveSeat
    score: int
    turn: PlayerWord
    half_turns_left: int | None
    watchers: int
    age_seconds: float
    problem: str = ""


class Waiting(msgspec.Struct, frozen=True, kw_only=True):
    """A person who waits for a partner."""

    game_id: str
    name: str
    role: str
    """The role that they will play."""
    mode: str
    """`match` for anyone, `friend` for whom they invited."""
    seconds: float


class Floor(Protocol):
    """What goes on in the server now."""

    def live_games(self) -> Sequence[LiveGame]:
        """Rooms that are not over, the newest first."""
        ...

    def waiting(self) -> Sequence[Waiting]:
        """People who wait, the longest first."""
        ...

    def replay_token(self, game_id: str) -> str:
        """The token with which the replay page shows a game that is over."""
        ...

    def watch_token(self, game_id: str) -> str:
        """The token with which the watch page shows a game that goes on."""
        ...
