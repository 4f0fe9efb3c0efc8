"""The decorator of every compiled function, and the types of what it is given."""

from typing import Any, TypeAlias

from numpy.typing import NDArray

from cerealbar.compiling import kernel

__all__ = ["Array", "Record", "kernel"]

Array: TypeAlias = NDArray[Any]  # compiled code is specialised for the types it is given
Record: TypeAlias = (
    Any  # compiled code sees a record's fields as attributes, which no NumPy type describes
)
