"""Work that falls into independent parts: done in this process, in several, or on a Ray cluster.

Read `pool.py` first.
"""

from cerealbar.parallel.local import LocalPool
from cerealbar.parallel.opening import open_pool
from cerealbar.parallel.pool import LostPartError, PoolError, WorkerPool, stretches
from cerealbar.parallel.processes import Processes

__all__ = [
    "LocalPool",
    "LostPartError",
    "PoolError",
    "Processes",
    "WorkerPool",
    "open_pool",
    "stretches",
]
