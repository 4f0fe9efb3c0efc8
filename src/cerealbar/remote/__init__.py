"""A client of the game server: programs that play a seat from another process.

Read `game.py` first, or let `play` of `playing.py` do the turns; `seats.py` is how to get a seat.
"""

from cerealbar.game import SignalKind
from cerealbar.remote.errors import (
    ActionRefusedError,
    AddressError,
    GoodbyeError,
    PartnerError,
    RemoteError,
    RequestError,
    UnansweredError,
    UnreachableError,
)
from cerealbar.remote.game import RemoteGame
from cerealbar.remote.known import Known
from cerealbar.remote.playing import RemoteChoice, Say, play
from cerealbar.remote.seats import RemoteSeat, join, lobby, open_both, open_room, take_seat
from cerealbar.views import Plan
from cerealbar.wire.words import UNSEEN

__all__ = [
    "UNSEEN",
    "ActionRefusedError",
    "AddressError",
    "GoodbyeError",
    "Known",
    "PartnerError",
    "Plan",
    "RemoteChoice",
    "RemoteError",
    "RemoteGame",
    "RemoteSeat",
    "RequestError",
    "Say",
    "SignalKind",
    "UnansweredError",
    "UnreachableError",
    "join",
    "lobby",
    "open_both",
    "open_room",
    "play",
    "take_seat",
]
