"""NumPy's matrix products in one thread: ours are small, and threads that wait for each other on a
busy machine take thirty times as long."""

from contextlib import AbstractContextManager
from functools import cache

from threadpoolctl import ThreadpoolController


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()  # slow to make: it looks for libraries


def one_thread() -> AbstractContextManager[object]:
    """While entered, this process multiplies matrices in one thread."""
    limited: AbstractContextManager[object] = _controller().limit(limits=1, user_api="blas")
    return limited
