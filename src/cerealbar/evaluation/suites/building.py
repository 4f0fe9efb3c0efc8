"""A suite from its tasks, the texts that writers wrote, and what blind readers made of them."""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

import msgspec

from cerealbar.evaluation.statistics import Share, share
from cerealbar.evaluation.suites.running import leads_there
from cerealbar.evaluation.suites.suite import (
    PARTS,
    SuiteError,
    SuiteItem,
    read_lines,
    read_suite,
)
from cerealbar.evaluation.suites.tags import find_tags
from cerealbar.evaluation.suites.tasks import READINGS, TASKS, TEXTS, labels
from cerealbar.game import (
    InstructionError,
    NotationError,
    Player,
    cell_at,
    check_instruction,
    pose_of,
)
from cerealbar.records.meaning import done_as_meant

SHORTEST, LONGEST = 2, 40
"""How many words a text has."""
_LEAK = re.compile(
    r"[\[(]\s*\d{1,2}[\s,]+\d{1,2}\s*[\])]|\b(?:row|column) \d"
    r"|\b[Cc]ards? [A-HJ-U]\b|\b[B-HJ-U] cards?\b"
)
"""The usual ways to name coordinates or letters of cards, which no player sees; "card I" may go on
as a sentence."""


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
class BuiltSuite:
    """What became of the tasks."""

    kept: tuple[SuiteItem, ...]
    dropped: dict[str, tuple[str, ...]]
    """By reason: the ids."""
    agreement: Share
    """How many readings of sound texts were as meant."""

    def parts(self) -> dict[str, list[SuiteItem]]:
        """The kept items as train, dev and test, half, a quarter and a quarter, by map."""
        parts: dict[str, list[SuiteItem]] = {name: [] for name in PARTS}
        for item in self.kept:
            draw = blake2b(_map_key(item), digest_size=1).digest()[0]
            parts[PARTS[0 if draw < 128 else 1 if draw < 192 else 2]].append(item)
        return parts


def _map_key(item: SuiteItem) -> bytes:
    """What items of one map share: its seed, or its tiles where that is not known."""
    state = item.states()[0]
    seed = int(state["seed"])
    return f"0 {seed}".encode() if seed >= 0 else bytes(state["tile"].tobytes())


def build_suite(folder: Path) -> BuiltSuite:
    """The items of a folder of tasks that have a text and whose readers all did what was meant.

    Raises:
        SuiteError: a file cannot be read, speaks of a task that there is not, or has a second text
            for one.
    """
    tasks = {task.id: task for task in read_suite(folder / TASKS)}
    texts = _texts(folder / TEXTS, tasks)
    readings: dict[str, list[BlindReading]] = defaultdict(list)
    for reading in _answers(folder / READINGS, BlindReading, tasks):
        readings[reading.id].append(reading)
    said = Counter(map(_plain, texts.values()))
    kept: list[SuiteItem] = []
    dropped: dict[str, list[str]] = defaultdict(list)
    agreed: list[bool] = []
    for name, task in tasks.items():
        text = texts.get(name, "")
        flaw = _flaw_of_task(task, text, said[_plain(text)])
        if flaw is None:
            verdicts = [is_as_meant(task, reading) for reading in readings[name]]
            agreed += verdicts
            flaw = None if verdicts and all(verdicts) else _READ[bool(verdicts)]
        if flaw is None:
            kept.append(_written(task, text))
        else:
            dropped[flaw].append(name)
    reasons = {reason: tuple(ids) for reason, ids in dropped.items()}
    return BuiltSuite(tuple(kept), reasons, share(agreed))


_READ = ("not read", "read otherwise")


def _texts(folder: Path, tasks: dict[str, SuiteItem]) -> dict[str, str]:
    """The texts by task."""
    texts: dict[str, str] = {}
    for answer in _answers(folder, WrittenText, tasks):
        if answer.id in texts:
            raise SuiteError(f"{folder} has two texts for {answer.id!r}: expected one a task")
        texts[answer.id] = answer.text
    return texts


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _flaw_of_task(task: SuiteItem, text: str, times: int) -> str | None:
    """What is wrong with a task, or with its text, before anybody reads it."""
    if not leads_there(task):
        return "cannot be done"
    if not text:
        return "not written"
    return flaw_of(text) or ("written twice" if times > 1 else None)


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
    try:
        here = pose_of(task.states(), Player.FOLLOWER).cell
        cell = here if reading.end is None else cell_at(*reading.end)
    except NotationError as error:
        raise SuiteError(f"a reader of {task.id!r} ends nowhere: {error}") from None
    return done_as_meant(task.meant, Counter(cells[letter] for letter in reading.cards), cell)
