"""Compiling: the decorator of every compiled function, its cache on disk, and what is told of it.

Needs numba only. Read `kernels.py` first.
"""

from cerealbar.compiling.kernels import Kernel, kernel
from cerealbar.compiling.watching import NOTICE, counting_compiled, silent_compiling

__all__ = ["NOTICE", "Kernel", "counting_compiled", "kernel", "silent_compiling"]
