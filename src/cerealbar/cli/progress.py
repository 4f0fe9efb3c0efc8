"""A progress bar on standard error, where people look, away from what programs read."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from cerealbar.compiling import NOTICE, counting_compiled

Item = TypeVar("Item")


def track(items: Iterable[Item], title: str, total: int | None = None) -> Iterator[Item]:
    """The items, with a bar that moves as they are taken."""
    with share_bar(title, total=total, count=MofNCompleteColumn()) as move:
        for done, item in enumerate(items):
            move(done)
            yield item


@contextmanager
def share_bar(
    title: str,
    *,
    tells_compiled: bool = True,
    total: float | None = 1.0,
    count: ProgressColumn | None = None,
) -> Iterator[Callable[[float], None]]:
    """A bar for work whose size is known as a share of the whole; it is told how much is done.

    With `tells_compiled` it says so when something is compiled here on the way.
    """
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        count or TaskProgressColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as progress:
        task = progress.add_task(title, total=total)

        def move(done: float) -> None:  # and say again what, if it was said what is compiled
            progress.update(task, completed=done, description=title)

        def tell_compiled(done: int) -> None:
            progress.update(task, description=f"{NOTICE} ({done} functions)")

        telling = tells_compiled and console.is_terminal
        with counting_compiled(tell_compiled) if telling else nullcontext():
            yield move
