"""A folder of tasks for people, or models, who write instructions and who carry them out blind.

`tasks.jsonl` holds the boards and goals; `boards/` shows each board in words and as a picture,
`goals/` what is to be asked for. Writers see both folders and add `texts/*.jsonl`, readers see
`boards/` and the texts only and add `readings/*.jsonl`.
"""

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from cerealbar.evaluation.suites.suite import SuiteError, SuiteItem, write_suite
from cerealbar.game import (
    DISTANCE_FROM,
    Action,
    Game,
    Player,
    StateArray,
    cards_on,
    coordinates,
    next_pose,
    pose_of,
)
from cerealbar.records.files import write_whole
from cerealbar.views import describe, view
from cerealbar.views.picture import PictureOptions, picture
from cerealbar.views.text import card_words

TASKS, BOARDS, GOALS, TEXTS, READINGS = "tasks.jsonl", "boards", "goals", "texts", "readings"
_WIDTH = 900


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
    write_suite(folder / TASKS, done)
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
