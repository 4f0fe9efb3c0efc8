"""Tasks without a partner: writing an instruction for a goal, and carrying one out.

What people write and read so becomes a suite (`evaluation.suites`), as `suite build` does with what
anybody else wrote and read.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

from msgspec.structs import replace

from cerealbar.evaluation.suites import SuiteItem, write_suite
from cerealbar.evaluation.suites.building import (
    BlindReading,
    BuiltSuite,
    WrittenText,
    build_suite,
)
from cerealbar.evaluation.suites.suite import write_lines
from cerealbar.evaluation.suites.tasks import READINGS, TASKS, TEXTS, labels
from cerealbar.game import coordinates
from cerealbar.studies.entries import TaskDone

UNCLEAR = "unclear"
"""What stands as the text of a task whose instruction nobody could understand."""
DoneBy: TypeAlias = tuple[str, TaskDone]
"""A task that was done, under a name of its own."""


def written_items(items: Iterable[SuiteItem], people: Iterable[DoneBy]) -> list[SuiteItem]:
    """What people wrote, each text with its board and goal, to be given to readers."""
    boards = {item.id: item for item in items}
    return [
        replace(boards[done.task], id=f"{done.task}-{who}", text=done.text, tags=())
        for who, done in people
        if done.task in boards and done.text
    ]


def blind_readings(items: Iterable[SuiteItem], people: Iterable[DoneBy]) -> list[BlindReading]:
    """What people made of texts, as blind readers of a suite do."""
    letters = {
        item.id: {cell: letter for letter, cell in labels(item.states()).items()} for item in items
    }
    return [
        BlindReading(
            id=done.task,
            cards=tuple(letters[done.task][cell] for cell in done.cards),
            end=None if done.cell is None else coordinates(done.cell),
            reader=who,
        )
        for who, done in people
        if done.task in letters and done.text != UNCLEAR
    ]


def write_collection(
    folder: Path, items: Sequence[SuiteItem], people: Iterable[DoneBy]
) -> BuiltSuite:
    """Write texts and what people made of them as `suite build` takes them; what it would build."""
    write_suite(folder / TASKS, items)
    texts = [WrittenText(item.id, item.text) for item in items]
    write_lines(folder / TEXTS / "study.jsonl", texts)
    write_lines(folder / READINGS / "study.jsonl", blind_readings(items, people))
    return build_suite(folder)
