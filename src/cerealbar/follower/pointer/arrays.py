"""The network's forward pass in NumPy, so that following needs no torch.

It computes what `network.py` does in evaluation, from the same weights. Shape letters as there: N
instructions, L words, O objects, K card slots, T = O + L, S steps of the decoder, W width.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.follower.pointer.array_layers import (
    GoalBlockArrays,
    LinearArrays,
    NormArrays,
    SceneBlockArrays,
    WordLayerArrays,
    log_softmax,
)
from cerealbar.follower.pointer.array_places import PlaceTable, mix_places
from cerealbar.follower.pointer.config import PointerConfig
from cerealbar.follower.pointer.inputs import PointerInputs
from cerealbar.follower.pointer.objects import FIRST_CARD
from cerealbar.follower.pointer.weights import GOAL_BLOCKS, WORD_LAYERS, Floats, NamedWeights
from cerealbar.follower.vocabulary import PADDING, Vocabulary
from cerealbar.game import CELLS

HARDLY = -1e4
"""A logit of what cannot be; infinity would have no gradient."""


@dataclass(frozen=True, slots=True)
class ReadScene:
    """Words and objects that know of each other."""

    tokens: Floats
    """(N, T, W): the objects, then the words."""
    bias: Floats
    """(N, 1, 1, T): 0, or minus infinity for padding."""
    is_object: NDArray[np.bool_]
    """(N, O)."""
    places: Floats
    """(offsets, W): what every offset is to the decoder."""
    slots: int
    """K."""
    key_values: tuple[Floats, ...]
    """(N, T, 2 W) each: what the decoder's blocks attend to."""

    def take(self, rows: NDArray[np.integer]) -> "ReadScene":
        """Those of some instructions."""
        tokens, bias, is_object = self.tokens[rows], self.bias[rows], self.is_object[rows]
        key_values = tuple([each[rows] for each in self.key_values])
        return ReadScene(tokens, bias, is_object, self.places, self.slots, key_values)

    @property
    def cards(self) -> Floats:
        """(N, K, W)."""
        return self.tokens[:, FIRST_CARD : FIRST_CARD + self.slots]

    @property
    def is_card(self) -> NDArray[np.bool_]:
        """(N, K)."""
        return self.is_object[:, FIRST_CARD : FIRST_CARD + self.slots]

    @property
    def objects(self) -> Floats:
        """(N, O, W)."""
        return self.tokens[:, : self.is_object.shape[1]]


class WordEmbeddingArrays:
    """Words by what they are, how they are spelt and where they stand."""

    def __init__(self, weights: NamedWeights) -> None:
        self.known, self.spelt, self.segment, self.position = (
            weights[f"{name}.weight"] for name in ("known", "spelt", "segment", "position")
        )
        self.layers = [WordLayerArrays(weights.part(f"layers.{i}")) for i in range(WORD_LAYERS)]

    def __call__(self, inputs: PointerInputs) -> Floats:
        """(N, L, W)."""
        x = self.known.take(inputs.ids, axis=0)
        x += self._spellings(inputs).take(inputs.spellings, axis=0)
        x += self.segment.take(inputs.segments, axis=0)
        x += self.position[: x.shape[1]]
        is_word = (inputs.ids != PADDING)[..., None].astype(np.float32)
        for layer in self.layers:
            x = layer(x, is_word)
        return x

    def _spellings(self, inputs: PointerInputs) -> Floats:
        """(U, W): the mean of the n-grams of each word; 0 for what has none."""
        sizes = np.diff(inputs.firsts, append=len(inputs.groups))
        found = np.zeros((len(sizes), self.spelt.shape[1]), np.float32)
        some = np.flatnonzero(sizes)
        rows = self.spelt.take(inputs.groups, axis=0)
        sums = np.add.reduceat(rows, inputs.firsts[some], axis=0)
        found[some] = sums / sizes[some, None].astype(np.float32)
        return found


class PointerArrays:
    """Points at the goals of an instruction, one after the other.

    It computes with the very arrays that it is given, so it follows what changes in them.
    """

    def __init__(
        self, weights: Mapping[str, Floats], config: PointerConfig, vocabulary: Vocabulary
    ) -> None:
        """A network of the weights that `weight_shapes` tells of."""
        self.config = config
        self.vocabulary = vocabulary
        named = NamedWeights(weights)

        def linear(name: str) -> LinearArrays:
            return LinearArrays(named.part(name))

        def blocks(name: str, count: int) -> list[NamedWeights]:
            return [named.part(f"{name}.{i}") for i in range(count)]

        self._words = WordEmbeddingArrays(named.part("words"))
        self._see = linear("see")
        self._blocks = [
            SceneBlockArrays(each, config.heads) for each in blocks("blocks", config.layers)
        ]
        self._goal_blocks = [
            GoalBlockArrays(each, config.heads) for each in blocks("goal_blocks", GOAL_BLOCKS)
        ]
        self._norm, self._goal_norm = (
            NormArrays(named.part(name)) for name in ("norm", "goal_norm")
        )
        self._step = named["step.weight"]
        self._last, self._done = linear("last"), linear("done")
        self._wanted, self._end, self._heading = linear("wanted"), linear("end"), linear("heading")
        self._point, self._point_place = linear("point"), linear("point_place")
        self._go, self._go_beside = linear("go"), linear("go_beside")
        self._anchor, self._ground = linear("anchor"), linear("ground")
        self._places = PlaceTable(linear("place.0"), linear("place.2"))

    def encode(self, inputs: PointerInputs) -> ReadScene:
        """Let words and objects learn of each other."""
        x = np.concatenate([self._see(inputs.features), self._words(inputs)], axis=1)
        is_there = np.concatenate([inputs.is_object, inputs.ids != PADDING], axis=1)
        bias = np.where(is_there, np.float32(0), np.float32(-np.inf))[:, None, None]
        for block in self._blocks:
            x = block(x, bias)
        x = self._norm(x)
        key_values = tuple([block.key_value(x) for block in self._goal_blocks])
        return ReadScene(x, bias, inputs.is_object, self._places(), inputs.slots, key_values)

    def follow(self, scene: ReadScene, goals: NDArray[np.int64], first: int = 0) -> Floats:
        """(N, S, W): the states of steps `first` on, after the cards `goals` (N, first + S - 1).

        Goals are slots; -1 stands for none.
        """
        count, before = goals.shape
        cards = np.zeros((count, before + 1, self.config.width), np.float32)  # none at first
        rows, steps = np.nonzero(goals >= 0)
        cards[rows, steps + 1] = scene.cards[rows, goals[rows, steps]]
        done = cards.cumsum(axis=1)
        x = scene.tokens[:, :1] + self._step[first : before + 1]
        x += self._last(cards[:, first:])
        x += self._done(done[:, first:])
        for block, key_value in zip(self._goal_blocks, scene.key_values, strict=True):
            x = block(x, key_value, scene.bias)
        return self._goal_norm(x)

    def option_logits(
        self,
        scene: ReadScene,
        states: Floats,
        offsets: NDArray[np.int64],
        free: NDArray[np.bool_],
    ) -> Floats:
        """(N, S, K + 2): how likely each card is next, then to stop, to go to a place and stop.

        `offsets` (N, S, K) say where the cards are for one who has got to the last goal, and `free`
        (N, S, K) which can be next.
        """
        logits: Floats = self._point(states) @ scene.cards.swapaxes(1, 2)
        places = scene.places.take(offsets, axis=0)  # (N, S, K, W)
        logits += (places @ self._point_place(states)[..., None])[..., 0]
        logits *= self.config.width**-0.5
        logits += self._wanted(scene.cards).swapaxes(1, 2)
        logits[~free] = -np.inf
        return np.concatenate([logits, self._end(states)], axis=-1)

    def place_log_probabilities(
        self,
        scene: ReadScene,
        states: Floats,
        object_offsets: NDArray[np.int64],
        cell_offsets: NDArray[np.int64],
        ground: Floats,
        is_end: NDArray[np.bool_],
    ) -> Floats:
        """(N, 625): the logarithm of how likely each cell is the end, from the states (N, W) of the
        last steps.

        An object is chosen, then a cell by where it is from there. `object_offsets` (N, O) and
        `cell_offsets` (N, 625) say where objects and cells are for one who has got to the last
        goal; `ground` (N, 625, features) what the cells are like, and `is_end` (N, 625) which can
        be an end.
        """
        scale = self.config.width**-0.5
        anchors = (scene.objects @ self._anchor(states)[..., None])[..., 0] * scale
        anchors[~scene.is_object] = -np.inf
        plain = np.take_along_axis(self._go(states) @ scene.places.T * scale, cell_offsets, axis=1)
        plain += (ground @ self._ground(states)[..., None])[..., 0]
        plain[~is_end] = HARDLY
        around = self._go_beside(states) @ scene.places.T * scale  # (N, offsets)
        found = np.empty((len(states), CELLS), np.float32)
        each = zip(plain, around, log_softmax(anchors), strict=True)
        for i, logits in enumerate(each):
            found[i] = mix_places(*logits, cell_offsets[i], object_offsets[i])
        return found

    def heading_logits(self, states: Floats) -> Floats:
        """(N, 7): how the follower looks at the end, from the states (N, W) of the last steps."""
        return self._heading(states)
