"""Training as a whole: it learns, it is repeatable, and no interruption changes what comes out."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
import pytest
import torch

from cerealbar.agents.policy import Assignments, Situations
from cerealbar.evaluation import roll_out
from cerealbar.evaluation.suites import open_suite
from cerealbar.follower.checkpoint import load_model
from cerealbar.follower.config import (
    DISTRIBUTIONS,
    DistributionName,
    PlanConfig,
    Seq2SeqConfig,
)
from cerealbar.follower.plan_policy import PlanModel, PlanPolicy
from cerealbar.follower.seq2seq import Seq2Seq, Seq2SeqPolicy
from cerealbar.follower.stored import read_card
from cerealbar.game import Action
from cerealbar.learning import epochs as epochs_module
from cerealbar.learning import training as training_module
from cerealbar.learning.demonstrations import Demonstrations, demonstrations
from cerealbar.learning.epochs import EpochKey, make_optimizer, rate_factor, run_epoch
from cerealbar.learning.experiment import Aggregation, Experiment, Phase, Written
from cerealbar.learning.losses import (
    LossWeights,
    Trainee,
    action_trainee,
    plan_trainee,
    predict,
    seq2seq_trainee,
    two_stage_trainee,
)
from cerealbar.learning.phases import GoldPlanPolicy, measure_plan
from cerealbar.learning.run import RunProgress
from cerealbar.learning.training import Training, is_over
from cerealbar.learning.workers import Workers
from tests.learning.lessons import SMALL, examples, small_model, training_data

TEN = np.arange(10)
ALONE = Workers(torch.device("cpu"))
SHORT = Phase(epochs=2, learning_rate=0.005, batch=8)
ONE = Phase(epochs=1, learning_rate=0.005, batch=8)
EXPERIMENT = Experiment(
    name="small",
    title="Small",
    model="plan",
    plan=SMALL,
    pretrain_plan=SHORT,
    pretrain_actions=SHORT,
    finetune=SHORT,
)


def learn(
    trainee: Trainee, epochs: int, rate: float, given: Demonstrations | None = None
) -> dict[str, float]:
    phase = Phase(epochs=epochs, learning_rate=rate, batch=10)
    optimizer = make_optimizer(trainee.module, phase)
    given = given or demonstrations(examples(), TEN)
    losses: dict[str, float] = {}
    for epoch in range(epochs):
        losses = run_epoch(
            trainee, optimizer, given, phase, EpochKey(0, 0, epoch), ALONE, lambda _: None
        )
    return losses


def test_stage_one_overfits_ten_examples() -> None:
    torch.manual_seed(0)
    model = small_model(PlanConfig(channels=16, text_channels=8))
    given = demonstrations(examples(), TEN)
    learn(plan_trainee(model, LossWeights()), 60, 0.01)
    assert measure_plan(model, given, lambda _: None) == {"goal_accuracy": 1}


def test_stage_two_overfits_ten_examples() -> None:
    torch.manual_seed(0)
    model = small_model(PlanConfig())
    learn(action_trainee(model, LossWeights()), 60, 0.005)
    done = roll_out(examples(), GoldPlanPolicy(model, examples()), TEN, limit=None)
    recorded = demonstrations(examples(), TEN)
    for i in TEN.tolist():
        assert (
            done.actions[i, : done.steps[i]].tolist()
            == recorded.actions[recorded.steps(i)][:-1].tolist()
        )


def test_both_stages_together_overfit_ten_examples() -> None:
    torch.manual_seed(0)
    model = small_model(PlanConfig(channels=16, text_channels=8))
    first = learn(two_stage_trainee(model, LossWeights()), 1, 0.005)
    last = learn(two_stage_trainee(model, LossWeights()), 70, 0.005)
    assert last["loss_actions"] < 0.1 * first["loss_actions"]
    assert last["loss_goal"] < 0.1 * first["loss_goal"]


@pytest.mark.parametrize(("kind", "alive"), [("before-norm", range(4)), ("printed", [3])])
def test_a_living_discriminator_tells_implicit_examples_by_every_layer(
    kind: Literal["printed", "before-norm"], alive: Sequence[int]
) -> None:
    torch.manual_seed(0)
    model = small_model(PlanConfig(channels=16, text_channels=8, discriminator=kind))
    is_implicit = TEN % 2 == 0
    given = replace(demonstrations(examples(), TEN), is_implicit=is_implicit)
    trainee = two_stage_trainee(model, LossWeights(implicit=20.0))
    learn(trainee, 40, 0.005, given)
    with torch.no_grad():
        logits = predict(model, given)[0].implicit.numpy()
    for layer in range(4):
        if layer in alive:
            assert ((logits[:, layer] > 0) == is_implicit).all(), layer
        else:
            assert np.abs(logits[:, layer]).max() < 1e-4, layer


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_a_distribution_that_is_ablated_has_no_loss(name: DistributionName) -> None:
    used = tuple(other for other in DISTRIBUTIONS if other != name)
    model = small_model(msgspec.structs.replace(SMALL, distributions=used))
    for trainee in (plan_trainee(model, LossWeights()), two_stage_trainee(model, LossWeights())):
        prepared = trainee.prepare(demonstrations(examples(), TEN))
        found = trainee.losses(prepared, 7.0, np.random.default_rng(0))
        assert {*used, "early_goal"} <= found.keys()
        assert name not in found
    assert not model.plan(examples().start[:3], list(examples().texts[:3]))[
        ..., DISTRIBUTIONS.index(name)
    ].any()


def test_the_baseline_overfits_ten_examples() -> None:
    torch.manual_seed(0)
    model = Seq2Seq(Seq2SeqConfig(), small_model().vocabulary)
    first = learn(seq2seq_trainee(model, LossWeights()), 1, 0.01)
    last = learn(seq2seq_trainee(model, LossWeights()), 120, 0.01)
    assert last["loss_actions"] < 0.1 * first["loss_actions"]
    done = roll_out(examples(), Seq2SeqPolicy(model), TEN, limit=None)
    assert (done.ending == Action.DONE).all()


TRAINEES: dict[str, Callable[[PlanModel], Trainee]] = {
    "plan": lambda model: plan_trainee(model, LossWeights()),
    "actions": lambda model: action_trainee(model, LossWeights()),
    "both": lambda model: two_stage_trainee(model, LossWeights()),
    "baseline": lambda model: seq2seq_trainee(
        Seq2Seq(Seq2SeqConfig(), model.vocabulary), LossWeights()
    ),
}


@pytest.mark.parametrize("name", TRAINEES)
def test_a_batch_of_many_has_the_losses_of_many_batches_of_one(name: str) -> None:
    """Whatever is padded or shared in a batch does not change what an example means."""
    torch.manual_seed(0)
    trainee = TRAINEES[name](small_model())
    trainee.module.eval()
    prepared = trainee.prepare(demonstrations(examples(), TEN))
    rng = np.random.default_rng(0)
    with torch.no_grad():
        together = trainee.losses(prepared, 7.0, rng)
        apart = [trainee.losses(prepared.take([i]), 7.0, rng) for i in range(len(TEN))]
    for loss in together:
        total = sum(each[loss].item() for each in apart)
        assert together[loss].item() == pytest.approx(total, rel=1e-4)


def test_a_policy_in_many_rows_does_what_it_does_in_one() -> None:
    torch.manual_seed(0)
    model = small_model()
    chosen = np.arange(20)
    together = roll_out(examples(), PlanPolicy(model), chosen)
    for i in (0, 7, 19):
        alone = roll_out(examples(), PlanPolicy(model), [i])
        assert alone.ended[0].tobytes() == together.ended[i].tobytes()
        assert alone.steps[0] == together.steps[i]


def test_asked_twice_a_policy_answers_the_same() -> None:
    torch.manual_seed(3)
    policy = PlanPolicy(small_model())
    games, rows = examples(), np.arange(6)
    memory = policy.new_memory(6)
    none = [None] * 6
    states = games.start[:6].copy()
    policy.begin(memory, rows, Assignments(states, games.texts[:6], [()] * 6, none))
    now = Situations(states, np.zeros(6, np.int64))
    first = policy.choose(memory, rows, now)
    assert (policy.choose(memory, rows, now) == first).all()
    assert (
        policy.choose(memory, rows[::-1].copy(), Situations(states[::-1].copy(), now.steps))[::-1]
        == first
    ).all()


def train(
    experiment: Experiment, folder: Path, shared: Sequence[Path] = (), pictures: int = 0
) -> None:
    Training(experiment, training_data(), folder, shared=shared, pictures=pictures).train()


def digest(folder: Path) -> dict[str, bytes]:
    """What a run leaves behind, but for how long it took."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".safetensors", ".npz") and path.name != "checkpoint.safetensors":
            found[str(path.relative_to(folder))] = path.read_bytes()
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    for line in lines:
        line.pop("cpu_seconds")
    found["log"] = json.dumps(lines).encode()
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nothing interrupted."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    train(EXPERIMENT, folder, pictures=2)
    return folder


def test_a_run_goes_through_all_phases(whole: Path) -> None:
    lines = [json.loads(line) for line in (whole / "log.jsonl").read_text().splitlines()]
    phases = [line["phase"] for line in lines]
    assert phases == ["plan"] * 2 + ["actions"] * 2 + ["finetune"] * 2
    assert {"goal_accuracy", "loss_trajectory"} <= lines[0].keys()
    assert {"stop.points_scored", "loss_implicit", "loss_actions"} <= lines[-1].keys()
    assert sorted(path.name for path in (whole / "recoveries").iterdir()) == ["000.npz", "001.npz"]
    assert any((whole / "tensorboard").iterdir())
    assert len(list((whole / "pictures").glob("*.png"))) == 6
    model, card = load_model(whole)
    assert isinstance(model, PlanModel)
    assert card.name == "small"


def test_the_same_seed_gives_the_same_run(whole: Path, tmp_path: Path) -> None:
    train(EXPERIMENT, tmp_path / "again")
    assert digest(tmp_path / "again") == digest(whole)


def test_another_seed_gives_another_run(whole: Path, tmp_path: Path) -> None:
    other = msgspec.structs.replace(EXPERIMENT, seed=1, is_finetuned=False, pretrain_actions=SHORT)
    train(other, tmp_path / "other")
    name = "best-plan.safetensors"
    assert digest(tmp_path / "other")[name] != digest(whole)[name]


class Killed(BaseException):
    """As if the process were gone."""


@pytest.mark.parametrize("after", [1, 3, 5])
def test_an_interrupted_run_ends_as_one_that_was_not(
    whole: Path, tmp_path: Path, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed in the midst of an epoch, after some were done."""
    folder, run = tmp_path / "begun", epochs_module.run_epoch
    done: list[int] = []

    def interrupted(
        trainee: Trainee, optimizer: torch.optim.Optimizer, given: Demonstrations, *rest: Any
    ) -> dict[str, float]:
        if len(done) == after:
            some = trainee.prepare(given).take(TEN)
            losses = trainee.losses(some, 7.0, np.random.default_rng(0))
            torch.stack(list(losses.values())).sum().backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            raise Killed
        done.append(1)
        return run(trainee, optimizer, given, *rest)

    monkeypatch.setattr(training_module, "run_epoch", interrupted)
    with pytest.raises(Killed):
        train(EXPERIMENT, folder)
    monkeypatch.setattr(training_module, "run_epoch", run)
    train(EXPERIMENT, folder)
    assert digest(folder) == digest(whole)


def test_a_finished_run_has_nothing_left_to_do(whole: Path) -> None:
    before = digest(whole)
    train(EXPERIMENT, whole)
    assert digest(whole) == before


def test_stages_are_taken_from_a_run_that_trained_them_alike(whole: Path, tmp_path: Path) -> None:
    other = msgspec.structs.replace(EXPERIMENT, name="other", losses=LossWeights(implicit=0.0))
    alone, sharing = tmp_path / "alone", tmp_path / "sharing"
    train(other, alone)
    train(other, sharing, shared=[whole])
    assert (sharing / "model.safetensors").read_bytes() == (
        alone / "model.safetensors"
    ).read_bytes()
    phases = [
        json.loads(line)["phase"] for line in (sharing / "log.jsonl").read_text().splitlines()
    ]
    assert set(phases) == {"finetune"}


def test_a_run_whose_stages_are_all_taken_is_a_follower_too(whole: Path, tmp_path: Path) -> None:
    other = msgspec.structs.replace(EXPERIMENT, is_finetuned=False)
    train(other, tmp_path / "run", shared=[whole])
    assert isinstance(load_model(tmp_path / "run")[0], PlanModel)


def test_a_stage_that_was_trained_otherwise_is_not_taken(whole: Path, tmp_path: Path) -> None:
    other = msgspec.structs.replace(
        EXPERIMENT, losses=LossWeights(early_goal=0.0), is_finetuned=False
    )
    train(other, tmp_path / "run", shared=[whole])
    lines = (tmp_path / "run" / "log.jsonl").read_text().splitlines()
    assert {json.loads(line)["phase"] for line in lines} == {"plan"}


def test_without_patience_left_a_phase_ends() -> None:
    how = Phase(epochs=100, learning_rate=1.0, patience=3)
    assert not is_over(how, RunProgress(epoch=0, patience=0.0, waited=0))
    assert not is_over(how, RunProgress(epoch=9, patience=3.03, waited=3))
    assert is_over(how, RunProgress(epoch=9, patience=3.0, waited=3))
    assert is_over(how, RunProgress(epoch=100, patience=3.03, waited=0))


@pytest.mark.parametrize(
    ("model", "phases"), [("plan", ("plan", "actions", "finetune")), ("seq2seq", ("seq2seq",))]
)
def test_every_phase_ends_when_nothing_becomes_better(
    model: Literal["plan", "seq2seq"], phases: tuple[str, ...], tmp_path: Path
) -> None:
    """The first epoch is the best so far, and lets patience grow beyond one epoch."""
    still = Phase(epochs=9, learning_rate=1e-12, batch=8, patience=1)
    idle = msgspec.structs.replace(
        EXPERIMENT, model=model, pretrain_plan=still, pretrain_actions=still, finetune=still
    )
    train(idle, tmp_path / "run")
    lines = (tmp_path / "run" / "log.jsonl").read_text().splitlines()
    assert [json.loads(line)["phase"] for line in lines] == [p for p in phases for _ in range(3)]


def test_the_learning_rate_of_a_cycle_rises_and_falls() -> None:
    cycle = Phase(epochs=1, learning_rate=1.0, schedule="cycle")
    rates = [rate_factor(cycle, share / 100) for share in range(101)]
    assert max(rates) == pytest.approx(1, abs=0.01)
    assert rates.index(max(rates)) == 15
    assert rates[0] < 0.05
    assert rates[-1] < 0.01
    assert rate_factor(Phase(epochs=1, learning_rate=1.0), 0.7) == 1


_SCRIPT = """
import sys
from pathlib import Path
import torch
torch.set_num_threads(1)
from tests.learning.test_training import TOGETHER
from tests.learning.lessons import training_data
from cerealbar.learning.run import RunProgress
from cerealbar.learning.training import Training, is_over
Training(TOGETHER, training_data(), Path(sys.argv[1])).train()
"""
TOGETHER = msgspec.structs.replace(EXPERIMENT, is_finetuned=False, pretrain_actions=SHORT)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def test_two_processes_learn_as_one_does(tmp_path: Path) -> None:
    """The same losses in every epoch, but for the order in which numbers are added."""
    train(TOGETHER, tmp_path / "one")
    shared = {
        **os.environ,
        "WORLD_SIZE": "2",
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(free_port()),
        "OMP_NUM_THREADS": "1",
    }
    command = [sys.executable, "-c", _SCRIPT, str(tmp_path / "two")]
    workers = [subprocess.Popen(command, env={**shared, "RANK": str(rank)}) for rank in range(2)]
    assert [worker.wait(timeout=200) for worker in workers] == [0, 0]
    logs = [
        [json.loads(line) for line in (tmp_path / name / "log.jsonl").read_text().splitlines()]
        for name in ("one", "two")
    ]
    assert len(logs[0]) == len(logs[1]) == 4
    for one, two in zip(*logs, strict=True):
        for name, value in one.items():
            if name.startswith("loss_"):
                assert two[name] == pytest.approx(value, rel=2e-3), name
    assert read_card(tmp_path / "two").words == read_card(tmp_path / "one").words


@pytest.mark.parametrize("model", ["plan", "pointer"])
def test_a_follower_with_a_sight_can_be_trained(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also with written instructions, of which it sees as much."""
    seeing = msgspec.structs.replace(
        EXPERIMENT,
        model=model,
        sight="paper",
        written=Written(suites=("written-train",)),
        aggregation=Aggregation(is_on=False),
        pretrain_plan=ONE,
        pretrain_actions=ONE,
        pretrain_pointer=ONE,
        finetune=ONE,
    )
    given: list[Demonstrations] = []
    run = epochs_module.run_epoch

    def noted(trainee: Trainee, optimizer: Any, some: Demonstrations, *rest: Any) -> Any:
        given.append(some)
        return run(trainee, optimizer, some, *rest)

    monkeypatch.setattr(training_module, "run_epoch", noted)
    data = replace(training_data(), written=tuple(open_suite("written-train")[:5]))
    Training(seeing, data, tmp_path / "run", pictures=0).train()
    for some in given:
        assert some.known is not None
        assert len(some.known) == len(some) == len(data.update) + 5
    lines = [json.loads(line) for line in (tmp_path / "run/log.jsonl").read_text().splitlines()]
    assert lines[-1]["phase"] == "finetune"
    assert 0 <= lines[-1]["card_state_accuracy"] <= 1


def test_the_second_model_learns_with_recovery_examples(tmp_path: Path) -> None:
    pointer = msgspec.structs.replace(
        EXPERIMENT, model="pointer", pretrain_pointer=ONE, finetune=ONE
    )
    train(pointer, tmp_path / "run")
    train(pointer, tmp_path / "again")
    assert (tmp_path / "run" / "recoveries" / "000.npz").is_file()
    assert digest(tmp_path / "run") == digest(tmp_path / "again")
