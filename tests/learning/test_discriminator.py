"""What `results/discriminator.py` prints of a run."""

from typing import Literal

import msgspec
import pytest
import torch

from cerealbar.learning.demonstrations import demonstrations
from results.discriminator import LAYERS, mean_logits
from tests.learning.lessons import SMALL, examples, small_model


@pytest.mark.parametrize(
    ("kind", "dead"), [("printed", {"G_1", "H_2", "H_3"}), ("before-norm", set())]
)
def test_layers_that_say_nothing_are_told(
    kind: Literal["printed", "before-norm"], dead: set[str]
) -> None:
    torch.manual_seed(0)
    model = small_model(msgspec.structs.replace(SMALL, discriminator=kind)).eval()
    found = mean_logits(model, demonstrations(examples()))
    assert {layer for layer, mean in found.items() if mean < 1e-5} == dead
    assert {layer for layer, mean in found.items() if mean > 1e-3} == set(LAYERS) - dead
