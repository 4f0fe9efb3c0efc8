"""What a compiled function is made from, as a stamp: when it changes, the cached code is stale.

Numba by itself goes by the function's file, so that a change in a function or a table of another
file goes unseen, and a change in a comment does not.
"""

import hashlib
from enum import Enum
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.extending import is_jitted

_FORM = 1
"""To be raised when the same sources are compiled in another way."""


def stamp_of(dispatcher: Any) -> str:
    """The stamp of a compiled function: its code, all that it calls, and the values it reads.

    Raises:
        TypeError: it reads a value that may change in ways that nobody sees.
    """
    digest = hashlib.sha256(str(_FORM).encode())
    for called in reach(dispatcher):
        digest.update(_own_stamp(called))
    return digest.hexdigest()


def reach(dispatcher: Any) -> tuple[Any, ...]:
    """A compiled function and all compiled functions that it may call, in the order of calls."""
    found: dict[Any, None] = {}
    coming = [dispatcher]
    while coming:
        if (called := coming.pop()) not in found:
            found[called] = None
            known = [value for _, value in _read_values(called.py_func)]
            coming += [value for value in known if is_jitted(value)]
    return tuple(found)


def _own_stamp(dispatcher: Any) -> bytes:
    """The stamp of a function without those that it calls."""
    known = vars(dispatcher).get("own_stamp")
    if known is None:
        function = dispatcher.py_func
        digest = hashlib.sha256(_spelled(function.__code__, function.__qualname__))
        digest.update(_spelled(function.__defaults__, function.__qualname__))
        for kind in function.__annotations__.values():  # a record's fields are read by place
            digest.update(_spelled(getattr(kind, "_fields", ()), function.__qualname__))
        for name, value in _read_values(function):
            digest.update(name.encode())
            digest.update(_spelled(value, f"{function.__qualname__}: {name}"))
        known = dispatcher.own_stamp = digest.digest()
    return bytes(known)


def _read_values(function: FunctionType) -> list[tuple[str, Any]]:
    """The names and values that a function takes from its module and from around it."""
    code, outer = function.__code__, function.__globals__
    cells = zip(code.co_freevars, function.__closure__ or (), strict=True)
    return [
        *((name, outer[name]) for name in code.co_names if name in outer),
        *((name, cell.cell_contents) for name, cell in cells),
    ]


def _spelled(value: Any, where: str) -> bytes:
    """A value as bytes that differ when it does."""
    match value:
        case None | bool() | int() | float() | str() | bytes() | np.generic() | np.dtype():
            return f"{type(value).__name__} {value!r}".encode()
        case tuple() | list() | frozenset():
            parts = [_spelled(part, where) for part in value]
            return b"(" + b",".join(sorted(parts) if isinstance(value, frozenset) else parts) + b")"
        case np.ndarray():
            return f"{value.dtype} {value.shape}".encode() + value.tobytes()
        case CodeType():
            return value.co_code + _spelled((value.co_consts, value.co_names), where)
        case type() if issubclass(value, Enum):
            members = [(name, member.value) for name, member in value.__members__.items()]
            return _spelled((value.__qualname__, members), where)
        case type() | FunctionType() | BuiltinFunctionType():
            return f"{value.__module__}.{value.__qualname__}".encode()
        case ModuleType() | np.ufunc():
            return value.__name__.encode()
        case _ if is_jitted(value):
            return b"compiled"  # has a stamp of its own
    raise TypeError(f"{where} is {value!r}: compiled code cannot be stamped with it")
