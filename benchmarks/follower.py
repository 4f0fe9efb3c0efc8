"""Learned followers: training, roll-outs, cascaded evaluation and live answers, in CPU time.

The references are the speeds of the paper's public code on the same kind of machine, one thread;
to open the pointer model, that of opening the paper's, which needs torch; of training in bfloat16,
that of the same steps in 32 bits.
"""

import os

os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import torch
from msgspec.structs import replace

from benchmarks.figure import Figure
from cerealbar.agents.corpus_games import corpus_game
from cerealbar.agents.policy import Assignments, Policy, Situations
from cerealbar.evaluation import roll_out
from cerealbar.evaluation.cascaded import cascade_group
from cerealbar.evaluation.following import Procedure, game_groups
from cerealbar.evaluation.recorded import RecordedCourse
from cerealbar.follower.checkpoint import build_model, policy_for, save_model
from cerealbar.follower.hexconv import precision
from cerealbar.follower.plan_policy import PlanModel
from cerealbar.follower.pointer.torch_backend import PointerNet
from cerealbar.follower.stored import ModelCard, ModelKind
from cerealbar.follower.vocabulary import build_vocabulary
from cerealbar.learning.demonstrations import demonstrations
from cerealbar.learning.epochs import DTYPES, make_optimizer
from cerealbar.learning.experiment import Experiment, Phase
from cerealbar.learning.losses import (
    LossWeights,
    Trainee,
    action_trainee,
    plan_trainee,
    pointer_trainee,
    two_stage_trainee,
)
from cerealbar.records import Examples, build_examples

GAMES = 120
REPEATS = 5
STEPS = 6
PRACTICE = 150
OPENING = """
import sys, time
from pathlib import Path
import cerealbar.agents.registry  # with what every follower needs
start = time.process_time()
from cerealbar.follower.stored import open_follower
open_follower(Path(sys.argv[1]))
print(time.process_time() - start)
"""


@cache
def _examples() -> Examples:
    return build_examples(corpus_game(1, index) for index in range(GAMES))


def _cpu_seconds(call: Callable[[], object], repeats: int = REPEATS) -> float:
    """The median CPU time of a call, after one that does not count."""
    call()
    times = []
    for _ in range(repeats):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return statistics.median(times)


def _model(kind: ModelKind) -> PlanModel | PointerNet:
    torch.manual_seed(0)
    words = build_vocabulary(_examples().texts).words
    model = build_model(ModelCard(kind=kind, name=kind, words=words))
    assert isinstance(model, PlanModel | PointerNet)
    return model


def _training_rate(trainee: Trainee, phase: Phase) -> float:
    """Examples a CPU second of whole steps: batches, losses, gradients, updates."""
    optimizer = make_optimizer(trainee.module, phase)
    given = demonstrations(_examples())
    prepared = trainee.prepare(given)
    order = np.argsort(given.lengths, kind="stable")  # as in an epoch, lengths of a batch are alike
    rng = np.random.default_rng(0)
    starts = rng.permutation(len(order) // phase.batch)[:STEPS] * phase.batch
    trainee.module.train()

    def steps() -> None:
        for start in starts:
            batch = order[start : start + phase.batch]
            actions = float(given.lengths[batch].mean())
            with precision(trainee.module, DTYPES[phase.precision]):
                losses = trainee.losses(prepared.take(batch), actions, rng)
            optimizer.zero_grad()
            (torch.stack(list(losses.values())).sum() / phase.batch).backward()  # type: ignore[no-untyped-call]
            optimizer.step()

    return STEPS * phase.batch / _cpu_seconds(steps)


def _practise(net: PointerNet) -> None:
    """Train for a while: at first the model asks for six cards every time, and ways are long.

    The paper's model is measured as it is at first, when it takes all 25 actions every time.
    """
    trainee, how = pointer_trainee(net), Experiment(name="", title="", model="pointer")
    optimizer = make_optimizer(net, how.pretrain_pointer)
    prepared, rng = trainee.prepare(demonstrations(_examples())), np.random.default_rng(0)
    net.train()
    for _ in range(PRACTICE):
        losses = trainee.losses(prepared.take(rng.integers(len(prepared), size=64)), 1.0, rng)
        optimizer.zero_grad()
        (torch.stack(list(losses.values())).sum() / 64).backward()  # type: ignore[no-untyped-call]
        optimizer.step()


def _roll_out_rate(policy: Policy) -> float:
    chosen = np.arange(768)
    return len(chosen) / _cpu_seconds(lambda: roll_out(_examples(), policy, chosen), 3)


def _cascade(policy: Policy) -> None:
    course = RecordedCourse(_examples())
    for group in game_groups(_examples()):
        cascade_group(course, group, policy, Procedure())


def _live(policy: Policy) -> tuple[float, float]:
    """Milliseconds for a plan and the first action, and for a further action, of one game."""
    examples, row = _examples(), np.zeros(1, np.intp)
    memory = policy.new_memory(1)
    now = Situations(np.array(examples.start[5:6]), np.zeros(1, np.int64))
    given = Assignments(now.states, [examples.texts[5]], [()], [None])

    def begin() -> None:
        policy.begin(memory, row, given)
        policy.choose(memory, row, now)

    plan = _cpu_seconds(begin, 20)
    return 1000 * plan, 1000 * _cpu_seconds(lambda: policy.choose(memory, row, now), 20)


def _opening_seconds(kind: ModelKind) -> float:
    """The CPU time of opening a stored follower in a new process."""
    card = ModelCard(kind=kind, name=kind)
    with TemporaryDirectory() as folder:
        save_model(Path(folder), build_model(card), card)
        command = [sys.executable, "-c", OPENING, folder]
        times = [float(subprocess.check_output(command)) for _ in range(1 + REPEATS)]
    return statistics.median(times[1:])


def _figures(kind: ModelKind, title: str) -> list[Figure]:
    model = _model(kind)
    if isinstance(model, PointerNet):
        _practise(model)
    policy = policy_for(model, kind)
    whole = _cpu_seconds(lambda: _cascade(policy), 1)
    plan, action = _live(policy)
    return [
        Figure(f"{title}: roll-outs", _roll_out_rate(policy), "instr./CPU-s", 30, ">= 600"),
        Figure(f"{title}: cascaded, 120 games", whole, "CPU-s", 25_200 / 30, "<= 60"),
        Figure(f"{title}: live plan", plan, "ms", 11, "<= 40"),
        Figure(f"{title}: live action", action, "ms", 2.5, "<= 3"),
    ]


def measure() -> list[Figure]:
    torch.set_num_threads(1)
    how = Experiment(name="full", title="", model="plan")
    weights = LossWeights()
    model, net = _model("plan"), _model("pointer")
    assert isinstance(model, PlanModel)
    assert isinstance(net, PointerNet)
    rates: dict[str, tuple[Trainee, Phase, float, str]] = {
        "plan: stage 1": (plan_trainee(model, weights), how.pretrain_plan, 61, ">= 300"),
        "plan: stage 2": (action_trainee(model, weights), how.pretrain_actions, 215, ">= 2,000"),
        "plan: fine-tuning": (two_stage_trainee(model, weights), how.finetune, 45, ">= 200"),
        "pointer": (pointer_trainee(net), how.pretrain_pointer, 61, ">= 300"),
    }
    figures = [
        Figure(f"{name}, training", _training_rate(trainee, phase), "ex./CPU-s", original, goal)
        for name, (trainee, phase, original, goal) in rates.items()
    ]
    for name in ("plan: stage 1", "plan: fine-tuning"):
        trainee, phase, _, _ = rates[name]
        rate = _training_rate(trainee, replace(phase, precision="bfloat16"))
        whole = next(each.value for each in figures if each.name == f"{name}, training")
        figures.append(Figure(f"{name}, bfloat16", rate, "ex./CPU-s", whole, ""))
    opened = Figure(
        "pointer: opened", _opening_seconds("pointer"), "CPU-s", _opening_seconds("plan"), "<= 0.3"
    )
    return [*figures, *_figures("plan", "plan"), *_figures("pointer", "pointer"), opened]
