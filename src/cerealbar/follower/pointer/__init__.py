"""The second model: cards and landmarks as objects, goals pointed at one after the other.

Read `network.py` first, then `objects.py` (what it sees) and `policy.py` (how it acts).
"""

from cerealbar.follower.pointer.network import PointerNetwork
from cerealbar.follower.pointer.numpy_backend import NumpyBackend
from cerealbar.follower.pointer.policy import PointerPolicy

__all__ = ["NumpyBackend", "PointerNetwork", "PointerPolicy"]
