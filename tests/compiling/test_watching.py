"""What is told of compiling: to those who show it, and to whoever waits long."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from numba import njit
from numba.core import event

from cerealbar.compiling import counting_compiled
from cerealbar.compiling.dispatcher import Kernel
from cerealbar.compiling.watching import NOTICE, Notice


def chain() -> Any:
    """A function that calls another one that calls a third, none of them compiled."""

    @compiled
    def third(number: int) -> int:
        return 2 * number

    @compiled
    def second(number: int) -> int:
        return third(number) + 1

    @compiled
    def first(number: int) -> int:
        return second(number) + third(number)

    return first


def compiled(function: Callable[..., Any]) -> Any:
    function.__module__ = "cerealbar.made_up"
    return Kernel(function, targetoptions={"nopython": True})


def test_every_function_of_ours_is_counted_once_when_it_is_compiled() -> None:
    ours, others = chain(), njit(lambda number: number + 1)
    told: list[int] = []
    with counting_compiled(told.append):
        others(1)
        assert ours(2) == 9
        assert ours(2.5) == 11.0
        assert ours(3) == 13
    chain()(1)
    assert told == [1, 2, 3]


@pytest.mark.parametrize(("seconds", "said"), [(0.01, ""), (2.0, f"{NOTICE}\n")])
def test_compiling_that_takes_long_is_told_once(seconds: float, said: str) -> None:
    clock, stream = count(0.0, seconds), io.StringIO()
    notice = Notice(lambda: next(clock), lambda: stream)
    with event.install_listener("numba:compile", notice):
        chain()(1)
        chain()(1)
    assert stream.getvalue() == said


def test_a_first_game_compiles_each_function_once_and_says_so(tmp_path: Path) -> None:
    code = (
        "import json; from collections import Counter; from numba.core import event\n"
        "from cerealbar.game import Game; counts = Counter()\n"
        "class Count(event.Listener):\n"
        "    def on_start(self, _): pass\n"
        "    def on_end(self, happened):\n"
        "        counts[happened.data['dispatcher'].py_func.__qualname__] += 1\n"
        "with event.install_listener('numba:compile', Count()): Game(42)\n"
        "print(json.dumps(counts))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
    )
    counts = json.loads(run.stdout)
    assert counts["draw"] == counts["lay_paths"] == 1
    assert max(counts.values()) <= 3  # numba's own, for arrays of several types
    assert sum(counts.values()) <= 40
    assert run.stderr in ("", f"{NOTICE}\n")  # the first on a fast machine
