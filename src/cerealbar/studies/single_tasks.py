"""Tasks without a partner: writing an instruction for a goal, and carrying one out.

What people write and read so becomes a suite (`evaluation.suites`), as `suite build` does with what
anybody else wrote and read.
"""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec.structs import replace

from cerealbar.evaluation.suites import SuiteItem, write_suite
from cerealbar.evaluation.suites.board_text import labels
from cerealbar.evaluation.suites.building import (
    BlindReading,
    BuiltSuite,
    WrittenText,
    build_suite,
)
from cerealbar.evaluation.suites.suite import write_lines
from cerealbar.evaluation.suites.tasks import READINGS, TASKS, TEXTS
from cerealbar.game import InstructionError, check_instruction, coordinates
from cerealbar.studies.entries import TaskDone
from cerealbar.studies.errors import AnswerError
from cerealbar.studies.study import CarryOutStep, Study, WriteStep
from cerealbar.wire.visits import CarryOutReply, Reply, WriteReply

UNCLEAR = "unclear"
"""What stands as the text of a task whose instruction nobody could understand."""


def task_at(
    study: Study, step: WriteStep | CarryOutStep, participant: str, number: int
) -> SuiteItem:
    """The task that a participant is given; each participant has an order of its own."""

    def place(item: SuiteItem) -> bytes:
        return hashlib.sha256(f"{participant} {step.id} {item.id}".encode()).digest()

    return sorted(study.suites[step.suite], key=place)[number]


def task_entry(
    step: WriteStep | CarryOutStep, item: SuiteItem, reply: Reply, seconds: float
) -> TaskDone:
    """What a reply to a task means.

    Raises:
        AnswerError: it is no answer to it.
    """
    match step, reply:
        case WriteStep(), WriteReply(text=text):
            try:
                written = check_instruction(text)
            except InstructionError as error:
                raise AnswerError(str(error)) from None
            return TaskDone(step=step.id, task=item.id, text=written, seconds=seconds)
        case CarryOutStep(), CarryOutReply(cards=cards, cell=cell, is_unclear=is_unclear):
            _check_marks(item, reply)
            return TaskDone(
                step=step.id,
                task=item.id,
                text=UNCLEAR if is_unclear else "",
                cards=cards,
                cell=cell,
                seconds=seconds,
            )
        case _:
            raise AnswerError(f"{type(reply).__name__} is no answer to step {step.id!r}")


def _check_marks(item: SuiteItem, reply: CarryOutReply) -> None:
    faces = item.faces()
    if bare := [cell for cell in reply.cards if cell not in faces]:
        raise AnswerError(f"there is no card on cell {bare[0]}")
    if not reply.cards and reply.cell is None and not reply.is_unclear:
        raise AnswerError("nothing is marked: expected cards, a cell, or that the text is unclear")


def written_items(
    items: Iterable[SuiteItem], people: Iterable[tuple[str, TaskDone]]
) -> list[SuiteItem]:
    """What people wrote, each text with its board and goal, to be given to readers."""
    boards = {item.id: item for item in items}
    return [
        replace(boards[done.task], id=f"{done.task}-{who}", text=done.text, tags=())
        for who, done in people
        if done.task in boards and done.text
    ]


def blind_readings(
    items: Iterable[SuiteItem], people: Iterable[tuple[str, TaskDone]]
) -> list[BlindReading]:
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
    folder: Path, items: Sequence[SuiteItem], people: Iterable[tuple[str, TaskDone]]
) -> BuiltSuite:
    """Write texts and what people made of them as `suite build` takes them; what it would build."""
    write_suite(folder / TASKS, items)
    texts = [WrittenText(item.id, item.text) for item in items]
    write_lines(folder / TEXTS / "study.jsonl", texts)
    write_lines(folder / READINGS / "study.jsonl", blind_readings(items, people))
    return build_suite(folder)
