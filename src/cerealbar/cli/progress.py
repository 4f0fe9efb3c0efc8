"""A progress bar on standard error, where people look, away from what programs read."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from cerealbar.compiling import NOTICE, counting_compiled

Item = TypeVar("Item")


def track(items: Iterable[Item], title: str, total: int | None = None) -> Iterator[Item]:
    """The items, with a bar that moves as they are taken."""
    with _bar(MofNCompleteColumn()) as progress:
        task = progress.add_task(title, total=total)
        with _telling_compiled(progress, task):
            for item in progress.track(items, total=total, task_id=task):
                _name(progress, task, title)
                yield item


@contextmanager
def share_bar(title: str, *, tells_compiled: bool = True) -> Iterator["ShareBar"]:
    """A bar for work whose size is known as a share of the whole.

    With `tells_compiled` it says so when something is compiled here on the way.
    """
    with _bar(TaskProgressColumn()) as progress:
        bar = ShareBar(progress, title)
        with _telling_compiled(progress, bar.task) if tells_compiled else nullcontext():
            yield bar


class ShareBar:
    """A bar from 0 to 1."""

    def __init__(self, progress: Progress, title: str) -> None:
        self._progress, self._title = progress, title
        self.task = progress.add_task(title, total=1.0)

    def move(self, share: float) -> None:
        """Show how much is done."""
        self._progress.update(self.task, completed=share)
        _name(self._progress, self.task, self._title)


@contextmanager
def _telling_compiled(progress: Progress, task: TaskID) -> Iterator[None]:
    """Within, the bar says so when something is compiled before the next item."""
    if not _is_shown(progress):
        yield
        return

    def tell(done: int) -> None:
        progress.update(task, description=f"{NOTICE} ({done} functions)")

    with counting_compiled(tell):
        yield


def _name(progress: Progress, task: TaskID, title: str) -> None:
    """Say again what is done, after it was said what is compiled."""
    if progress.tasks[task].description != title:
        progress.update(task, description=title)


def _is_shown(progress: Progress) -> bool:
    return progress.console.is_terminal


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
