"""Stored models come back as they were, and damaged ones are refused in a sentence."""

import errno
import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch
from safetensors.numpy import load_file, save_file

from cerealbar.agents import PlayerError
from cerealbar.agents.policy import policy_of
from cerealbar.agents.registry import make_follower
from cerealbar.evaluation import roll_out
from cerealbar.follower import stored as files
from cerealbar.follower.checkpoint import (
    build_model,
    load_model,
    load_weights,
    policy_for,
    save_model,
    save_weights,
)
from cerealbar.follower.config import PlanConfig, Seq2SeqConfig
from cerealbar.follower.stored import (
    CARD,
    WEIGHTS,
    CheckpointError,
    ModelCard,
    ModelKind,
    open_follower,
)
from cerealbar.follower.vocabulary import build_vocabulary
from tests.learning.lessons import SMALL, examples


def card(kind: ModelKind) -> ModelCard:
    words = build_vocabulary(examples().texts).words
    small = Seq2SeqConfig(words=16, text=16)
    return ModelCard(kind=kind, name="small", plan=SMALL, seq2seq=small, words=words)


def stored(folder: Path, kind: ModelKind = "plan") -> Path:
    torch.manual_seed(0)
    save_model(folder, build_model(card(kind)), card(kind))
    return folder


@pytest.mark.parametrize("kind", ["plan", "seq2seq", "pointer"])
def test_a_stored_model_comes_back_as_it_was(tmp_path: Path, kind: ModelKind) -> None:
    torch.manual_seed(1)
    model = build_model(card(kind))
    save_model(tmp_path / "run", model, card(kind))
    again, found = load_model(tmp_path / "run")
    assert found == card(kind)
    for name, tensor in model.state_dict().items():
        assert torch.equal(again.state_dict()[name], tensor)
    chosen = np.arange(12)
    before = roll_out(examples(), policy_for(model, "x"), chosen)
    after = roll_out(examples(), policy_of(open_follower(tmp_path / "run")), chosen)
    assert after.final.tobytes() == before.final.tobytes()


@pytest.mark.parametrize("kind", ["plan", "seq2seq"])
def test_a_model_that_is_opened_computes_in_one_thread_and_leaves_others_theirs(
    tmp_path: Path, kind: ModelKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    read = torch.nn.Embedding.forward

    def forward(self: torch.nn.Embedding, words: torch.Tensor) -> torch.Tensor:
        seen.append(torch.get_num_threads())
        return read(self, words)

    monkeypatch.setattr(torch.nn.Embedding, "forward", forward)
    torch.set_num_threads(2)
    try:
        follower = open_follower(stored(tmp_path / "run", kind))
        roll_out(examples(), policy_of(follower), np.arange(1))
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(1)
    assert set(seen) == {1}


def test_the_folder_of_a_model_is_a_follower_by_name(tmp_path: Path) -> None:
    follower = make_follower(str(stored(tmp_path / "best")))
    assert follower.name == "best"


def test_a_model_of_another_format_is_refused(tmp_path: Path) -> None:
    folder = stored(tmp_path)
    odd = msgspec.structs.replace(card("plan"), format=99)
    (folder / CARD).write_bytes(msgspec.json.encode(odd))
    with pytest.raises(CheckpointError, match="is of format 99: this version reads 1"):
        load_model(folder)


@pytest.mark.parametrize("name", [CARD, WEIGHTS])
@pytest.mark.parametrize("cut", [0, 10, 1000])
def test_a_damaged_file_is_refused(tmp_path: Path, name: str, cut: int) -> None:
    path = stored(tmp_path) / name
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(CheckpointError, match=r"cannot be read|holds no weights"):
        load_model(tmp_path)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match=r"holds no trained follower: it has no model\.json"):
        load_model(tmp_path)
    (stored(tmp_path / "run") / WEIGHTS).unlink()
    with pytest.raises(CheckpointError, match="holds no weights"):
        load_model(tmp_path / "run")


def test_weights_of_another_model_are_refused(tmp_path: Path) -> None:
    folder = stored(tmp_path)
    other = msgspec.structs.replace(card("plan"), plan=PlanConfig())
    (folder / CARD).write_bytes(msgspec.json.encode(other))
    with pytest.raises(CheckpointError, match="holds another model's weights"):
        load_model(folder)


def test_a_full_disk_leaves_the_model_of_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = stored(tmp_path)
    before = (folder / WEIGHTS).read_bytes()

    def full(path: Path, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files, "write_whole", full)
    with pytest.raises(CheckpointError, match="cannot be written: No space left on device"):
        stored(folder)
    assert (folder / WEIGHTS).read_bytes() == before
    assert load_model(folder)


def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CheckpointError, match="cannot be written"):
        stored(tmp_path / "file" / "run")


def test_a_pointer_model_follows_without_torch(tmp_path: Path) -> None:
    folder = stored(tmp_path / "run", "pointer")
    code = f"""
import sys
sys.modules["torch"] = None  # importing it fails
from cerealbar.agents import FollowTask, make_follower
from cerealbar.game import Action, Game
game = Game(7)
game.instruct("get it")
game.step(Action.DONE)
follower = make_follower({str(folder)!r})
print(follower.name, len(follower.follow([FollowTask(0, game.states, "get it", 0, 0)])))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["run", "1"]


def test_a_model_that_needs_torch_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = stored(tmp_path / "run")
    monkeypatch.delitem(sys.modules, "cerealbar.follower.checkpoint")
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(PlayerError, match=r"torch is missing; .*cerealbar\[learning\]"):
        make_follower(str(folder))


@pytest.mark.parametrize(
    "change", ["lacks one", "of another shape", "of one number", "of another type", "has one more"]
)
def test_weights_that_do_not_fit_a_pointer_model_are_refused(tmp_path: Path, change: str) -> None:
    folder = stored(tmp_path, "pointer")
    weights = load_file(folder / WEIGHTS)
    if change == "lacks one":
        del weights["heading.weight"]
    elif change == "of another shape":
        weights["go.weight"] = np.zeros((3, 3), np.float32)
    elif change == "of one number":  # with which NumPy would compute
        weights["go.bias"] = np.zeros(1, np.float32)
    elif change == "of another type":
        weights["go.weight"] = weights["go.weight"].astype(np.int64)
    else:
        weights["go_on.weight"] = weights["go.weight"]
    save_file(weights, folder / WEIGHTS)
    with pytest.raises(CheckpointError, match="holds another model's weights"):
        open_follower(folder)
    (folder / WEIGHTS).write_bytes(b"nothing")
    with pytest.raises(CheckpointError, match="holds no weights"):
        open_follower(folder)


def test_weights_of_a_type_that_numpy_does_not_know_are_refused(tmp_path: Path) -> None:
    folder = stored(tmp_path, "pointer")
    weights, _ = load_weights(folder / WEIGHTS)
    save_weights(folder / WEIGHTS, {name: each.bfloat16() for name, each in weights.items()})
    with pytest.raises(CheckpointError, match=r"holds no weights: .*bfloat16"):
        open_follower(folder)
