"""The decorator `kernel`, and the types of what compiled functions are given.

How a function is compiled depends on which Numba is installed.
"""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

import numba
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]  # compiled code is specialised for the types it is given
Record: TypeAlias = (
    Any  # compiled code sees a record's fields as attributes, which no NumPy type describes
)
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
TESTED = (0, 68)
"""The series of Numba with which functions are compiled as `dispatcher.py` does; with others as
Numba itself does, which takes three times as long, and notices changes in the function's own file
alone.
"""


def kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The function compiled by Numba without Python objects, cached on disk."""
    if numba.config.DISABLE_JIT:
        return function
    if numba.version_info.short != TESTED:
        return cast(Callable[Parameters, Result], numba.njit(cache=True)(function))
    from cerealbar.compiling.dispatcher import Kernel  # which another Numba may be unable to load

    compiled = Kernel(function, targetoptions={"nopython": True, "boundscheck": None})
    compiled.enable_caching()
    return cast(Callable[Parameters, Result], compiled)
