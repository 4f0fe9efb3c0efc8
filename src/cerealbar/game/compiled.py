"""The decorator of every compiled function, and what it caches on disk.

Numba keeps a compiled function until the function's own file changes; a change in a function or a
table that it uses goes unseen. Here the stamp of a cached function covers every file of the game
and every file with a compiled function.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeAlias, TypeVar

from numba import njit
from numpy.typing import NDArray

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

Array: TypeAlias = NDArray[Any]  # compiled code is specialised for the types it is given
Record: TypeAlias = (
    Any  # compiled code sees a record's fields as attributes, which no NumPy type describes
)

_PACKAGE = Path(__file__).resolve().parent.parent


def source_stamp() -> tuple[tuple[str, int, int], ...]:
    """Name, time and size of every source file that compiled functions depend on."""
    game = _PACKAGE / "game"
    return tuple(
        (str(path.relative_to(_PACKAGE)), path.stat().st_mtime_ns, path.stat().st_size)
        for path in sorted(_PACKAGE.rglob("*.py"))
        if path.parent == game or b"@kernel" in path.read_bytes()
    )


_STAMP = source_stamp()


def kernel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The function compiled by Numba without Python objects, cached on disk."""
    dispatcher: Any = njit(cache=True)(function)  # numba has no types
    if hasattr(dispatcher, "_cache"):  # not when NUMBA_DISABLE_JIT is set
        dispatcher._cache._cache_file._source_stamp = _STAMP
    compiled: Callable[Parameters, Result] = dispatcher
    return compiled
