"""The network: a small transformer over words and objects, and a decoder that points.

It is written once, over weights by their names, and computed by NumPy where it follows and by torch
where it learns. Shape letters: N instructions, L words, O objects, K card slots, T = O + L, S steps
of the decoder, W width.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cerealbar.follower.config import PointerConfig
from cerealbar.follower.pointer.numpy_backend import NumpyBackend
from cerealbar.follower.pointer.objects import FIRST_CARD, ObjectArrays
from cerealbar.follower.pointer.places import PLACES
from cerealbar.follower.pointer.weights import GOAL_BLOCKS, WORD_LAYERS
from cerealbar.follower.pointer.words import WordArrays
from cerealbar.follower.vocabulary import PADDING, Vocabulary
from cerealbar.game import StateArray

if TYPE_CHECKING:
    from cerealbar.follower.pointer.torch_backend import TorchBackend

Numbers: TypeAlias = Any  # an array of NumPy or a tensor of torch, of single precision
_HARDLY = -1e4
"""A logit of what cannot be; infinity would have no gradient."""


@dataclass(frozen=True, slots=True)
class PointerInputs:
    """N instructions on their boards."""

    states: StateArray
    """(N,): the boards."""
    objects: ObjectArrays
    words: WordArrays

    def __len__(self) -> int:
        return len(self.states)


@dataclass(frozen=True, slots=True)
class EncodedScene:
    """Words and objects that know of each other."""

    tokens: Numbers
    """(N, T, W): the objects, then the words."""
    bias: Numbers
    """(N, 1, 1, T): 0, or minus infinity for padding."""
    is_object: NDArray[np.bool_]
    """(N, O)."""
    places: Numbers
    """(offsets, W): what every offset is to the decoder."""
    slots: int
    """K."""
    key_values: tuple[Numbers, ...]
    """(N, T, 2 W) each: what the decoder's blocks attend to."""

    def take(self, rows: NDArray[np.integer]) -> "EncodedScene":
        """Those of some instructions."""
        tokens, bias, is_object = self.tokens[rows], self.bias[rows], self.is_object[rows]
        key_values = tuple([each[rows] for each in self.key_values])
        return EncodedScene(tokens, bias, is_object, self.places, self.slots, key_values)

    @property
    def cards(self) -> Numbers:
        """(N, K, W)."""
        return self.tokens[:, FIRST_CARD : FIRST_CARD + self.slots]

    @property
    def is_card(self) -> NDArray[np.bool_]:
        """(N, K)."""
        return self.is_object[:, FIRST_CARD : FIRST_CARD + self.slots]

    @property
    def objects(self) -> Numbers:
        """(N, O, W)."""
        return self.tokens[:, : self.is_object.shape[1]]


class PointerNetwork:
    """Points at the goals of an instruction, one after the other.

    It computes with the very weights that it is given, so it follows what changes in them.
    """

    def __init__(
        self,
        weights: Mapping[str, Numbers],
        backend: "NumpyBackend | TorchBackend",
        config: PointerConfig,
        vocabulary: Vocabulary,
    ) -> None:
        """A network of the parts that `network_parts` tells of."""
        self.config = config
        self.vocabulary = vocabulary
        self._backend: Any = backend  # whose numbers are arrays or tensors
        names = [name.removesuffix(".weight") for name in weights if name.endswith(".weight")]
        self._parts = {
            name: (weights[f"{name}.weight"], weights.get(f"{name}.bias")) for name in names
        }

    def encode(self, inputs: PointerInputs) -> EncodedScene:
        """Let words and objects learn of each other."""
        by = self._backend
        objects = self._linear("see", by.numbers(inputs.objects.features))
        x = by.dropped(by.join([objects, self._words(inputs.words)], 1), self.config.dropout)
        is_object, slots = inputs.objects.is_object, inputs.objects.slots
        is_there = np.concatenate([is_object, inputs.words.ids != PADDING], axis=1)
        bias = np.where(is_there, np.float32(0), np.float32(-np.inf))[:, None, None]
        numbers = by.numbers(bias)
        for i in range(self.config.layers):
            x = self._scene_block(f"blocks.{i}", x, numbers)
        x = self._norm("norm", x)
        blocks = range(GOAL_BLOCKS)
        key_values = tuple([self._linear(f"goal_blocks.{i}.key_value", x) for i in blocks])
        return EncodedScene(x, numbers, is_object, self._places(), slots, key_values)

    def follow(self, scene: EncodedScene, goals: NDArray[np.int64], first: int = 0) -> Numbers:
        """(N, S, W): the states of steps `first` on, after the cards `goals` (N, first + S - 1).

        Goals are slots; -1 stands for none.
        """
        by = self._backend
        steps = np.pad(goals, ((0, 0), (1, 0)), constant_values=-1)  # none before the first
        is_goal = steps[..., None] == np.arange(scene.slots)
        cards = by.numbers(is_goal.astype(np.float32)) @ scene.cards
        x = scene.tokens[:, :1] + self._parts["step"][0][first : steps.shape[1]]
        x = x + self._linear("last", cards[:, first:])
        x = x + self._linear("done", cards.cumsum(1)[:, first:])
        for i, key_value in enumerate(scene.key_values):
            x = self._goal_block(f"goal_blocks.{i}", x, key_value, scene.bias)
        return self._norm("goal_norm", x)

    def option_logits(
        self,
        scene: EncodedScene,
        states: Numbers,
        offsets: NDArray[np.int64],
        free: NDArray[np.bool_],
    ) -> Numbers:
        """(N, S, K + 2): how likely each card is next, then to stop, to go to a place and stop.

        `offsets` (N, S, K) say where the cards are for one who has got to the last goal, and `free`
        (N, S, K) which can be next.
        """
        by, cards = self._backend, scene.cards
        places = by.take(scene.places, offsets)  # (N, S, K, W)
        logits = self._linear("point", states) @ cards.swapaxes(1, 2)
        logits = logits + (places @ self._linear("point_place", states)[..., None])[..., 0]
        logits = logits * self._scale + self._linear("wanted", cards).swapaxes(1, 2)
        return by.join([by.fill(logits, ~free, -np.inf), self._linear("end", states)], -1)

    def place_log_probabilities(
        self,
        scene: EncodedScene,
        states: Numbers,
        object_offsets: NDArray[np.int64],
        cell_offsets: NDArray[np.int64],
        ground: NDArray[np.float32],
        is_end: NDArray[np.bool_],
    ) -> Numbers:
        """(N, 625): the logarithm of how likely each cell is the end, from the states (N, W) of the
        last steps.

        An object is chosen, then a cell by where it is from there. `object_offsets` (N, O) and
        `cell_offsets` (N, 625) say where objects and cells are for one who has got to the last
        goal; `ground` (N, 625, features) what the cells are like, and `is_end` (N, 625) which can
        be an end.
        """
        by, places = self._backend, scene.places.swapaxes(0, 1)
        anchors = (scene.objects @ self._linear("anchor", states)[..., None])[..., 0] * self._scale
        plain = by.along(self._linear("go", states) @ places * self._scale, cell_offsets)
        plain = plain + (by.numbers(ground) @ self._linear("ground", states)[..., None])[..., 0]
        return by.mix_places(
            by.fill(plain, ~is_end, _HARDLY),
            self._linear("go_beside", states) @ places * self._scale,
            by.fill(anchors, ~scene.is_object, -np.inf),
            cell_offsets,
            object_offsets,
        )

    def heading_logits(self, states: Numbers) -> Numbers:
        """(N, 7): how the follower looks at the end, from the states (N, W) of the last steps."""
        return self._linear("heading", states)

    @property
    def _scale(self) -> float:
        """By what products of two states are multiplied."""
        return float(self.config.width**-0.5)

    def _words(self, words: WordArrays) -> Numbers:
        """(N, L, W): words by what they are, how they are spelt and where they stand."""
        by = self._backend
        known, spelt, segment, position = (
            self._parts[f"words.{name}"][0] for name in ("known", "spelt", "segment", "position")
        )
        spellings = by.mean_of_groups(spelt, words.groups, words.firsts)
        x = by.take(known, words.ids) + by.take(spellings, words.spellings)
        x = x + by.take(segment, words.segments) + position[: x.shape[1]]
        is_word = by.numbers((words.ids != PADDING)[..., None].astype(np.float32))
        for i in range(WORD_LAYERS):
            x = self._word_layer(f"words.layers.{i}", x, is_word)
        return x

    def _word_layer(self, name: str, x: Numbers, is_word: Numbers) -> Numbers:
        """(N, L, W): each word with its neighbours on both sides; what is no word tells nothing."""
        by = self._backend
        told = self._norm(f"{name}.norm", x) * is_word
        nothing = by.numbers(np.zeros((len(x), 1, self.config.width), np.float32))
        row = by.join([nothing, told, nothing], 1)
        near = self._linear(f"{name}.near", by.join([row[:, :-2], told, row[:, 2:]], -1))
        return x + by.rectified(near)

    def _scene_block(self, name: str, x: Numbers, bias: Numbers) -> Numbers:
        """(N, T, W): all words and objects attend to all."""
        width = self.config.width
        found = self._linear(f"{name}.project", self._norm(f"{name}.norm", x))
        parts = found[..., :width], found[..., width : 2 * width], found[..., 2 * width :]
        return self._attended(name, x, *parts, bias)

    def _goal_block(self, name: str, x: Numbers, key_value: Numbers, bias: Numbers) -> Numbers:
        """(N, S, W): the steps of a decoder attend to the words and objects, each on its own."""
        width = self.config.width
        query = self._linear(f"{name}.query", self._norm(f"{name}.norm", x))
        return self._attended(name, x, query, key_value[..., :width], key_value[..., width:], bias)

    def _attended(
        self, name: str, x: Numbers, q: Numbers, k: Numbers, v: Numbers, bias: Numbers
    ) -> Numbers:
        """What is found by attention, and a hidden layer after it."""
        by = self._backend
        x = x + self._linear(f"{name}.mix", by.attend(q, k, v, self.config.heads, bias))
        name = f"{name}.forward_layer"
        wide = self._linear(f"{name}.widen", self._norm(f"{name}.norm", x))
        return x + self._linear(f"{name}.narrow", by.rectified(wide))

    def _places(self) -> Numbers:
        """(offsets, W): what every offset is to the decoder."""
        weights = *self._parts["place.0"], *self._parts["place.2"]
        return self._backend.kept(weights, self._place_table)

    def _place_table(self) -> Numbers:
        hidden = self._linear("place.0", self._backend.numbers(PLACES))
        return self._linear("place.2", self._backend.rectified(hidden))

    def _linear(self, name: str, x: Numbers) -> Numbers:
        return self._backend.linear(x, *self._parts[name])

    def _norm(self, name: str, x: Numbers) -> Numbers:
        return self._backend.norm(x, *self._parts[name])
