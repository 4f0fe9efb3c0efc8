from pathlib import Path

import msgspec
import pytest

from cerealbar.evaluation.statistics import Share
from cerealbar.evaluation.suites import SuiteError, SuiteItem, read_suite
from cerealbar.evaluation.suites.goals import SHARES, goals
from cerealbar.evaluation.suites.tasks import (
    BlindReading,
    build_suite,
    describe_board,
    describe_goal,
    describe_way,
    flaw_of,
    is_as_meant,
    labels,
    write_tasks,
)
from cerealbar.game import Action, coordinates
from tests.evaluation.suites.boards import BLUE, GREEN, ONE, PINK, STATES, WALK, YELLOW

TASKS = list(goals(5, 8))


def _answer(folder: Path, name: str, **answer: object) -> None:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    with path.open("ab") as file:
        file.write(msgspec.json.encode(answer) + b"\n")


def _reading(task: SuiteItem) -> dict[str, object]:
    """What a reader answers who understood."""
    letters = {cell: letter for letter, cell in labels(task.states()).items()}
    end = None if task.end is None else coordinates(task.end)
    return {"id": task.id, "cards": [letters[cell] for cell in task.cards], "end": end}


def test_cards_have_letters_by_nearness() -> None:
    assert labels(STATES) == {"A": BLUE, "B": GREEN, "C": PINK, "D": YELLOW}


def test_a_board_is_told_from_the_followers_eyes() -> None:
    text = describe_board(STATES, "take it")
    assert "A. one blue square at (12, 10)\n" in text
    assert "C. three pink hearts SELECTED at (4, 10)\n" in text
    assert "- card two green diamonds: (11, 14), 4 away, 60 degrees to the left" in text


def test_a_way_is_told_with_the_cards_it_touches() -> None:
    steps = [Action.LEFT, *[Action.FORWARD] * 4]
    assert describe_way(STATES, steps) == "left, forward 3, forward onto card B"


def test_a_goal_is_told_in_words() -> None:
    assert describe_goal(ONE).startswith("1. select card A: one blue square\nOne way to do it: ")
    back = msgspec.structs.replace(ONE, cards=(PINK,))
    assert "1. UNSELECT card C: three pink hearts" in describe_goal(back)
    assert "Go to (11, 10), or within two cells" in describe_goal(WALK)


def test_the_same_seed_makes_the_same_tasks_on_unlike_boards() -> None:
    assert list(goals(5, 8)) == TASKS
    assert len({int(task.states()["seed"][0]) for task in TASKS}) == 8


def test_shares_say_how_many_cards_are_asked_for() -> None:
    assert sum(SHARES) == pytest.approx(1)
    assert {len(task.cards) for task in goals(1, 4, (0, 0, 1))} == {2}
    assert all(task.end is not None for task in goals(1, 3, (1,)))


def test_a_folder_of_tasks_shows_boards_without_goals(tmp_path: Path) -> None:
    assert write_tasks(tmp_path, TASKS[:2]) == 2
    assert read_suite(tmp_path / "tasks.jsonl") == TASKS[:2]
    for task in TASKS[:2]:
        assert (tmp_path / "boards" / f"{task.id}.png").read_bytes().startswith(b"\x89PNG")
        board = (tmp_path / "boards" / f"{task.id}.md").read_text()
        goal = (tmp_path / "goals" / f"{task.id}.md").read_text()
        assert board == describe_board(task.states(), task.text)
        assert goal == describe_goal(task)
    with pytest.raises(SuiteError, match="tasks already"):
        write_tasks(tmp_path, TASKS)


def test_a_text_stays_if_all_its_readers_did_what_was_meant(tmp_path: Path) -> None:
    write_tasks(tmp_path, TASKS)
    kept, misread, unread, unwritten, long, leaked, twice, again = TASKS
    texts = {task.id: f"the one by {task.id[2:]}" for task in TASKS if task is not unwritten}
    texts |= {long.id: "left " * 41, leaked.id: "take card B"}
    texts |= {twice.id: "The tower", again.id: "the  tower"}
    for name, text in texts.items():
        _answer(tmp_path, "texts/a.jsonl", id=name, text=text)
    for task in TASKS:
        if task is not unread:
            _answer(tmp_path, "readings/a.jsonl", **_reading(task))
    _answer(tmp_path, "readings/b.jsonl", id=misread.id, cards=["U", "T", "S", "R"])
    found = build_suite(tmp_path)
    assert found.kept == (msgspec.structs.replace(kept, text=f"the one by {kept.id[2:]}"),)
    assert found.dropped == {
        "read otherwise": (misread.id,),
        "not read": (unread.id,),
        "not written": (unwritten.id,),
        "too short or too long": (long.id,),
        "names letters or coordinates": (leaked.id,),
        "written twice": (twice.id, again.id),
    }
    assert found.agreement == Share(2, 3)
    assert [item for part in found.parts().values() for item in part] == list(found.kept)


@pytest.mark.parametrize(
    ("text", "flaw"),
    [
        ("take card B", "names letters or coordinates"),
        ("Card F please, the blue triangle", "names letters or coordinates"),
        ("take the B card", "names letters or coordinates"),
        ("go to row 12", "names letters or coordinates"),
        ("go to [12, 3] and wait", "names letters or coordinates"),
        ("left 1, 2 forward, the card I stand next to", None),
        ("stop", "too short or too long"),
        ("left " * 41, "too short or too long"),
        ("the \x07 bell", "no instruction"),
    ],
)
def test_texts_that_no_player_would_write_are_flawed(text: str, flaw: str | None) -> None:
    assert flaw_of(text) == flaw


def test_answers_to_no_task_and_unknown_cards_are_refused(tmp_path: Path) -> None:
    write_tasks(tmp_path, TASKS[:1])
    _answer(tmp_path, "texts/a.jsonl", id=TASKS[0].id, text="go there")
    _answer(tmp_path, "readings/a.jsonl", id=TASKS[0].id, cards=["Z"])
    with pytest.raises(SuiteError, match="no such cards"):
        build_suite(tmp_path)
    (tmp_path / "readings" / "a.jsonl").unlink()
    _answer(tmp_path, "readings/a.jsonl", id=TASKS[0].id, end=(30, 11))
    with pytest.raises(SuiteError, match="ends nowhere"):
        build_suite(tmp_path)
    _answer(tmp_path, "texts/b.jsonl", id=TASKS[0].id, text="go elsewhere")
    with pytest.raises(SuiteError, match="two texts for"):
        build_suite(tmp_path)
    _answer(tmp_path, "texts/a.jsonl", id="5-9999", text="go there")
    with pytest.raises(SuiteError, match="'5-9999', which is no task"):
        build_suite(tmp_path)


def test_a_reader_who_toggles_a_card_twice_leaves_it_as_it_was() -> None:
    assert is_as_meant(ONE, BlindReading("one", ("A",)))
    assert not is_as_meant(ONE, BlindReading("one", ("A", "A")))
    assert not is_as_meant(ONE, BlindReading("one"))
    anywhere = msgspec.structs.replace(WALK, end=None)
    assert is_as_meant(anywhere, BlindReading("walk"))
