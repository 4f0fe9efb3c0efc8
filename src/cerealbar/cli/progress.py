"""A progress bar on standard error, where people look, away from what programs read."""

from collections.abc import Iterable, Iterator
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
    with share_bar(title, total=total, count=MofNCompleteColumn()) as bar:
        for done, item in enumerate(items):
            bar.move(done)
            yield item


@contextmanager
def share_bar(
    title: str,
    *,
    tells_compiled: bool = True,
    total: float | None = 1.0,
    count: ProgressColumn | None = None,
) -> Iterator["ShareBar"]:
    """A bar for work whose size is known as a share of the whole.

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
        bar = ShareBar(progress, title, total)
        telling = tells_compiled and console.is_terminal
        with counting_compiled(bar.tell_compiled) if telling else nullcontext():
            yield bar


class ShareBar:
    """A bar from 0 to its total."""

    def __init__(self, progress: Progress, title: str, total: float | None) -> None:
        self._progress, self._title = progress, title
        self._task = progress.add_task(title, total=total)

    def move(self, done: float) -> None:
        """Show how much is done, and say again what, if it was said what is compiled."""
        self._progress.update(self._task, completed=done, description=self._title)

    def tell_compiled(self, done: int) -> None:
        """Say that something is compiled before the next item."""
        self._progress.update(self._task, description=f"{NOTICE} ({done} functions)")
