"""Compiling a function together with all that it calls: fast, and once for a machine.

By itself Numba compiles a function anew for every kind of integer that it is given, and makes
machine code of every function that another one calls, only to have LLVM put its body into the
caller and optimise it there again. Here all integers are one kind, and what a compiled function
calls is a part of it: taken in as it is, and optimised once, with the whole. That takes private
parts of Numba, so `kernels.py` does so with the series alone that this is tested with.

Numba also takes cached code for stale by the function's file alone, so that a change in a function
or a table of another file goes unseen, and a change in a comment does not. Here a stamp tells what
a compiled function is made from.
"""

import gc
import hashlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from enum import Enum
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import types
from numba.core import compiler, event, sigutils
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import CPUDispatcher
from numba.core.typing.templates import make_concrete_template
from numba.extending import is_jitted

try:
    import fcntl
except ImportError:  # Windows: there, two processes may do the same work
    fcntl = None  # type: ignore[assignment]  # None where there is none

_FORM = 1
"""To be raised when the same sources are compiled in another way."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Within, no other process is within for the same file, if this one may and can lock it."""
    with ExitStack() as stack:
        with suppress(OSError):  # another user's file, or a file system without locks
            file = stack.enter_context(path.open("wb"))
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX)
        yield


class Kernel(CPUDispatcher):  # type: ignore[misc]  # numba has no types
    """A compiled function: what is called from Python is cached, its parts are not."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._parts: dict[tuple[Any, ...], Any] = {}

    def compile(self, sig: Any) -> Any:
        """The machine code for some types of arguments, from the cache or compiled now."""
        given, _ = sigutils.normalize_signature(sig)
        args = tuple(map(_plain, given))
        with _without_collecting(), self._alone():
            entry_point = _with_room(super().compile, args)
        if args != given:  # the next call with these types finds it at once
            self._insert([arg._code for arg in given], entry_point)
        return entry_point

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Only one process compiles a function at a time; the others then find it in the cache."""
        with ExitStack() as stack:
            if file := getattr(self._cache, "_cache_file", None):
                file._source_stamp = stamp_of(self)
                self._cache._impl.locator.ensure_cache_path()
                name = f"{self._cache._impl.filename_base}.lock"
                stack.enter_context(locked(Path(self._cache.cache_path) / name))
            yield

    def get_call_template(self, args: Any, kws: Any) -> tuple[Any, ...]:
        """How a compiled function calls this one."""
        signature, folded = self._compiler.fold_argument_types(args, kws)
        plain = tuple(map(_plain, folded))
        name = self.py_func.__name__
        part = self._part(plain)
        template = make_concrete_template(name, key=name, signatures=[part.signature])
        return template, signature, plain, {}

    def get_overload(self, sig: Any) -> Any:
        """What the caller knows a part by."""
        args, _ = sigutils.normalize_signature(sig)
        return self._parts[tuple(args)].fndesc

    def _part(self, args: tuple[Any, ...]) -> Any:
        """The function for its callers: no machine code, and no way in from Python."""
        if args not in self._parts:
            flags = compiler.Flags()
            self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
            flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
            library = _PartLibrary(self.targetctx.codegen(), self.py_func.__qualname__)
            data = {"dispatcher": self, "args": args, "return_type": None}
            with event.trigger_event("numba:compile", data=data):
                part = compiler.compile_extra(
                    self.typingctx,
                    self.targetctx,
                    self.py_func,
                    args=args,
                    return_type=None,
                    flags=flags,
                    locals={},
                    library=library,
                )
            self.targetctx.insert_user_function(part.fndesc, part.fndesc, [library])
            self._parts[args] = part
        return self._parts[args]


class _PartLibrary(JITCodeLibrary):  # type: ignore[misc]  # numba has no types
    """Code that is only ever linked into other code, which is optimised when it is whole."""

    def finalize(self) -> None:
        """Take in what this calls in its turn."""
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True


def _plain(kind: Any) -> Any:
    """The type that stands for all of its kind: integers and truth values are passed by value."""
    if isinstance(kind, types.BooleanLiteral):
        return types.boolean
    if isinstance(kind, types.IntegerLiteral | types.IntEnumMember | types.Integer):
        return kind if kind == types.uint64 else types.int64
    return kind


def _with_room(call: Callable[[Any], Any], argument: Any) -> Any:
    """What a call gives whose callees are deep and many."""
    return call(argument)


# Python keeps frames in chunks of 16 KB, and has the system map and unmap a chunk at each call
# that goes over the end of one: more than 100,000 times in compiling a map. A frame that needs
# more gets a larger chunk, in which there is room for the frames after it.
_with_room.__code__ = _with_room.__code__.replace(co_stacksize=70_000)


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Compiling makes many objects, and next to no garbage: a tenth of its time was looking."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


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


@cache
def _own_stamp(dispatcher: Any) -> bytes:
    """The stamp of a function without those that it calls."""
    function = dispatcher.py_func
    digest = hashlib.sha256(_spelled(function.__code__, function.__qualname__))
    digest.update(_spelled(function.__defaults__, function.__qualname__))
    for kind in function.__annotations__.values():  # a record's fields are read by place
        digest.update(_spelled(getattr(kind, "_fields", ()), function.__qualname__))
    for name, value in _read_values(function):
        digest.update(name.encode())
        digest.update(_spelled(value, f"{function.__qualname__}: {name}"))
    return digest.digest()


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
