"""One epoch of parameter updates."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from math import cos, pi

import numpy as np
import torch
from torch import nn

from cerealbar.follower.hexconv import precision
from cerealbar.learning.batches import epoch_batches
from cerealbar.learning.demonstrations import Demonstrations
from cerealbar.learning.experiment import Phase
from cerealbar.learning.losses import Trainee
from cerealbar.learning.workers import Workers

Move = Callable[[float], None]
"""Told which share of some work is done."""


Bars = Callable[[str], AbstractContextManager[Move]]
"""Makes a bar for some work with a title, shown while it is entered."""
DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16}
"""By the precision of a phase."""
_WARM_UP = 0.15
"""The share of a cycle in which the learning rate rises."""


@contextmanager
def no_bars(title: str) -> Iterator[Move]:
    """Shows nothing."""
    yield lambda share: None


@dataclass(frozen=True, slots=True)
class EpochKey:
    """Where in a run an epoch is; with the seed it decides all that is left to chance."""

    seed: int
    phase: int
    epoch: int

    @property
    def key(self) -> tuple[int, ...]:
        """What random generators of this epoch begin with."""
        return self.seed % 2**32, self.phase, self.epoch


def make_optimizer(module: nn.Module, phase: Phase) -> torch.optim.Adam:
    """Adam, with decay apart from the loss if there is any."""
    parameters = [each for each in module.parameters() if each.requires_grad]
    if phase.decay:
        return torch.optim.AdamW(
            parameters, lr=phase.learning_rate, weight_decay=phase.decay, fused=True
        )
    return torch.optim.Adam(parameters, lr=phase.learning_rate, weight_decay=phase.l2, fused=True)


def rate_factor(phase: Phase, share: float) -> float:
    """What the learning rate is multiplied by when this share of all epochs is done."""
    if phase.schedule == "constant":
        return 1.0
    if share < _WARM_UP:
        return max(0.02, share / _WARM_UP)
    return max(0.001, (1 + cos(pi * (share - _WARM_UP) / (1 - _WARM_UP))) / 2)


def run_epoch(
    trainee: Trainee,
    optimizer: torch.optim.Optimizer,
    given: Demonstrations,
    phase: Phase,
    place: EpochKey,
    workers: Workers,
    move: Move,
) -> dict[str, float]:
    """Update parameters with every demonstration once; returns the mean of each loss."""
    trainee.module.train()
    torch.manual_seed(int(np.random.SeedSequence(place.key).generate_state(1)[0]))
    examples = trainee.prepare(given)
    batches = epoch_batches(examples.lengths, phase.batch, place.key)
    sums: dict[str, float] = {}
    for number, batch in enumerate(batches):
        share = (place.epoch + number / len(batches)) / phase.epochs
        for group in optimizer.param_groups:
            group["lr"] = phase.learning_rate * rate_factor(phase, share)
        mine = workers.share(batch)
        optimizer.zero_grad()
        if len(mine):
            rng = np.random.default_rng((*place.key, number, workers.rank))
            actions = float(examples.lengths[batch].mean())
            with precision(trainee.module, DTYPES[phase.precision]):
                losses = trainee.losses(examples.take(mine), actions, rng)
            total = torch.stack(list(losses.values())).sum() / len(batch)
            total.backward()  # type: ignore[no-untyped-call]
            for name, loss in losses.items():
                sums[name] = sums.get(name, 0.0) + float(loss.detach())
        workers.add_gradients(trainee.module)
        if phase.clip is not None:
            nn.utils.clip_grad_norm_(trainee.module.parameters(), phase.clip)
        optimizer.step()
        move((number + 1) / len(batches))
    return {f"loss_{name}": total / len(given) for name, total in workers.add(sums).items()}
