"""What every request passes before a route sees it, one file for each concern.

Read `guard.py` first: it leads a request through the others.
"""

from cerealbar.server.gates.guard import Guard, guarded

__all__ = ["Guard", "guarded"]
