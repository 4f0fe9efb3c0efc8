"""A suite from its tasks, the texts that writers wrote, and what blind readers made of them."""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

import msgspec

from cerealbar.evaluation.shares import Share, share
from cerealbar.evaluation.suites.board_text import labels
from cerealbar.evaluation.suites.running import leads_there
from cerealbar.evaluation.suites.shipped import PARTS
from cerealbar.evaluation.suites.suite import (
    NEAR_ENOUGH,
    SuiteError,
    SuiteItem,
    read_lines,
    read_suite,
)
from cerealbar.evaluation.suites.tags import find_tags
from cerealbar.evaluation.suites.tasks import READINGS, TASKS, TEXTS
from cerealbar.game import InstructionError, cell_at, check_instruction, distance

SHORTEST, LONGEST = 2, 40
"""How many words a text has."""
_LEAK = re.compile(r"[\[(]\s*\d{1,2}\s*,\s*\d{1,2}\s*[\])]|\bcards? [A-HJ-U]\b")
"""Coordinates or letters of cards, which no player sees; "card I" may go on as a sentence."""


class WrittenText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a writer wrote for a task."""

    id: str
    text: str
    writer: str = ""


class BlindReading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a blind reader would do."""

    id: str
    cards: tuple[str, ...] = ()
    """Letters of the cards to toggle, in order."""
    end: tuple[int, int] | None = None
    """Column and row where the reader ends, if no card is asked for."""
    reader: str = ""


Answer = TypeVar("Answer", WrittenText, BlindReading)


@dataclass(frozen=True, slots=True)
class Collection:
    """What became of the tasks."""

    kept: tuple[SuiteItem, ...]
    dropped: dict[str, tuple[str, ...]]
    """By reason: the ids."""
    agreement: Share
    """How many readings of sound texts were as meant."""

    def parts(self, seed: int = 0) -> dict[str, list[SuiteItem]]:
        """The kept items as train, dev and test, half, a quarter and a quarter, by board."""
        parts: dict[str, list[SuiteItem]] = {name: [] for name in PARTS}
        for item in self.kept:
            board = f"{seed} {item.states()['seed'][0]}"
            draw = blake2b(board.encode(), digest_size=1).digest()[0]
            parts[PARTS[0 if draw < 128 else 1 if draw < 192 else 2]].append(item)
        return parts


def build_suite(folder: Path) -> Collection:
    """The items of a folder of tasks that have a text and whose readers all did what was meant.

    Raises:
        SuiteError: a file cannot be read, or speaks of a task that there is not.
    """
    tasks = {task.id: task for task in read_suite(folder / TASKS)}
    texts = {text.id: text.text for text in _answers(folder / TEXTS, WrittenText, tasks)}
    readings: dict[str, list[BlindReading]] = defaultdict(list)
    for reading in _answers(folder / READINGS, BlindReading, tasks):
        readings[reading.id].append(reading)
    said = Counter(" ".join(text.lower().split()) for text in texts.values())
    kept = []
    dropped: dict[str, list[str]] = defaultdict(list)
    agreed: list[bool] = []
    for task in tasks.values():
        text = texts.get(task.id)
        reason = flaw_of(text) if text is not None else "not written"
        if reason is None and text is not None and said[" ".join(text.lower().split())] > 1:
            reason = "written twice"
        if not leads_there(task):
            reason = "cannot be done"
        if reason is None:
            verdicts = [is_as_meant(task, reading) for reading in readings[task.id]]
            agreed += verdicts
            reason = None if all(verdicts) else "read otherwise"
            reason = reason if verdicts else "not read"
        if reason is None and text is not None:
            kept.append(_written(task, text))
        elif reason is not None:
            dropped[reason].append(task.id)
    reasons = {reason: tuple(ids) for reason, ids in dropped.items()}
    return Collection(tuple(kept), reasons, share(agreed))


def _answers(folder: Path, kind: type[Answer], tasks: dict[str, SuiteItem]) -> list[Answer]:
    found = [line for path in sorted(folder.glob("*.jsonl")) for line in read_lines(path, kind)]
    for answer in found:
        if answer.id not in tasks:
            raise SuiteError(f"{folder} has an answer to {answer.id!r}, which is no task")
    return found


def _written(task: SuiteItem, text: str) -> SuiteItem:
    return msgspec.structs.replace(task, text=check_instruction(text), tags=find_tags(text))


def flaw_of(text: str) -> str | None:
    """What is wrong with a text by itself."""
    try:
        check_instruction(text)
    except InstructionError:
        return "no instruction"
    if not SHORTEST <= len(text.split()) <= LONGEST:
        return "too short or too long"
    return "names letters or coordinates" if _LEAK.search(text) else None


def is_as_meant(task: SuiteItem, reading: BlindReading) -> bool:
    """Whether a reader would do what a task asks for.

    Raises:
        SuiteError: the reader names what is not on the board.
    """
    cells = labels(task.states())
    unknown = [letter for letter in reading.cards if letter not in cells]
    if unknown:
        raise SuiteError(f"a reader of {task.id!r} names {unknown}: there are no such cards")
    if task.cards or reading.cards:
        return {cells[letter] for letter in reading.cards} == set(task.cards)
    return (
        reading.end is not None
        and task.end is not None
        and distance(cell_at(*reading.end), task.end) <= NEAR_ENOUGH
    )
