"""The second model: cards and landmarks as objects, goals pointed at one after the other.

Read `network.py` first (how it learns; `arrays.py` is the same without torch), then `objects.py`
(what it sees) and `policy.py` (how it acts).
"""

from cerealbar.follower.pointer.arrays import PointerArrays
from cerealbar.follower.pointer.config import PointerConfig
from cerealbar.follower.pointer.policy import PointerPolicy

__all__ = ["PointerArrays", "PointerConfig", "PointerPolicy"]
