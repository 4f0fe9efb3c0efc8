"""Models with their weights as files, in torch; `stored.py` says what a folder holds."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import safetensors.torch
import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor, nn

from cerealbar.agents.policy import Policy
from cerealbar.follower.plan_policy import PlanModel, PlanPolicy
from cerealbar.follower.pointer import PointerPolicy
from cerealbar.follower.pointer.torch_backend import PointerNet
from cerealbar.follower.seq2seq import Seq2Seq, Seq2SeqPolicy
from cerealbar.follower.stored import (
    WEIGHTS,
    CheckpointError,
    ModelCard,
    read_card,
    save_card,
    store,
)
from cerealbar.follower.vocabulary import Vocabulary

Model = PlanModel | Seq2Seq | PointerNet


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
            return PointerPolicy(model.arrays(), name)


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
            tensors = {name: file.get_tensor(name) for name in file.offset_keys()}
            return tensors, file.metadata() or {}
    except (SafetensorError, OSError) as error:
        raise CheckpointError(f"{path} holds no weights: {error}") from None


def save_model(folder: Path, model: nn.Module, card: ModelCard) -> None:
    """Store a model, and then its card."""
    save_weights(folder / WEIGHTS, model.state_dict())
    save_card(folder, card)


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


def open_policy(folder: Path) -> Policy:
    """A stored model as a policy; it computes in one thread, as more gain little.

    Raises:
        CheckpointError: there is none, it is damaged, or it does not fit its card.
    """
    model, card = load_model(folder)
    policy = policy_for(model, card.name)
    for name in ("begin", "choose"):
        setattr(policy, name, _one_thread()(getattr(policy, name)))
    return policy


@contextmanager
def _one_thread() -> Iterator[None]:
    """Leave what else the process computes its own threads."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
