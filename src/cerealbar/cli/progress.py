"""A progress bar on standard error, where people look, away from what programs read."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

Item = TypeVar("Item")


def track(items: Iterable[Item], title: str, total: int | None = None) -> Iterator[Item]:
    """The items, with a bar that moves as they are taken."""
    with _bar(MofNCompleteColumn()) as progress:
        yield from progress.track(items, total=total, description=title)


@contextmanager
def share_bar(title: str) -> Iterator["ShareBar"]:
    """A bar for work whose size is known as a share of the whole."""
    with _bar(TaskProgressColumn()) as progress:
        yield ShareBar(progress, title)


class ShareBar:
    """A bar from 0 to 1."""

    def __init__(self, progress: Progress, title: str) -> None:
        self._progress = progress
        self._task = progress.add_task(title, total=1.0)

    def move(self, share: float) -> None:
        """Show how much is done."""
        self._progress.update(self._task, completed=share)


def _bar(count: MofNCompleteColumn | TaskProgressColumn) -> Progress:
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        count,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
