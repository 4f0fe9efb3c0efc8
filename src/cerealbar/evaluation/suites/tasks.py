"""A folder of tasks for people, or models, who write instructions and who carry them out blind.

`tasks.jsonl` holds the boards and goals; `boards/` shows each board in words and as a picture,
`goals/` what is to be asked for. Writers see both folders and add `texts/*.jsonl`, readers see
`boards/` and the texts only and add `readings/*.jsonl`.
"""

from collections.abc import Iterable
from pathlib import Path

from cerealbar.evaluation.suites.board_text import describe_board, describe_way, labels
from cerealbar.evaluation.suites.suite import SuiteError, SuiteItem, write_suite
from cerealbar.game import Player, coordinates
from cerealbar.records.files import write_whole
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
    board = describe_board(states)
    options = PictureOptions(viewer=Player.LEADER, coordinates=True)
    marked = PictureOptions(viewer=Player.LEADER, coordinates=True, marked=task.places())
    for name, text, drawn in ((BOARDS, board, options), (GOALS, describe_goal(task), marked)):
        write_whole(folder / name / f"{task.id}.md", text.encode())
        image = picture(states[0], options=drawn).png(_WIDTH)
        write_whole(folder / name / f"{task.id}.png", image)


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
        x, z = coordinates(task.end)
        lines.append(f"Go to [{x},{z}], or within two cells of it; step on no card on the way.")
    lines.append(f"One way to do it: {describe_way(states, task.steps())}.")
    return "\n".join(lines) + "\n"
