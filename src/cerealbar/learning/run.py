"""The folder of a run: its experiment, its last checkpoint, its best weights, its log.

A checkpoint is one file, so that there is always a whole one: the weights, the optimizer's
moments, and how far the run has come.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec
import torch
from torch import Tensor, nn

from cerealbar import __version__
from cerealbar.follower.checkpoint import fill_weights, load_weights, save_weights
from cerealbar.follower.stored import CheckpointError, store
from cerealbar.learning.experiment import Experiment, ExperimentError
from cerealbar.records.files import write_whole

EXPERIMENT, CHECKPOINT, LOG = "experiment.json", "checkpoint.safetensors", "log.jsonl"
_FORMAT = "1"
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
"""The pretrained stages that runs can share, by phase: its part of the model, its settings, and
what of the model's configuration it has."""


class RunProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a run has come."""

    phase: int = 0
    """Which phase is under way, from 0."""
    epoch: int = 0
    """How many of its epochs are done."""
    best: float | None = None
    """The best value of what the phase is judged by."""
    best_epoch: int = 0
    patience: float = 0.0
    """Epochs without improvement that are allowed now."""
    waited: int = 0
    """Epochs since the last improvement."""
    logged: int = 0
    """Entries of the log."""
    seconds: float = 0.0
    """CPU time of this process so far."""
    past: tuple[str, ...] = ()
    """The phases that are over."""


class RunCard(Experiment, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a run is, its experiment and on what: it goes on only with the same."""

    digest: str
    """Of the games."""
    words: tuple[str, ...]
    version: str = __version__
    written_digest: str = ""
    """Of the written instructions."""


class RunFolder:
    """Reads and writes the files of a run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def open(self, card: RunCard) -> None:
        """Begin a run, or see that the one in the folder is the same.

        Raises:
            ExperimentError: it is another.
        """
        path = self.folder / EXPERIMENT
        if not path.is_file():
            if self.folder.is_dir() and any(self.folder.iterdir()):
                raise ExperimentError(f"{self.folder} is not empty and holds no run")
            self.folder.mkdir(parents=True, exist_ok=True)
            store(path, msgspec.json.format(msgspec.json.encode(card)) + b"\n")
            return
        before = self.card()
        if msgspec.structs.replace(before, version=card.version) != card:
            raise ExperimentError(
                f"{self.folder} holds another run ({_difference(before, card)}): "
                "choose another folder, or remove it"
            )

    def card(self) -> RunCard:
        """What the run is.

        Raises:
            ExperimentError: it cannot be read.
        """
        try:
            return msgspec.json.decode((self.folder / EXPERIMENT).read_bytes(), type=RunCard)
        except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
            raise ExperimentError(f"{self.folder / EXPERIMENT} cannot be read: {error}") from None

    def save(
        self, module: nn.Module, optimizer: torch.optim.Optimizer | None, progress: RunProgress
    ) -> None:
        """Store a checkpoint."""
        tensors = {f"model.{name}": tensor for name, tensor in module.state_dict().items()}
        if optimizer is not None:
            tensors |= _moments(optimizer)
        about = {"format": _FORMAT, "progress": msgspec.json.encode(progress).decode()}
        save_weights(self.folder / CHECKPOINT, tensors, about)

    def load(self, module: nn.Module) -> tuple[RunProgress, dict[str, Tensor]] | None:
        """Give a model the last checkpoint's weights; also how far it was, and moments.

        None if there is no checkpoint.

        Raises:
            CheckpointError: it is damaged, or another model's.
        """
        path = self.folder / CHECKPOINT
        if not path.is_file():
            return None
        tensors, about = load_weights(path)
        if about.get("format") != _FORMAT:
            raise CheckpointError(f"{path} is of another version: train anew in another folder")
        weights = {
            name.removeprefix("model."): tensor
            for name, tensor in tensors.items()
            if name.startswith("model.")
        }
        fill_weights(module, weights, path)
        return msgspec.json.decode(about["progress"], type=RunProgress), tensors

    def is_past(self, phase: str) -> bool:
        """Whether a phase is over."""
        path = self.folder / CHECKPOINT
        if not path.is_file() or not self.best(phase).is_file():
            return False
        progress = msgspec.json.decode(load_weights(path)[1]["progress"], type=RunProgress)
        return phase in progress.past

    def best(self, phase: str) -> Path:
        """Where the best weights of a phase are."""
        return self.folder / f"best-{phase}.safetensors"

    def recoveries(self, epoch: int) -> Path:
        """Where the recovery examples of an epoch are."""
        return self.folder / "recoveries" / f"{epoch:03}.npz"

    def keep_log(self, entries: int) -> None:
        """Forget what was logged after so many entries, as it will be done again."""
        path = self.folder / LOG
        if path.is_file():
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            write_whole(path, "".join(lines[:entries]).encode())

    def log(self, phase: str, epoch: int, values: dict[str, float]) -> None:
        """Add an epoch's numbers to the log, as a JSON line and for TensorBoard."""
        with (self.folder / LOG).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"phase": phase, "epoch": epoch, **values}) + "\n")
        from torch.utils.tensorboard import SummaryWriter  # slow to import

        with SummaryWriter(str(self.folder / "tensorboard"), purge_step=epoch) as writer:
            for name, value in values.items():
                writer.add_scalar(f"{phase}/{name}", value, epoch)


def _difference(before: RunCard, now: RunCard) -> str:
    """The first thing in which two runs differ."""
    old, new = msgspec.to_builtins(before), msgspec.to_builtins(now)
    for name in Experiment.__struct_fields__:
        if old[name] != new[name]:
            return f"{name} is {old[name]!r} there and {new[name]!r} here"
    return "of other games or written instructions"


def _moments(optimizer: torch.optim.Optimizer) -> dict[str, Tensor]:
    """The optimizer's state as tensors."""
    states = optimizer.state_dict()["state"]
    return {
        f"optimizer.{i}.{name}": torch.as_tensor(value)
        for i, state in states.items()
        for name, value in state.items()
    }


def restore_moments(optimizer: torch.optim.Optimizer, tensors: Mapping[str, Tensor]) -> None:
    """Give an optimizer a checkpoint's moments."""
    states: dict[int, dict[str, Tensor]] = {}
    for name, tensor in tensors.items():
        if name.startswith("optimizer."):
            _, i, key = name.split(".", 2)
            states.setdefault(int(i), {})[key] = tensor
    whole = optimizer.state_dict()
    optimizer.load_state_dict({**whole, "state": states})


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

    It is taken only if everything that decides its weights is the same there, so the result is what
    training it again would give.

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
