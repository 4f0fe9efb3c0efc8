"""Compiling: the decorator of every compiled function, its cache on disk, and what is told of it.

Needs numba only. Read `kernels.py` first.
"""

from cerealbar.compiling.kernels import kernel
from cerealbar.compiling.watching import NOTICE, counting_compiled

__all__ = ["NOTICE", "counting_compiled", "kernel"]
