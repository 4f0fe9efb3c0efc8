"""The weights of a network by name and shape, and what is wrong with others."""

import msgspec
import numpy as np
import pytest

from cerealbar.follower.config import PointerConfig
from cerealbar.follower.pointer.weights import find_mismatch, network_parts
from tests.follower.pointer.worlds import SMALL, WORDS, untrained

WITH_HISTORY = msgspec.structs.replace(SMALL, history=2, layers=1)


@pytest.mark.parametrize("config", [SMALL, WITH_HISTORY], ids=["alone", "with history"])
def test_they_are_those_of_the_network_that_learns(config: PointerConfig) -> None:
    weights = untrained(config).state_dict()
    arrays = {name: weight.numpy() for name, weight in weights.items()}
    assert find_mismatch(arrays, config, len(WORDS)) is None
    assert len(arrays) == sum(len(part.shapes) for _, part in network_parts(config, 6))


def test_what_is_wrong_is_told() -> None:
    weights = {name: weight.numpy() for name, weight in untrained().state_dict().items()}
    assert find_mismatch(weights, SMALL, len(WORDS)) is None
    few = {name: weight for name, weight in weights.items() if name != "see.bias"}
    assert find_mismatch(few, SMALL, len(WORDS)) == "see.bias is missing"
    more = weights | {"hear.bias": weights["see.bias"]}
    assert find_mismatch(more, SMALL, len(WORDS)) == "hear.bias is not known"
    one = weights | {"see.bias": np.zeros(1, np.float32)}
    assert find_mismatch(one, SMALL, len(WORDS)) == "see.bias has the shape (1,), not (32,)"
    half = weights | {"see.bias": weights["see.bias"].astype(np.float16)}
    assert find_mismatch(half, SMALL, len(WORDS)) == "see.bias is of float16, not of float32"
    told = find_mismatch(weights, SMALL, len(WORDS) + 1)
    assert told == "words.known.weight has the shape (6, 32), not (7, 32)"
