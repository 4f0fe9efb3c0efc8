import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cerealbar.agents import FollowTask, make_follower
from cerealbar.agents.playing import follow_task
from cerealbar.cli.main import MISUSED, REFUSED
from cerealbar.game import Action, Game, Player, format_state
from cerealbar.server.partners import child
from cerealbar.server.partners.asking import NamedAgent, read_answers
from tests.boards import board, row_of_cards
from tests.cli.test_cli import run
from tests.evaluation.suites.boards import STATE

SET_AHEAD = format_state(
    board(
        leader="2,2,e",
        follower="10,12,e",
        cards=("1bc@4,4+", "2gd@5,4+", *row_of_cards("3ph"), "1ys@20,20"),
        turn=Player.FOLLOWER,
        queue=1,
    )
)
HERE = "tests.cli.test_follow"


class Spinner:
    """Turns for ever."""

    name = "spinner"

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action]:
        return [Action.LEFT] * len(tasks)

    def forget(self, game: int) -> None: ...


class Walker(Spinner):
    """Walks twelve cells, over the end of its turn."""

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action]:
        return [Action.FORWARD if task.steps_taken < 12 else Action.DONE for task in tasks]


class Bumper(Spinner):
    """Never gets anywhere."""

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action]:
        return [Action.BACKWARD] * len(tasks)


class Usurper(Spinner):
    """Gives instructions."""

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action]:
        return [Action.INSTRUCT] * len(tasks)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run("follow", "--json", *arguments) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_what_was_done_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("follow", "--state", STATE, "get the blue square ahead") == 0
    out = capsys.readouterr().out
    assert "learned: 3 steps, then done" in out
    assert "3 forward, done  (fffd)" in out
    assert "  selected one blue square at (12, 10)" in out
    assert "ended at (12, 10), heading e" in out
    assert "set" not in out


def test_what_was_done_is_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "--state", STATE, "  get the blue square ahead ")
    assert found["instruction"] == "get the blue square ahead"
    assert found["follower"] == "learned"
    assert found["actions"] == ["forward", "forward", "forward", "done"]
    card = {"card": "1bc", "words": "one blue square", "x": 12, "z": 10, "selected": True}
    assert found["cards"] == [card]
    assert found["end"] == {"x": 12, "z": 10, "heading": "e"}
    assert (found["ended_with"], found["reason"], found["sets"]) == ("done", None, 0)
    plan = found["plan"]
    assert isinstance(plan, dict)
    goals = {(x, z): chance for x, z, chance in plan["goals"]}
    assert goals[12, 10] > 0.9
    assert all(chance < 0.5 for cell, chance in goals.items() if cell != (12, 10))
    assert {(x, z) for x, z, chance in plan["avoid"] if chance > 0.5} == goals.keys() - {(12, 10)}


def test_the_state_that_is_left_can_be_gone_on_with(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = told(capsys, "--state", STATE, "get the blue square ahead")
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{first['state']}\n"))
    second = told(capsys, "--state", "-", "go straight two steps")
    assert second["end"] == {"x": 14, "z": 10, "heading": "e"}


def test_a_set_that_is_made_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("follow", "--state", SET_AHEAD, "get the card right in front of you") == 0
    assert "  made a set\n" in capsys.readouterr().out
    found = told(capsys, "--state", SET_AHEAD, "get the card right in front of you")
    assert (found["sets"], found["score"]) == (1, 1)
    assert len(found["cards"]) == 1


def test_a_selected_card_is_unselected(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("follow", "--state", STATE, "deselect the pink hearts behind you") == 0
    assert "unselected three pink hearts at (4, 10)" in capsys.readouterr().out


def test_the_leader_passes_when_the_turn_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "--state", STATE, "--follower", f"{HERE}:Walker", "go")
    assert found["actions"] == ["forward"] * 12 + ["done"]
    assert found["end"] == {"x": 21, "z": 10, "heading": "e"}


def test_a_map_of_a_seed_is_the_followers_to_act_on(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "--seed", "163", "get the 3 yellow hearts")
    assert found["actions"] == ["forward", "done"]


@pytest.mark.parametrize(("factory", "steps"), [("Spinner", 40), ("Bumper", 3)])
def test_an_instruction_ends_after_forty_choices(
    factory: str, steps: int, capsys: pytest.CaptureFixture[str]
) -> None:
    state = format_state(
        board(
            follower="3,3,e",
            cards=row_of_cards("1bc", "2gd", "3ph", z=20),
            turn=Player.FOLLOWER,
            queue=1,
        )
    )
    found = told(capsys, "--state", state, "--follower", f"{HERE}:{factory}", "go")
    assert found["ended_with"] == "limit"
    assert len(found["actions"]) == steps
    assert run("follow", "--state", state, "--follower", f"{HERE}:{factory}", "go") == 0
    assert f"{steps} steps, stopped after 40 choices" in capsys.readouterr().out


def test_a_follower_that_gives_up_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "--seed", "1", "sing a song")
    assert (found["actions"], found["ended_with"]) == (["give-up"], "give-up")
    assert found["reason"] == "I did not understand"
    assert run("follow", "--seed", "1", "sing a song") == 0
    out = capsys.readouterr().out
    assert "0 steps, then gave up: I did not understand" in out
    assert "changed no card" in out


def test_an_instruction_may_begin_with_a_hyphen(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "--seed", "1", "-3 left")["instruction"] == "-3 left"


def test_the_picture_shows_the_plan_of_those_who_have_one(tmp_path: Path) -> None:
    sizes = []
    for name in ("rule-based", "random"):
        path = tmp_path / f"{name}.PNG"
        arguments = ("--state", STATE, "--follower", name, "--picture", str(path))
        assert run("follow", *arguments, "get the blue square ahead") == 0
        with Image.open(path) as image:
            assert image.format == "PNG"
            sizes.append(image.width)
    assert sizes[0] > sizes[1]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("go",), REFUSED, "expected either --state or --seed"),
        (("--seed", "1", "--state", STATE, "go"), REFUSED, "expected either --state or --seed"),
        (("--state", "nonsense", "go"), REFUSED, "no state: expected the fields map cards"),
        (("--seed", "-1", "go"), REFUSED, "-1"),
        (("--seed", "x", "go"), MISUSED, "x"),
        (("--seed", "1"), MISUSED, "INSTRUCTION"),
        (("--seed", "1", "  "), REFUSED, "is no instruction: it is empty"),
        (("--seed", "1", "a\x07b"), REFUSED, "is no instruction"),
        (("--seed", "1", "--follower", "nobody", "go"), REFUSED, "'nobody' is no follower"),
        (("--seed", "1", "--follower", "oracle", "go"), REFUSED, "what the leader means"),
        (
            ("--seed", "1", "--follower", f"{HERE}:Usurper", "go"),
            REFUSED,
            "cannot choose <Action.INSTRUCT",
        ),
        (("--seed", "1", "--picture", "a.svg", "go"), REFUSED, "'a.svg' is no picture file"),
        (("--seed", "1", "--picture", "/no/such/a.png", "go"), REFUSED, "/no/such"),
    ],
)
def test_what_cannot_be_followed_is_one_clear_message(
    arguments: tuple[str, ...], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("follow", *arguments) == code
    captured = capsys.readouterr()
    assert words.lower() in captured.err.lower()
    assert "Traceback" not in captured.err
    assert captured.out == ""


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny model that has learned nothing."""
    torch = pytest.importorskip("torch")
    from cerealbar.follower.checkpoint import build_model, save_model
    from cerealbar.follower.config import PlanConfig
    from cerealbar.follower.stored import ModelCard

    torch.manual_seed(0)
    config = PlanConfig(words=8, text=8, properties=4, channels=4, text_channels=4, hidden=8)
    card = ModelCard(kind="plan", name="tiny", plan=config, words=("get", "the", "card"))
    folder = tmp_path_factory.mktemp("runs") / "tiny"
    save_model(folder, build_model(card), card)
    return folder


def test_the_folder_of_a_trained_follower_follows(
    trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = tmp_path / "plan.png"
    arguments = ("--seed", "163", "--follower", f"{trained}/", "--picture", str(sheet))
    found = told(capsys, *arguments, "get the card")
    assert found["plan"] is not None
    assert set(found["plan"]) == {"trajectory", "goals", "avoid", "blocked"}
    assert found["ended_with"] in ("done", "limit")
    with Image.open(sheet) as image:
        assert image.width > 1200
    assert run("follow", "--seed", "163", "--follower", str(trained), "get the card") == 0
    assert capsys.readouterr().out.startswith("tiny: ")


def test_a_trained_follower_goes_by_the_last_part_of_its_folder(
    trained: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(trained.parent)
    for name in (
        str(trained),
        f"{trained}/",
        "tiny",
        "./tiny",
        "../" + trained.parent.name + "/tiny",
    ):
        assert make_follower(name).name == "tiny"
    monkeypatch.chdir(trained)
    assert make_follower(".").name == "tiny"


def test_a_trained_follower_plays_in_a_process_of_agents(trained: Path) -> None:
    game = Game(42)
    game.instruct("get the card")
    game.step(Action.DONE)
    tiny = NamedAgent("follower", "tiny", str(trained))
    assert child.load(tiny)
    (answer,) = read_answers(child.answers(tiny, (follow_task(7, game),)))
    assert answer.failure == ""
    assert answer.choice is not None
    assert answer.plan is not None


def test_a_damaged_folder_is_told_in_one_line(
    trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, content in (("model.json", b"{"), ("model.safetensors", b"\x00" * 40)):
        folder = tmp_path / name
        folder.mkdir()
        for path in trained.iterdir():
            (folder / path.name).write_bytes(path.read_bytes())
        (folder / name).write_bytes(content)
        assert run("follow", "--seed", "1", "--follower", str(folder), "go") == REFUSED
        captured = capsys.readouterr()
        assert captured.err.count("\n") == 1
        assert f"follower '{folder}' cannot be opened: {folder / name}" in captured.err
