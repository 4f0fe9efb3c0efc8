"""How far compiling is: which of our compiled functions Numba compiles while something runs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event

_OURS = "cerealbar."


@contextmanager
def counting_compiled(tell: Callable[[int], None]) -> Iterator[None]:
    """Within, `tell` hears how many of our functions were compiled, each time there is one more.

    What comes from the cache on disk is not compiled, and not told.
    """
    seen: set[str] = set()

    class Counter(event.Listener):
        def on_start(self, _: Any) -> None: ...

        def on_end(self, happened: Any) -> None:
            function = happened.data["dispatcher"].py_func
            name = f"{function.__module__}.{function.__qualname__}"
            if name.startswith(_OURS) and name not in seen:
                seen.add(name)
                tell(len(seen))

    with event.install_listener("numba:compile", Counter()):
        yield
