"""Rooms: where games are played on the server.

Read `room.py` first, then `presence.py`; `hall.py` knows all rooms, `showing.py` what a seat is
shown.
"""

from cerealbar.server.rooms.hall import Hall, HallError
from cerealbar.server.rooms.house import House
from cerealbar.server.rooms.room import Room
from cerealbar.server.rooms.seats import Connection

__all__ = ["Connection", "Hall", "HallError", "House", "Room"]
