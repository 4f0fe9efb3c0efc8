"""How functions are compiled: once for all integers, and only what is called from Python whole."""

import gc
from collections.abc import Callable
from enum import IntEnum
from typing import Any

import numpy as np

from cerealbar.compiling.dispatcher import Kernel

STEP = IntEnum("STEP", {"TWICE": 2})


def compiled(function: Callable[..., Any]) -> Any:
    """The function, compiled anew in each run."""
    function.__module__ = "cerealbar.made_up"
    return Kernel(function, targetoptions={"nopython": True})


@compiled
def add(one: int, other: int) -> int:
    return one + other


@compiled
def add_all(numbers: Any) -> int:
    return add(numbers[0], np.int16(2)) + add(STEP.TWICE, numbers[1]) + add(1, 1)


def test_all_integers_are_one_kind() -> None:
    assert add_all(np.array([100, 200], np.uint8)) == 306  # not cut off to a byte
    assert (len(add._parts), len(add.overloads)) == (1, 0)
    for one in (5, np.int16(5), np.uint8(5), STEP.TWICE):
        assert add(one, STEP.TWICE) == one + 2
    assert (len(add._parts), len(add.overloads)) == (1, 1)  # Python can call it now too
    assert add(0.5, 1) == 1.5
    assert len(add.overloads) == 2


def test_a_collector_of_garbage_that_was_on_is_on_again() -> None:
    @compiled
    def collects(number: int) -> int:
        return number

    assert gc.isenabled()
    collects(1)
    assert gc.isenabled()
    gc.disable()
    try:
        collects(1.0)
        assert not gc.isenabled()
    finally:
        gc.enable()
