"""A folder of tasks for people, or models, who write instructions and who carry them out blind.

`tasks.jsonl` holds the boards and goals; `boards/` shows each board in words and as a picture,
`goals/` what is to be asked for. Writers see both folders and add `texts/*.jsonl`, readers see
`boards/` and the texts only and add `readings/*.jsonl`. A suite is made of all that.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby
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
    write_lines,
)
from cerealbar.evaluation.suites.tags import find_tags
from cerealbar.game import (
    DISTANCE_FROM,
    Action,
    Game,
    InstructionError,
    NotationError,
    Player,
    StateArray,
    cards_on,
    cell_at,
    check_instruction,
    coordinates,
    next_pose,
    pose_of,
)
from cerealbar.records.files import write_whole
from cerealbar.records.meaning import done_as_meant
from cerealbar.views import describe, view
from cerealbar.views.picture import PictureOptions, picture
from cerealbar.views.text import card_words

TASKS, BOARDS, GOALS, TEXTS, READINGS = "tasks.jsonl", "boards", "goals", "texts", "readings"
_WIDTH = 900
SHORTEST, LONGEST = 2, 40
"""How many words a text has."""
_LEAK = re.compile(
    r"[\[(]\s*\d{1,2}[\s,]+\d{1,2}\s*[\])]|\b(?:row|column) \d"
    r"|\b[Cc]ards? [A-HJ-U]\b|\b[B-HJ-U] cards?\b"
)
"""The usual ways to name coordinates or letters of cards, which no player sees; "card I" may go on
as a sentence."""


def write_tasks(folder: Path, tasks: Iterable[SuiteItem]) -> int:
    """Write the folder of some tasks, the list of them last; returns how many they are.

    Raises:
        SuiteError: the folder holds tasks already.
    """
    if (folder / TASKS).exists():
        raise SuiteError(f"{folder} has tasks already: choose another folder")
    done = []
    for task in tasks:
        _write_task(folder, task)
        done.append(task)
    write_lines(folder / TASKS, done)
    return len(done)


def _write_task(folder: Path, task: SuiteItem) -> None:
    states = task.states()
    board = describe_board(states, task.text)
    options = PictureOptions(viewer=Player.LEADER, coordinates=True)
    marked = PictureOptions(viewer=Player.LEADER, coordinates=True, marked=task.places())
    for name, text, drawn in ((BOARDS, board, options), (GOALS, describe_goal(task), marked)):
        write_whole(folder / name / f"{task.id}.md", text.encode())
        image = picture(states[0], options=drawn).png(_WIDTH)
        write_whole(folder / name / f"{task.id}.png", image)


def labels(states: StateArray) -> dict[str, int]:
    """A letter for each card, the nearest first, with the card's cell."""
    away = DISTANCE_FROM[pose_of(states, Player.FOLLOWER).cell]
    cells = sorted((away[each.cell], each.cell) for each in cards_on(states))
    return {chr(ord("A") + i): cell for i, (_, cell) in enumerate(cells)}


def describe_board(states: StateArray, text: str) -> str:
    """The whole board from the follower's eyes, with a letter for each card to name it by."""
    texts = (text,) * int(states["waiting"][0])
    seen = view(Game.from_states(states, texts=texts), Player.FOLLOWER, None)
    faces = {each.cell: each for each in seen.cards}
    lines = [describe(seen), "Letters of the cards; stepping on a SELECTED one unselects it:"]
    for letter, cell in labels(states).items():
        mark = " SELECTED" if faces[cell].is_selected else ""
        lines.append(f"{letter}. {card_words(faces[cell].card)}{mark} at {coordinates(cell)}")
    return "\n".join(lines) + "\n"


def describe_goal(task: SuiteItem) -> str:
    """What a text is to ask for, in words."""
    states = task.states()
    letters = {cell: letter for letter, cell in labels(states).items()}
    faces = task.faces()
    lines = []
    for number, cell in enumerate(task.cards, 1):
        verb = "UNSELECT" if faces[cell].is_selected else "select"
        lines.append(f"{number}. {verb} card {letters[cell]}: {card_words(faces[cell].card)}")
    if task.end is not None:
        lines.append(
            f"Go to {coordinates(task.end)}, or within two cells of it; step on no card on the way."
        )
    lines.append(f"One way to do it: {describe_way(states, task.steps())}.")
    return "\n".join(lines) + "\n"


def describe_way(states: StateArray, steps: Iterable[Action]) -> str:
    """Steps in words, with the cards that they touch: `left, forward 3, forward onto card B`."""
    pose = pose_of(states, Player.FOLLOWER)
    cards = {cell: letter for letter, cell in labels(states).items()}
    told = []
    for step in steps:
        before, pose = pose, next_pose(pose, step)
        is_touching = pose.cell != before.cell and pose.cell in cards
        told.append(f"{step.word} onto card {cards[pose.cell]}" if is_touching else step.word)
    runs = [(word, len(list(same))) for word, same in groupby(told)]
    return ", ".join(word if count == 1 else f"{word} {count}" for word, count in runs)


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
