"""The network's forward pass in NumPy, so that following needs no torch.

It computes what `network.py` does in evaluation, from the same weights. Shape letters as there: N
instructions, L words, O objects, K card slots, T = O + L, S steps of the decoder, W width.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.follower.pointer.config import PointerConfig
from cerealbar.follower.pointer.inputs import PointerInputs
from cerealbar.follower.pointer.objects import FIRST_CARD
from cerealbar.follower.pointer.places import HERE, PLACES
from cerealbar.follower.vocabulary import PADDING, Vocabulary

Floats = NDArray[np.float32]
HARDLY = -1e4
"""A logit of what cannot be; infinity would have no gradient."""
_TINY = np.float32(1e-5)
_AT_ONCE = 8
"""Instructions whose places are weighed at once, so that all cells of all objects fit a cache."""


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

    def take(self, rows: NDArray[np.integer]) -> "ReadScene":
        """Those of some instructions."""
        tokens, bias, is_object = self.tokens[rows], self.bias[rows], self.is_object[rows]
        return ReadScene(tokens, bias, is_object, self.places, self.slots)

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


def log_softmax(logits: Floats) -> Floats:
    """The logarithms of shares over the last axis."""
    found: Floats = logits - logits.max(axis=-1, keepdims=True)
    found -= np.log(np.exp(found).sum(axis=-1, keepdims=True))
    return found


class PointerArrays:
    """Points at the goals of an instruction, one after the other.

    The weights are those of a `PointerNet`, by the same names, and may change between calls.
    """

    def __init__(
        self, weights: Mapping[str, Floats], config: PointerConfig, vocabulary: Vocabulary
    ) -> None:
        self.weights = weights
        self.config = config
        self.vocabulary = vocabulary

    def encode(self, inputs: PointerInputs) -> ReadScene:
        """Let words and objects learn of each other."""
        x = np.concatenate([self._linear("see", inputs.features), self._words(inputs)], axis=1)
        is_there = np.concatenate([inputs.is_object, inputs.ids != PADDING], axis=1)
        bias = np.where(is_there, np.float32(0), np.float32(-np.inf))[:, None, None]
        for i in range(self.config.layers):
            name = f"blocks.{i}"
            q, k, v = np.split(
                self._linear(f"{name}.project", self._norm(f"{name}.norm", x)), 3, axis=-1
            )
            x += self._linear(f"{name}.mix", self._attend(q, k, v, bias))
            self._forward(f"{name}.forward_layer", x)
        places = self._linear("place.2", np.maximum(self._linear("place.0", PLACES), 0))
        return ReadScene(self._norm("norm", x), bias, inputs.is_object, places, inputs.slots)

    def follow(self, scene: ReadScene, goals: NDArray[np.int64], first: int = 0) -> Floats:
        """(N, S, W): the states of steps `first` on, after the cards `goals` (N, first + S - 1).

        Goals are slots; -1 stands for none.
        """
        steps = goals.shape[1] + 1 - first
        rows = np.arange(len(goals))[:, None]
        cards = scene.cards[rows, np.maximum(goals, 0)] * (goals >= 0)[..., None].astype(np.float32)
        before = np.pad(cards, ((0, 0), (1, 0), (0, 0)))
        last, done = before[:, first:], before.cumsum(axis=1)[:, first:]
        x = scene.tokens[:, :1] + self.weights["step.weight"][first : first + steps]
        x = x + self._linear("last", last) + self._linear("done", done)
        blocks = sum(name.endswith(".query.weight") for name in self.weights)
        for i in range(blocks):
            name = f"goal_blocks.{i}"
            k, v = np.split(self._linear(f"{name}.key_value", scene.tokens), 2, axis=-1)
            q = self._linear(f"{name}.query", self._norm(f"{name}.norm", x))
            x += self._linear(f"{name}.mix", self._attend(q, k, v, scene.bias))
            self._forward(f"{name}.forward_layer", x)
        return self._norm("goal_norm", x)

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
        scale = np.float32(states.shape[-1] ** -0.5)
        cards = self._linear("point", states) @ scene.cards.transpose(0, 2, 1)
        where = np.matmul(scene.places[offsets], self._linear("point_place", states)[..., None])
        wanted = self._linear("wanted", scene.cards)[..., 0][:, None]
        logits = (cards + where[..., 0]) * scale + wanted
        logits = np.where(free, logits, np.float32(-np.inf))
        return np.concatenate([logits, self._linear("end", states)], axis=-1)

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
        scale = np.float32(states.shape[-1] ** -0.5)
        anchors = np.matmul(scene.objects, self._linear("anchor", states)[..., None])[..., 0]
        anchors = np.where(scene.is_object, anchors * scale, np.float32(-np.inf))
        anchors = log_softmax(anchors)
        plain = self._linear("go", states) @ scene.places.T * scale
        plain = np.take_along_axis(plain, cell_offsets, axis=1)
        plain += np.matmul(ground, self._linear("ground", states)[..., None])[..., 0]
        plain = np.where(is_end, plain, np.float32(HARDLY))
        around = self._linear("go_beside", states) @ scene.places.T * scale
        found = np.empty_like(plain)
        for first in range(0, len(states), _AT_ONCE):
            part = slice(first, first + _AT_ONCE)
            between = cell_offsets[part, None] - object_offsets[part, :, None] + HERE
            each = np.arange(len(between))[:, None, None]
            chances = log_softmax(around[part][each, between] + plain[part, None])
            chances += anchors[part, :, None]
            most = chances.max(axis=1)
            found[part] = most + np.log(np.exp(chances - most[:, None]).sum(axis=1))
        return found

    def heading_logits(self, states: Floats) -> Floats:
        """(N, 7): how the follower looks at the end, from the states (N, W) of the last steps."""
        return self._linear("heading", states)

    def _words(self, inputs: PointerInputs) -> Floats:
        """(N, L, W): words by what they are, how they are spelt and where they stand."""
        weights, length = self.weights, inputs.ids.shape[1]
        x = weights["words.known.weight"][inputs.ids] + self._spelt(inputs)[inputs.spellings]
        x += weights["words.segment.weight"][inputs.segments]
        x += weights["words.position.weight"][:length]
        is_word = (inputs.ids != PADDING)[..., None].astype(np.float32)
        layers = sum(name.endswith(".near.weight") for name in weights)
        for i in range(layers):
            normed = self._norm(f"words.layers.{i}.norm", x) * is_word
            near = np.pad(normed, ((0, 0), (1, 1), (0, 0)))
            wide = np.concatenate([near[:, :-2], normed, near[:, 2:]], axis=-1)
            x += np.maximum(self._linear(f"words.layers.{i}.near", wide), 0)
        return x

    def _spelt(self, inputs: PointerInputs) -> Floats:
        """(U, W): the mean of each word's groups of characters."""
        counts = np.diff(np.append(inputs.firsts, len(inputs.groups)))
        found = np.zeros((len(counts), self.config.width), np.float32)
        has_any = counts > 0
        if has_any.any():
            groups = self.weights["words.spelt.weight"][inputs.groups]
            sums = np.add.reduceat(groups, inputs.firsts[has_any])
            found[has_any] = sums / counts[has_any, None].astype(np.float32)
        return found

    def _attend(self, q: Floats, k: Floats, v: Floats, bias: Floats) -> Floats:
        """(N, Q, W): what the queries (N, Q, W) find among keys and values (N, T, W)."""
        heads = self.config.heads
        q, k, v = (x.reshape(*x.shape[:2], heads, -1).transpose(0, 2, 1, 3) for x in (q, k, v))
        scores = np.matmul(q, k.transpose(0, 1, 3, 2))
        scores *= np.float32(q.shape[-1] ** -0.5)
        scores += bias
        scores -= scores.max(axis=-1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(axis=-1, keepdims=True)
        found: Floats = np.matmul(scores, v).transpose(0, 2, 1, 3)
        return found.reshape(*found.shape[:2], -1)

    def _forward(self, name: str, x: Floats) -> None:
        """Add the hidden layer after an attention."""
        wide = self._linear(f"{name}.widen", self._norm(f"{name}.norm", x))
        x += self._linear(f"{name}.narrow", np.maximum(wide, 0, out=wide))

    def _norm(self, name: str, x: Floats) -> Floats:
        found: Floats = x - x.mean(axis=-1, keepdims=True)
        spread = np.einsum("...i,...i->...", found, found)[..., None] / np.float32(x.shape[-1])
        found /= np.sqrt(spread + _TINY)
        found *= self.weights[f"{name}.weight"]
        found += self.weights[f"{name}.bias"]
        return found

    def _linear(self, name: str, x: Floats) -> Floats:
        weight, bias = self.weights[f"{name}.weight"], self.weights.get(f"{name}.bias")
        found: Floats = x.reshape(-1, x.shape[-1]) @ weight.T
        if bias is not None:
            found += bias
        return found.reshape(*x.shape[:-1], -1)
