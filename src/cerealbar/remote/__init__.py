"""A client of the game server: programs that play a seat from another process.

Read `seats.py` first, whose `play` does the turns, then `game.py`, where one does them oneself.
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
from cerealbar.remote.seats import (
    RemoteChoice,
    RemoteSeat,
    Say,
    join,
    lobby,
    open_both,
    open_room,
    play,
    take_seat,
)
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
