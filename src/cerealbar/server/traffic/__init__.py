"""Connections before the application: who may open one, and what may come over it.

Read `counts.py` first (what is counted), then `connection.py`, which stands between the network and
uvicorn.
"""

from cerealbar.server.traffic.connection import Connection, connection_of
from cerealbar.server.traffic.counts import Traffic

__all__ = ["Connection", "Traffic", "connection_of"]
