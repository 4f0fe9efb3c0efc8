"""A trained follower as a folder: what it is in `model.json`, its weights in `model.safetensors`.

A folder with both is a follower wherever one is named. What learns needs torch; the pointer model
follows without it.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
import safetensors.numpy
from numpy.typing import NDArray
from safetensors import SafetensorError

from cerealbar import __version__
from cerealbar.agents.policy import (
    Assignments,
    Forgetting,
    MemoryRows,
    Policy,
    PolicyFollower,
    Situations,
    TaskPolicy,
)
from cerealbar.agents.rule_based import RuleBasedFollower
from cerealbar.follower.config import (
    Confidence,
    PlanConfig,
    PointerConfig,
    RuleTrust,
    Seq2SeqConfig,
)
from cerealbar.follower.pointer import NumpyBackend, PointerNetwork, PointerPolicy
from cerealbar.follower.pointer.weights import find_mismatch
from cerealbar.follower.vocabulary import Vocabulary
from cerealbar.game import CerealBarError
from cerealbar.records.files import write_whole
from cerealbar.views import Plan

FORMAT = 1
"""Rises when weights of before would mean something else."""
CARD, WEIGHTS = "model.json", "model.safetensors"
ModelKind = Literal["plan", "seq2seq", "pointer"]


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
    trust: RuleTrust | None = None
    """How far a pointer model also follows rules; None if it does not."""
    confidence: Confidence | None = None
    """How sure a pointer model is; None for as likely as its goals are to it."""
    give_up_below: float = 0.0
    """A pointer model that is less sure says that it does not understand."""
    words: tuple[str, ...] = ()
    """The vocabulary."""
    about: dict[str, object] = {}
    """Where it comes from: experiment, corpus, seed, results."""


def store(path: Path, content: bytes) -> None:
    """Write a file so that it is always whole: as it was, or as it shall be.

    Raises:
        CheckpointError: there is no room, or it may not be written.
    """
    try:
        write_whole(path, content)
    except OSError as error:
        raise CheckpointError(f"{path} cannot be written: {error.strerror}") from error


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


def save_card(folder: Path, card: ModelCard) -> None:
    """Store what a model is; it comes after the weights, so that a folder with one is whole."""
    store(folder / CARD, msgspec.json.format(msgspec.json.encode(card)) + b"\n")


def open_follower(folder: Path) -> PolicyFollower:
    """A stored model as a follower; one that trusts rules goes by them alone if it has a sight.

    Raises:
        CheckpointError: there is none, it is damaged, or it does not fit its card.
        ModuleNotFoundError: torch is missing, and the model needs it.
    """
    card = read_card(folder)
    if card.kind != "pointer":
        from cerealbar.follower.checkpoint import open_policy  # with torch, which others do without

        return PolicyFollower(open_policy(folder))
    try:
        weights = safetensors.numpy.load_file(folder / WEIGHTS)
    except (SafetensorError, OSError, TypeError) as error:  # of types that NumPy does not know
        raise CheckpointError(f"{folder / WEIGHTS} holds no weights: {error}") from None
    if (why := find_mismatch(weights, card.pointer, len(Vocabulary(card.words)))) is not None:
        raise CheckpointError(f"{folder / WEIGHTS} holds another model's weights: {why}")
    net = PointerNetwork(weights, NumpyBackend(), card.pointer, Vocabulary(card.words))
    policy = PointerPolicy(net, card.name, card.give_up_below, card.trust, card.confidence)
    if card.trust is None:
        return PolicyFollower(policy)
    return PolicyFollower(BySight(policy, TaskPolicy(RuleBasedFollower())))


@dataclass(frozen=True, slots=True)
class BySightMemory:
    """What both keep of R instructions."""

    of_each: tuple[Any, Any]
    has_sight: NDArray[np.uint8]
    """(R,): 1 where the second has read."""


class BySight:
    """Reads as the first of two does if the whole board is known, else as the second does."""

    is_deterministic = True

    def __init__(self, whole: Policy, sighted: Policy) -> None:
        self.name = whole.name
        self.policies = whole, sighted

    def new_memory(self, rows: int) -> BySightMemory:
        """Room in both."""
        whole, sighted = self.policies
        of_each = whole.new_memory(rows), sighted.new_memory(rows)
        return BySightMemory(of_each, np.zeros(rows, np.uint8))

    def begin(self, memory: BySightMemory, rows: MemoryRows, given: Assignments) -> None:
        """Let one of them read."""
        has_sight = int(given.known is not None)
        memory.has_sight[rows] = has_sight
        self.policies[has_sight].begin(memory.of_each[has_sight], rows, given)

    def choose(self, memory: BySightMemory, rows: MemoryRows, now: Situations) -> NDArray[np.uint8]:
        """What those choose who have read."""
        chosen = np.empty(len(rows), np.uint8)
        for has_sight, policy in enumerate(self.policies):
            mine = memory.has_sight[rows] == has_sight
            if mine.any():
                known = None if now.known is None else now.known[mine]
                part = Situations(now.states[mine], now.steps[mine], known)
                chosen[mine] = policy.choose(memory.of_each[has_sight], rows[mine], part)
        return chosen

    def forget(self, memory: BySightMemory, rows: MemoryRows) -> None:
        """Whoever keeps more than its memory forgets it."""
        for policy, held in zip(self.policies, memory.of_each, strict=True):
            if isinstance(policy, Forgetting):
                policy.forget(held, rows)

    def plan(self, memory: BySightMemory, row: int) -> Plan | None:
        """The plan of who has read."""
        has_sight = memory.has_sight[row]
        return self.policies[has_sight].plan(memory.of_each[has_sight], row)

    def reason(self, memory: BySightMemory, row: int) -> str | None:
        """The reason of who has read."""
        has_sight = memory.has_sight[row]
        return self.policies[has_sight].reason(memory.of_each[has_sight], row)
