"""Compiling: the decorator of every compiled function, its cache on disk, and what is told of it.

Needs numba only. Read `kernels.py` first.
"""

from cerealbar.compiling.kernels import Array, Record, kernel
from cerealbar.compiling.watching import NOTICE, counting_compiled

__all__ = ["NOTICE", "Array", "Record", "counting_compiled", "kernel"]
