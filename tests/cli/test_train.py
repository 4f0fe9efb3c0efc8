"""`cerealbar train` and what comes after it, on a corpus of twelve games."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cerealbar.cli.main import REFUSED
from cerealbar.evaluation.report import told_of
from cerealbar.game import Game
from cerealbar.records import About, Corpus, Header, make_splits, write_splits
from cerealbar.records.recording import record_of
from tests.cli.test_cli import run

EXPERIMENTS = Path(__file__).parents[2] / "experiments"
SMALL = (
    "validation_games=1",
    "pretrain_plan.epochs=1",
    "pretrain_actions.epochs=1",
    "finetune.epochs=1",
    "plan.channels=8",
    "plan.text_channels=8",
    "plan.hidden=16",
)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "corpus"
    command = ("corpus", "make", "--games", "30", "--seed", "2", "--workers", "1")
    assert run(*command, "--out", str(folder)) == 0
    return folder


def train(corpus: Path, out: Path, name: str = "full", *more: str) -> int:
    changes = [part for change in (*SMALL, *more) for part in ("--set", change)]
    path = str(EXPERIMENTS / f"{name}.toml")
    return run("train", path, "--data", str(corpus), "--out", str(out), *changes)


@pytest.fixture(scope="module")
def trained(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "full"
    assert train(corpus, folder) == 0
    return folder


def evaluated(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    capsys.readouterr()
    assert run("evaluate", *arguments, "--json") == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_a_trained_follower_is_evaluated_by_its_folder(
    trained: Path, corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = evaluated(capsys, str(trained), "--data", str(corpus), "--cascaded")
    for key in (
        "card_state_accuracy",
        "environment_state_accuracy",
        "action_sequence_accuracy",
        "stop.points_scored",
        "go_on.points_scored",
    ):
        value = told_of(found, key)
        assert isinstance(value, float)
        assert 0 <= value <= 1
    kept = trained / "results-development.json"
    assert json.loads(kept.read_text()) == found
    evaluated(capsys, str(trained), "--data", str(corpus))
    assert json.loads(kept.read_text()) == found  # what was not measured again is kept
    assert run("table", str(trained)) == 0
    assert "Full model" in capsys.readouterr().out


def test_a_trained_follower_follows_and_plays(
    trained: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "plan.png"
    told = ("follow", "--seed", "4", "--follower", str(trained), "get the card")
    assert run(*told, "--picture", str(picture)) == 0
    assert picture.stat().st_size > 10_000
    assert run("play-off", "--follower", str(trained), "--games", "1") == 0
    assert run("evaluate", str(trained), "--suite", "written-dev", "--json") == 0


def test_results_with_another_sight_are_not_the_runs(
    trained: Path, corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = trained / "results-train.json"
    asked = ("evaluate", str(trained), "--data", str(corpus), "--part", "train")
    assert run(*asked, "--sight", "cb2") == 0
    assert not kept.exists()


def test_the_same_command_again_has_nothing_left_to_do(trained: Path, corpus: Path) -> None:
    before = (trained / "model.safetensors").read_bytes()
    assert train(corpus, trained) == 0
    assert (trained / "model.safetensors").read_bytes() == before


def test_another_experiment_in_the_same_folder_is_refused(
    trained: Path, corpus: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert train(corpus, trained, "full", "finetune.epochs=7") == REFUSED
    assert "holds another run (finetune is" in capsys.readouterr().err
    assert train(corpus, trained, "no-goal") == REFUSED
    path = str(EXPERIMENTS / "full.toml")
    held = (
        "train",
        path,
        "--data",
        str(corpus),
        "--out",
        str(trained),
        "--validation",
        str(corpus),
    )
    assert run(*held) == REFUSED
    assert "hold out those of another seed" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["gold-plan", "static-oracle", "no-finetuning"])
def test_what_cannot_play_can_be_evaluated(
    corpus: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert train(corpus, tmp_path / name, name) == 0
    found = evaluated(capsys, str(tmp_path / name), "--data", str(corpus))
    assert isinstance(found["card_state_accuracy"], float)
    if name == "static-oracle":
        assert found["action_sequence_accuracy"] == 1
        assert found["limit"] is None
    if name == "gold-plan":
        cascaded = ("evaluate", str(tmp_path / name), "--data", str(corpus), "--cascaded")
        assert run(*cascaded) == REFUSED
        assert "has plans for the recorded starts" in capsys.readouterr().err


def test_what_is_damaged_is_told(
    trained: Path, corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("experiment.json", "checkpoint.safetensors"):
        folder = tmp_path / name
        folder.mkdir()
        for path in trained.glob("*.*"):
            (folder / path.name).write_bytes(path.read_bytes())
        (folder / name).write_bytes((folder / name).read_bytes()[:50])
        assert train(corpus, folder) == REFUSED
        told = capsys.readouterr().err
        assert told.startswith("error: ")
        assert name in told.replace("\n", "")


def test_a_corpus_without_a_finished_instruction_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "empty"
    corpus = Corpus.create(folder, About(name="empty"))
    with corpus.writer() as writer:
        for seed in range(40):
            writer.append(
                record_of(Game(seed), Header(game_id=str(seed), seed=seed, synthetic=True), [0.0])
            )
    write_splits(folder, make_splits(dict.fromkeys(corpus.game_ids, 0), 0))
    assert train(folder, tmp_path / "run") == REFUSED
    assert "has no finished instruction to learn from" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--device", "abacus"), "cannot compute on 'abacus'"),
        (("--threads", "0"), "cannot compute with 0 threads"),
        (("--set", "nonsense"), "is no change"),
        (("--shared", "/nowhere"), "there is no run /nowhere"),
    ],
)
def test_odd_options_are_refused(
    corpus: Path,
    tmp_path: Path,
    more: tuple[str, ...],
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = str(EXPERIMENTS / "full.toml")
    command = ("train", path, "--data", str(corpus), "--out", str(tmp_path / "run"))
    assert run(*command, *more) == REFUSED
    assert told in capsys.readouterr().err


def test_torch_is_only_imported_to_train_or_to_open_a_run() -> None:
    code = (
        "import sys; from cerealbar.cli.main import app;"
        "assert all(app[name] for name in app if not name.startswith('-'));"
        "sys.exit('torch' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env=dict(os.environ))
