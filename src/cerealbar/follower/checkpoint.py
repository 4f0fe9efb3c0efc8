"""A trained follower as a folder: what it is in `model.json`, its weights in `model.safetensors`.

A folder with both is a follower wherever one is named.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec
import safetensors.torch
import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor, nn

from cerealbar import __version__
from cerealbar.agents.policy import Policy, PolicyFollower
from cerealbar.follower.config import PlanConfig, Seq2SeqConfig
from cerealbar.follower.plan_policy import PlanModel, PlanPolicy
from cerealbar.follower.pointer import PointerConfig, PointerNet, PointerPolicy
from cerealbar.follower.seq2seq import Seq2Seq, Seq2SeqPolicy
from cerealbar.follower.vocabulary import Vocabulary
from cerealbar.game import CerealBarError
from cerealbar.records.files import write_whole

FORMAT = 1
"""Rises when weights of before would mean something else."""
CARD, WEIGHTS = "model.json", "model.safetensors"
ModelKind = Literal["plan", "seq2seq", "pointer"]
Model = PlanModel | Seq2Seq | PointerNet


class CheckpointError(CerealBarError, ValueError):
    """A stored model that cannot be read, or cannot be stored."""


class ModelCard(msgspec.Struct, frozen=True, kw_only=True):
    """What a stored model is."""

    format: int = FORMAT
    version: str = __version__
    """The version of this package that stored it."""
    kind: ModelKind
    name: str
    plan: PlanConfig = PlanConfig()
    seq2seq: Seq2SeqConfig = Seq2SeqConfig()
    pointer: PointerConfig = PointerConfig()
    words: tuple[str, ...] = ()
    """The vocabulary."""
    about: dict[str, object] = {}
    """Where it comes from: experiment, corpus, seed, results."""


def build_model(card: ModelCard) -> Model:
    """A model with fresh weights."""
    vocabulary = Vocabulary(card.words)
    match card.kind:
        case "plan":
            return PlanModel(card.plan, vocabulary)
        case "seq2seq":
            return Seq2Seq(card.seq2seq, vocabulary)
        case "pointer":
            return PointerNet(card.pointer, vocabulary)


def policy_for(model: Model, name: str) -> Policy:
    """A model as a policy."""
    match model:
        case PlanModel():
            return PlanPolicy(model, name)
        case Seq2Seq():
            return Seq2SeqPolicy(model, name)
        case PointerNet():
            return PointerPolicy(model, name)


def store(path: Path, content: bytes) -> None:
    """Write a file so that it is always whole: as it was, or as it shall be.

    Raises:
        CheckpointError: there is no room, or it may not be written.
    """
    try:
        write_whole(path, content)
    except OSError as error:
        raise CheckpointError(f"{path} cannot be written: {error.strerror}") from error


def save_weights(
    path: Path, weights: Mapping[str, Tensor], about: Mapping[str, str] | None = None
) -> None:
    """Store tensors, with words about them."""
    whole = {name: tensor.detach().cpu().contiguous() for name, tensor in weights.items()}
    store(path, safetensors.torch.save(whole, dict(about or {})))


def load_weights(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """The tensors of a file, and the words about them.

    Raises:
        CheckpointError: it is none.
    """
    try:
        with safe_open(path, "pt") as file:
            return {
                name: file.get_tensor(name) for name in file.offset_keys()
            }, file.metadata() or {}
    except (SafetensorError, OSError) as error:
        raise CheckpointError(f"{path} holds no weights: {error}") from None


def read_about(path: Path) -> dict[str, str]:
    """The words about the tensors of a file, which are not read.

    Raises:
        CheckpointError: it is none.
    """
    try:
        with safe_open(path, "pt") as file:
            return file.metadata() or {}
    except (SafetensorError, OSError) as error:
        raise CheckpointError(f"{path} holds no weights: {error}") from None


def save_model(folder: Path, model: nn.Module, card: ModelCard) -> None:
    """Store a model; the card comes last, so that a folder with one is whole."""
    save_weights(folder / WEIGHTS, model.state_dict())
    store(folder / CARD, msgspec.json.format(msgspec.json.encode(card)) + b"\n")


def read_card(folder: Path) -> ModelCard:
    """What a stored model is.

    Raises:
        CheckpointError: there is none, or it is of another format.
    """
    try:
        card = msgspec.json.decode((folder / CARD).read_bytes(), type=ModelCard)
    except FileNotFoundError:
        raise CheckpointError(f"{folder} holds no trained follower: it has no {CARD}") from None
    except (msgspec.DecodeError, OSError, UnicodeDecodeError) as error:
        raise CheckpointError(f"{folder / CARD} cannot be read: {error}") from None
    if card.format != FORMAT:
        raise CheckpointError(
            f"{folder} is of format {card.format}: this version reads {FORMAT}; train it anew"
        )
    return card


def load_model(folder: Path) -> tuple[Model, ModelCard]:
    """A stored model.

    Raises:
        CheckpointError: there is none, it is damaged, or it does not fit its card.
    """
    card = read_card(folder)
    model = build_model(card)
    fill_weights(model, load_weights(folder / WEIGHTS)[0], folder / WEIGHTS)
    return model, card


def fill_weights(model: nn.Module, weights: Mapping[str, Tensor], path: Path) -> None:
    """Give a model stored weights.

    Raises:
        CheckpointError: they are another model's.
    """
    try:
        model.load_state_dict(dict(weights))
    except RuntimeError as error:
        told = " ".join(str(error).split())[:200]
        raise CheckpointError(f"{path} holds another model's weights: {told}") from None


def open_follower(folder: Path) -> PolicyFollower:
    """A stored model as a follower; it computes in one thread, as more gain little."""
    torch.set_num_threads(1)
    model, _ = load_model(folder)
    return PolicyFollower(policy_for(model, str(folder)))
