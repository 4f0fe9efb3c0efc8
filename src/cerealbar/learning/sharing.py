"""Pretrained stages that several runs have in common, so that they are trained once.

A stage is taken from another run only if everything that decides its weights is the same there;
the result is what training it again would give.
"""

from collections.abc import Iterable
from pathlib import Path

import msgspec
from torch import Tensor

from cerealbar.follower.checkpoint import load_weights
from cerealbar.learning.experiment import Experiment, ExperimentError
from cerealbar.learning.run import RunCard, RunFolder

_STAGES = {
    "plan": (
        "predictor.",
        "pretrain_plan",
        (
            "words",
            "text",
            "properties",
            "grounded",
            "channels",
            "text_channels",
            "reads_text",
            "distributions",
        ),
    ),
    "actions": (
        "generator.",
        "pretrain_actions",
        ("hidden", "actions", "crop_channels", "crop_layer", "distributions", "is_recurrent"),
    ),
    "pointer": ("", "pretrain_pointer", ()),
}
"""By phase: its part of the model, its settings, and what of the model's configuration it has."""


def stage_key(experiment: Experiment, phase: str) -> bytes:
    """Everything of an experiment that decides the weights of a pretrained stage."""
    _, settings, fields = _STAGES[phase]
    losses = msgspec.structs.replace(experiment.losses, implicit=0.0, actions="mean")
    own = {"plan": losses, "actions": experiment.losses.actions, "pointer": experiment.pointer}
    parts = [
        experiment.seed,
        experiment.games,
        experiment.validation_games,
        experiment.min_count,
        experiment.sight,
        getattr(experiment, settings),
        [getattr(experiment.plan, name) for name in fields],
        own[phase],
    ]
    if experiment.written.when == "throughout" and experiment.written.suites:
        parts.append(experiment.written)
    return msgspec.json.encode(parts)


def shared_weights(runs: Iterable[Path], card: RunCard, phase: str) -> dict[str, Tensor] | None:
    """The weights of a stage that another run has trained already, by name; None if none has.

    Raises:
        ExperimentError: a folder holds no run.
        CheckpointError: its weights cannot be read.
    """
    if phase not in _STAGES:
        return None
    for folder in runs:
        run = RunFolder(folder)
        if not folder.is_dir():
            raise ExperimentError(f"there is no run {folder}")
        other = run.card()
        is_same = (other.digest, other.words) == (card.digest, card.words)
        if card.written.when == "throughout":
            is_same &= other.written_digest == card.written_digest
        same_stage = stage_key(other, phase) == stage_key(card, phase)
        if is_same and same_stage and run.is_past(phase):
            prefix = _STAGES[phase][0]
            weights, _ = load_weights(run.best(phase))
            return {name: each for name, each in weights.items() if name.startswith(prefix)}
    return None
