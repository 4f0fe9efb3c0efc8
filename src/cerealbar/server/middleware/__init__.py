"""What every request passes before a route sees it, one file for each concern.

Read `guard.py` first: it leads a request through the others.
"""

from cerealbar.server.middleware.guard import Guard, guarded

__all__ = ["Guard", "guarded"]
