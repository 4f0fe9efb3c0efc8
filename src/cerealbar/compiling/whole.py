"""Compiling a function as a whole: fast, and once for a machine.

By itself Numba compiles a function anew for every kind of integer that it is given, and makes
machine code of every function that another one calls, only to have LLVM put its body into the
caller and optimise it there again. Here all integers are one kind, and what a compiled function
calls is a part of it: taken in as it is, and optimised once, with the whole. That takes private
parts of Numba, so `kernels.py` does so with the series alone that this is tested with.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from numba import types
from numba.core import compiler, event, sigutils
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import CPUDispatcher
from numba.core.typing.templates import make_concrete_template

from cerealbar.compiling.sources import stamp_of

try:
    import fcntl
except ImportError:  # Windows: there, two processes may do the same work
    fcntl = None  # type: ignore[assignment]  # None where there is none


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
