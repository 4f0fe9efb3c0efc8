"""The parts of the network by name, with the shapes of their weights."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cerealbar.follower.config import PointerConfig
from cerealbar.follower.pointer.objects import OBJECT_FEATURES
from cerealbar.follower.pointer.places import CELL_FEATURES, PLACE_FEATURES
from cerealbar.game import HEADINGS

WORD_LAYERS = 2
GOAL_BLOCKS = 2
STOP, GO = 0, 1
"""What comes after the cards among the options of a step: to end there, or at a place."""
ARRIVAL = HEADINGS
"""The last of the ways to look at the end: as one arrives. The others are turns to the right from
how the follower looks at the beginning."""


class NetworkPart(NamedTuple):
    """A table of embeddings, a matrix product without or with a bias, or a normalisation."""

    kind: Literal["table", "matrix", "linear", "norm"]
    shape: tuple[int, ...]
    """Of its weight."""

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each of its weights."""
        has_bias = self.kind in ("linear", "norm")
        return {"weight": self.shape, **({"bias": self.shape[:1]} if has_bias else {})}


def find_mismatch(
    weights: Mapping[str, NDArray[np.generic]], config: PointerConfig, words: int
) -> str | None:
    """Why weights are not those of such a network, or None if they are."""
    expected = {
        f"{name}.{which}": shape
        for name, part in network_parts(config, words)
        for which, shape in part.shapes.items()
    }
    for name, shape in expected.items():
        if name not in weights:
            return f"{name} is missing"
        if weights[name].shape != shape:
            return f"{name} has the shape {weights[name].shape}, not {shape}"
        if weights[name].dtype != np.float32:
            return f"{name} is of {weights[name].dtype}, not of float32"
    odd = sorted(weights.keys() - expected.keys())
    return f"{odd[0]} is not known" if odd else None


def network_parts(config: PointerConfig, words: int) -> Iterator[tuple[str, NetworkPart]]:
    """The parts of a network that knows so many words, by name."""
    width, texts = config.width, 1 + config.history

    def linear(outputs: int, inputs: int = width) -> NetworkPart:
        return NetworkPart("linear", (outputs, inputs))

    def block(name: str, attention: dict[str, int]) -> Iterator[tuple[str, NetworkPart]]:
        """An attention with the hidden layer after it."""
        yield f"{name}.norm", norm
        for part, outputs in attention.items():
            yield f"{name}.{part}", linear(outputs)
        yield f"{name}.mix", linear(width)
        yield f"{name}.forward_layer.norm", norm
        yield f"{name}.forward_layer.widen", linear(config.inner * width)
        yield f"{name}.forward_layer.narrow", linear(width, config.inner * width)

    norm = NetworkPart("norm", (width,))
    yield "words.known", NetworkPart("table", (words, width))
    yield "words.spelt", NetworkPart("table", (config.ngram_rows, width))
    yield "words.segment", NetworkPart("table", (texts, width))
    yield "words.position", NetworkPart("table", (texts * config.max_words, width))
    for i in range(WORD_LAYERS):
        yield f"words.layers.{i}.norm", norm
        yield f"words.layers.{i}.near", linear(width, 3 * width)
    yield "see", linear(width, OBJECT_FEATURES)
    for i in range(config.layers):
        yield from block(f"blocks.{i}", {"project": 3 * width})
    yield "norm", norm
    yield "step", NetworkPart("table", (1 + config.max_goals, width))
    yield "last", NetworkPart("matrix", (width, width))
    yield "done", NetworkPart("matrix", (width, width))
    for i in range(GOAL_BLOCKS):
        yield from block(f"goal_blocks.{i}", {"query": width, "key_value": 2 * width})
    yield "goal_norm", norm
    yield "wanted", linear(1)
    yield "point", linear(width)
    yield "point_place", linear(width)
    yield "end", linear(len((STOP, GO)))
    yield "heading", linear(ARRIVAL + 1)
    yield "go", linear(width)
    yield "anchor", linear(width)
    yield "go_beside", linear(width)
    yield "ground", linear(CELL_FEATURES)
    yield "place.0", linear(width, PLACE_FEATURES)
    yield "place.2", linear(width)
