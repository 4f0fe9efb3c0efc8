"""Bars on a terminal, which also say that something is compiled on the way."""

import io
import time
from collections.abc import Callable
from functools import partial

import pytest
from numba.core import event
from rich.console import Console

from cerealbar.cli import progress
from cerealbar.compiling import NOTICE
from tests.compiling.test_watching import compiled

PATIENCE = 60.0
COMPILED = f"{NOTICE} (3 functions)"


class Screen(io.StringIO):
    """What would be on a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A terminal of its own for the bars."""
    screen = Screen()
    console = partial(Console, file=screen, force_terminal=True, width=120)
    monkeypatch.setattr(progress, "Console", lambda stderr: console(stderr=stderr))
    return screen


def compile_three() -> None:
    """What the compiler tells; were it used while bars are drawn, it would keep their terminal."""
    for _ in range(3):
        with event.trigger_event("numba:compile", data={"dispatcher": compiled(lambda: 0)}):
            pass


def await_drawn(is_drawn: Callable[[], bool]) -> None:
    """Wait for a bar, which is drawn ten times a second."""
    until = time.monotonic() + PATIENCE
    while not is_drawn() and time.monotonic() < until:
        time.sleep(0.01)


def test_a_bar_of_items_says_what_is_compiled_and_then_its_title_again(screen: Screen) -> None:
    for number, _ in enumerate(progress.track(range(2), "games", 2)):
        if number == 0:
            compile_three()
            await_drawn(lambda: COMPILED in screen.getvalue())
    told = screen.getvalue()
    assert told.index(COMPILED) < told.rindex("games")


@pytest.mark.parametrize("tells_compiled", [True, False])
def test_a_bar_of_a_share_says_what_is_compiled_if_it_is_to(
    screen: Screen, tells_compiled: bool
) -> None:
    with progress.share_bar("games", tells_compiled=tells_compiled) as move:
        compile_three()
        await_drawn(lambda: COMPILED in screen.getvalue() or not tells_compiled)
        move(0.5)
    told = screen.getvalue()
    assert (COMPILED in told) is tells_compiled
    assert told.rindex("games") > told.rfind(NOTICE)
    assert " 50%" in told
