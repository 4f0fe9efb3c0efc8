"""Connections before the application: who may open one, and what may come over it.

Read `shared.py` first (what is counted), then `requests.py` and `frames.py` (the two protocols that
are held to it).
"""

from cerealbar.server.traffic.frames import HELLO_SAID, SocketProtocol
from cerealbar.server.traffic.requests import RequestProtocol
from cerealbar.server.traffic.shared import Traffic

__all__ = ["HELLO_SAID", "RequestProtocol", "SocketProtocol", "Traffic"]
