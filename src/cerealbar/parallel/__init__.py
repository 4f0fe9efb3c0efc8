"""Work that falls into independent parts: done in this process, in several, or on a Ray cluster.

Read `pool.py` first.
"""

from cerealbar.parallel.pool import LostPartError, PoolError, WorkerPool, open_pool, stretches
from cerealbar.parallel.processes import LocalPool, Processes

__all__ = [
    "LocalPool",
    "LostPartError",
    "PoolError",
    "Processes",
    "WorkerPool",
    "open_pool",
    "stretches",
]
