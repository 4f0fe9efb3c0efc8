"""What is trained in each phase: which losses a batch has, each summed over its examples."""

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cerealbar.follower.plan_policy import PlanModel
from cerealbar.follower.plan_predictor import PlanLogits, plan_distributions, start_frames
from cerealbar.follower.pointer.torch_backend import PointerNet
from cerealbar.follower.seq2seq import Seq2Seq
from cerealbar.follower.vocabulary import PADDING
from cerealbar.follower.world import world_inputs
from cerealbar.learning.batches import PlanLabels, action_batch, plan_labels
from cerealbar.learning.demonstrations import Demonstrations
from cerealbar.learning.losses import LossWeights, action_loss, implicit_loss, plan_losses
from cerealbar.learning.pointer import PointerExamples, pointer_loss, prepare


class ChosenExamples(NamedTuple):
    """Examples of a batch, or of a process's share of one."""

    indices: NDArray[np.int64]
    actions: float
    """How many those of the batch have on average."""
    rng: np.random.Generator
    """For what is left to chance."""


class Trainee(Protocol):
    """A model, or a part of one, with its losses."""

    @property
    def module(self) -> nn.Module:
        """Whose parameters are updated."""
        ...

    def prepare(self, given: Demonstrations) -> Any:  # each has examples of its own kind
        """The examples of an epoch, with what is computed once for them; they have `lengths`."""
        ...

    def losses(self, examples: Any, chosen: ChosenExamples) -> dict[str, Tensor]:
        """Each loss by name, weighted, and summed over the chosen examples."""
        ...


@dataclass(frozen=True, slots=True)
class ReadExamples:
    """Demonstrations whose words are read."""

    given: Demonstrations
    words: NDArray[np.int64]
    """(N, longest): numbers of words, padded."""

    @property
    def lengths(self) -> NDArray[np.int64]:
        """(N,): how many actions each has."""
        return self.given.lengths

    def take(self, chosen: NDArray[np.int64]) -> tuple[Demonstrations, Tensor]:
        """Some of them, with their words (B, T) as a tensor."""
        words = self.words[chosen]
        longest = int((words != PADDING).sum(1).max(initial=1))
        return self.given.take(chosen), torch.from_numpy(words[:, :longest])


class _StageOneTrainee:
    """What training stage 1 and fine-tuning have in common."""

    def __init__(self, model: PlanModel, weights: LossWeights) -> None:
        self.model = model
        self.weights = weights
        names = (*model.config.distributions, "early_goal")
        self.coefficients = {name: getattr(weights, name) for name in names}

    @property
    def device(self) -> torch.device:
        return self.model.generator.used.device

    def prepare(self, given: Demonstrations) -> ReadExamples:
        """Words as numbers."""
        return ReadExamples(given, self.model.read(list(given.texts)).numpy())

    def predict(self, given: Demonstrations, words: Tensor) -> tuple[PlanLogits, PlanLabels]:
        """What stage 1 predicts, and what it should."""
        labels = plan_labels(given)
        labels = PlanLabels(labels.plan.to(self.device), labels.cards.to(self.device))
        logits = self.model.predictor(
            words.to(self.device),
            world_inputs(given.start, given.known).to(self.device),
            start_frames(given.start, self.device),
        )
        return logits, labels

    def weigh(self, logits: PlanLogits, labels: PlanLabels) -> dict[str, Tensor]:
        """L_1, by its parts."""
        found = plan_losses(logits, labels, self.weights.cards)
        return {name: weight * found[name] for name, weight in self.coefficients.items() if weight}


class PlanTrainee(_StageOneTrainee):
    """Stage 1 (Section 5.1)."""

    def __init__(self, model: PlanModel, weights: LossWeights) -> None:
        super().__init__(model, weights)
        self.module = model.predictor

    def losses(self, examples: ReadExamples, chosen: ChosenExamples) -> dict[str, Tensor]:
        """L_1."""
        return self.weigh(*self.predict(*examples.take(chosen.indices)))


class ActionTrainee:
    """Stage 2 with gold plans and teacher forcing (Section 5.1)."""

    def __init__(self, model: PlanModel, weights: LossWeights) -> None:
        self.model = model
        self.module = model.generator
        self.weights = weights

    def prepare(self, given: Demonstrations) -> Demonstrations:
        """Texts are not read."""
        return given

    def losses(self, examples: Demonstrations, chosen: ChosenExamples) -> dict[str, Tensor]:
        """L_2."""
        given = examples.take(chosen.indices)
        device = self.module.used.device
        batch = action_batch(given).to(device)
        plan = plan_labels(given).plan.to(device)
        logits = self.module(plan, batch.poses, batch.before)
        return {
            "actions": action_loss(logits, batch.actions, self.weights.per_action(chosen.actions))
        }


class TwoStageTrainee(_StageOneTrainee):
    """Both stages together, the second with the plans of the first (Section 5.2)."""

    def __init__(self, model: PlanModel, weights: LossWeights) -> None:
        super().__init__(model, weights)
        self.module = model

    def losses(self, examples: ReadExamples, chosen: ChosenExamples) -> dict[str, Tensor]:
        """L_1 + L_2 + lambda_IMP L_IMP."""
        given, words = examples.take(chosen.indices)
        logits, labels = self.predict(given, words)
        batch = action_batch(given).to(self.device)
        plan = plan_distributions(logits.plan, labels.cards)
        found = self.weigh(logits, labels)
        chances = self.model.generator(plan, batch.poses, batch.before)
        found["actions"] = action_loss(
            chances, batch.actions, self.weights.per_action(chosen.actions)
        )
        if self.weights.implicit:
            is_implicit = torch.from_numpy(given.is_implicit).to(self.device)
            found["implicit"] = self.weights.implicit * implicit_loss(logits.implicit, is_implicit)
        return found


class Seq2SeqTrainee:
    """The baseline, with teacher forcing (Appendix G)."""

    def __init__(self, model: Seq2Seq, weights: LossWeights) -> None:
        self.module = model
        self.weights = weights

    def prepare(self, given: Demonstrations) -> ReadExamples:
        """Words as numbers."""
        return ReadExamples(given, self.module.read(list(given.texts)).numpy())

    def losses(self, examples: ReadExamples, chosen: ChosenExamples) -> dict[str, Tensor]:
        """The cross-entropy of the actions."""
        given, words = examples.take(chosen.indices)
        device = self.module.output.weight.device
        batch = action_batch(given).to(device)
        logits = self.module(
            words.to(device),
            world_inputs(given.start, given.known, is_relative=False).to(device),
            batch.before,
        )
        return {
            "actions": action_loss(logits, batch.actions, self.weights.per_action(chosen.actions))
        }


class PointerTrainee:
    """The second model."""

    def __init__(self, model: PointerNet) -> None:
        self.module = model

    def prepare(self, given: Demonstrations) -> PointerExamples:
        """Demonstrations as goals."""
        return prepare(given, self.module.vocabulary, self.module.config)

    def losses(self, examples: PointerExamples, chosen: ChosenExamples) -> dict[str, Tensor]:
        """The cross-entropies of goals, places and headings."""
        return pointer_loss(self.module, examples.take(chosen.indices), chosen.rng)
