"""The weights of the network by name: which there are, and those of a part of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.follower.pointer.config import OPTIONS, PointerConfig
from cerealbar.follower.pointer.places import PLACE_FEATURES
from cerealbar.follower.pointer.surroundings import CELL_FEATURES
from cerealbar.follower.pointer.traits import OBJECT_FEATURES
from cerealbar.game import HEADINGS

Floats = NDArray[np.float32]
WORD_LAYERS = 2
GOAL_BLOCKS = 2
_Shapes = Iterator[tuple[str, tuple[int, ...]]]


@dataclass(frozen=True, slots=True)
class NamedWeights:
    """Weights of a network, seen from the part whose names begin alike."""

    arrays: Mapping[str, Floats]
    """By their names in the whole network."""
    prefix: str = ""

    def __getitem__(self, name: str) -> Floats:
        return self.arrays[self.prefix + name]

    def get(self, name: str) -> Floats | None:
        """One of them, if it is there."""
        return self.arrays.get(self.prefix + name)

    def part(self, name: str) -> "NamedWeights":
        """Those of a part of this one."""
        return NamedWeights(self.arrays, f"{self.prefix}{name}.")


def weight_shapes(config: PointerConfig, words: int) -> dict[str, tuple[int, ...]]:
    """The shape of every weight of a network that knows so many words."""
    return dict(_shapes(config, words))


def find_mismatch(
    weights: Mapping[str, NDArray[np.generic]], config: PointerConfig, words: int
) -> str | None:
    """Why weights are not those of such a network, or None if they are."""
    expected = weight_shapes(config, words)
    for name, shape in expected.items():
        if name not in weights:
            return f"{name} is missing"
        if weights[name].shape != shape:
            return f"{name} has the shape {weights[name].shape}, not {shape}"
        if weights[name].dtype != np.float32:
            return f"{name} is of {weights[name].dtype}, not of float32"
    odd = sorted(weights.keys() - expected.keys())
    return f"{odd[0]} is not known" if odd else None


def _shapes(config: PointerConfig, words: int) -> _Shapes:
    width, texts = config.width, 1 + config.history
    yield "words.known.weight", (words, width)
    yield "words.spelt.weight", (config.ngram_rows, width)
    yield "words.segment.weight", (texts, width)
    yield "words.position.weight", (texts * config.max_words, width)
    for i in range(WORD_LAYERS):
        yield from _norm(f"words.layers.{i}.norm", width)
        yield from _linear(f"words.layers.{i}.near", 3 * width, width)
    yield from _linear("see", OBJECT_FEATURES, width)
    for i in range(config.layers):
        yield from _linear(f"blocks.{i}.project", width, 3 * width)
        yield from _block(f"blocks.{i}", config)
    yield "step.weight", (1 + config.max_goals, width)
    yield "last.weight", (width, width)
    yield "done.weight", (width, width)
    for i in range(GOAL_BLOCKS):
        yield from _linear(f"goal_blocks.{i}.query", width, width)
        yield from _linear(f"goal_blocks.{i}.key_value", width, 2 * width)
        yield from _block(f"goal_blocks.{i}", config)
    for name in ("norm", "goal_norm"):
        yield from _norm(name, width)
    for name in ("point", "point_place", "go", "anchor", "go_beside", "place.2"):
        yield from _linear(name, width, width)
    yield from _linear("wanted", width, 1)
    yield from _linear("end", width, OPTIONS)
    yield from _linear("heading", width, HEADINGS + 1)
    yield from _linear("ground", width, CELL_FEATURES)
    yield from _linear("place.0", PLACE_FEATURES, width)


def _block(name: str, config: PointerConfig) -> _Shapes:
    """What both kinds of blocks have."""
    width = config.width
    yield from _norm(f"{name}.norm", width)
    yield from _linear(f"{name}.mix", width, width)
    yield from _norm(f"{name}.forward_layer.norm", width)
    yield from _linear(f"{name}.forward_layer.widen", width, config.inner * width)
    yield from _linear(f"{name}.forward_layer.narrow", config.inner * width, width)


def _norm(name: str, width: int) -> _Shapes:
    yield f"{name}.weight", (width,)
    yield f"{name}.bias", (width,)


def _linear(name: str, inputs: int, outputs: int) -> _Shapes:
    yield f"{name}.weight", (outputs, inputs)
    yield f"{name}.bias", (outputs,)
