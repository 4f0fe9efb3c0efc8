"""Rooms: where games are played on the server.

Read `state.py` first, then `room.py` and `presence.py`; `router.py` knows all rooms, `planning.py`
which can be opened, `broadcast.py` what a seat is shown.
"""

from cerealbar.server.rooms.checks import NoSeatError
from cerealbar.server.rooms.planning import StudySeatRequest
from cerealbar.server.rooms.room import Room
from cerealbar.server.rooms.router import RoomRouter
from cerealbar.server.rooms.state import Services

__all__ = [
    "NoSeatError",
    "Room",
    "RoomRouter",
    "Services",
    "StudySeatRequest",
]
