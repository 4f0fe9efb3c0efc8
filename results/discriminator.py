"""Whether the implicit discriminator of a run says anything: its mean |logit| by layer.

`python -m results.discriminator CORPUS RUN ...` prints them for a corpus's development examples,
as `report.py` gathers them.
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from cerealbar.follower.checkpoint import load_model
from cerealbar.follower.plan_policy import CHUNK, PlanModel
from cerealbar.follower.plan_predictor import start_frames
from cerealbar.follower.world import world_inputs
from cerealbar.learning import Demonstrations, demonstrations
from cerealbar.records import Corpus, load_examples, read_splits

LAYERS = ("G_1", "H_2", "H_3", "H_4")


@torch.inference_mode()
def mean_logits(model: PlanModel, given: Demonstrations) -> dict[str, float]:
    """The mean |logit| of each layer that the discriminator reads."""
    found: list[Tensor] = []
    for first in range(0, len(given), CHUNK):
        part = given.take(np.arange(first, min(first + CHUNK, len(given))))
        words, frames = model.read(list(part.texts)), start_frames(part.start)
        found.append(model.predictor(words, world_inputs(part.start), frames).implicit.abs())
    return dict(zip(LAYERS, torch.cat(found).mean(0).tolist(), strict=True))


if __name__ == "__main__":
    folder, *runs = map(Path, sys.argv[1:])
    examples = load_examples(Corpus(folder), read_splits(folder).part("development"))
    given, found = demonstrations(examples), {}
    for run in runs:
        model, _ = load_model(run)
        assert isinstance(model, PlanModel), f"{run} has no discriminator"
        found[run.name] = mean_logits(model.eval(), given)
    print(json.dumps(found))
