"""What a training run tells of itself while it runs: bars, TensorBoard, a log, pictures."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from cerealbar.records.files import write_whole

Move = Callable[[float], None]
"""Told which share of some work is done."""


Bars = Callable[[str], AbstractContextManager[Move]]
"""Makes a bar for some work with a title, shown while it is entered."""


@contextmanager
def no_bars(title: str) -> Iterator[Move]:
    """Shows nothing."""
    yield lambda share: None


class RunLog:
    """Numbers of a run as JSON lines and for TensorBoard; of several processes one writes."""

    def __init__(self, folder: Path, is_on: bool = True) -> None:
        self._path = folder / "log.jsonl"
        self._is_on = is_on
        self._folder = folder

    def keep_until(self, steps: int) -> None:
        """Forget what was logged after so many entries, as it will be done again."""
        if self._is_on and self._path.is_file():
            lines = self._path.read_text(encoding="utf-8").splitlines(keepends=True)
            write_whole(self._path, "".join(lines[:steps]).encode())

    def add(self, phase: str, epoch: int, values: dict[str, float]) -> None:
        """Log an epoch's numbers."""
        if not self._is_on:
            return
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"phase": phase, "epoch": epoch, **values}) + "\n")
        from torch.utils.tensorboard import SummaryWriter  # slow to import

        with SummaryWriter(str(self._folder / "tensorboard"), purge_step=epoch) as writer:
            for name, value in values.items():
                writer.add_scalar(f"{phase}/{name}", value, epoch)
