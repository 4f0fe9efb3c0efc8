"""Rooms: where games are played on the server.

Read `room.py` first, then `presence.py`; `hall.py` knows all rooms, `programme.py` which can be
opened, `showing.py` what a seat is shown.
"""

from cerealbar.server.rooms.hall import Hall
from cerealbar.server.rooms.house import House
from cerealbar.server.rooms.patience import Patience
from cerealbar.server.rooms.placing import StudyWish
from cerealbar.server.rooms.programme import Programme
from cerealbar.server.rooms.refusals import HallError
from cerealbar.server.rooms.room import Room
from cerealbar.server.rooms.seats import Connection

__all__ = [
    "Connection",
    "Hall",
    "HallError",
    "House",
    "Patience",
    "Programme",
    "Room",
    "StudyWish",
]
