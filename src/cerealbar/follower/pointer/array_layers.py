"""The layers of `layers.py` in NumPy, without what only training needs; in float32 throughout.

Shape letters: B examples, Q queries, T words and objects, W width, H heads. Arrays are changed in
place where they are nobody else's: most of the time goes into memory, not into sums.
"""

import numpy as np

from cerealbar.follower.pointer.weights import Floats, NamedWeights

_EPSILON = 1e-5
"""Of `torch.nn.LayerNorm`."""


def log_softmax(x: Floats) -> Floats:
    """(..., W): logarithms of chances in place of logits (..., W), some of them minus infinity."""
    x -= x.max(axis=-1, keepdims=True)
    x -= np.log(np.exp(x).sum(axis=-1, keepdims=True))
    return x


def attend_to(q: Floats, k: Floats, v: Floats, heads: int, bias: Floats) -> Floats:
    """(B, Q, W): what the queries (B, Q, W) find among keys and values (B, T, W).

    `bias` (B, 1, 1, T) is minus infinity for what is padding.
    """
    shape = q.shape
    q, k, v = (each.reshape(*each.shape[:2], heads, -1).swapaxes(1, 2) for each in (q, k, v))
    chances = k @ (q * q.shape[-1] ** -0.5).swapaxes(2, 3)  # (B, H, T, Q): sums over rows are fast
    chances += bias.swapaxes(2, 3)
    chances -= chances.max(axis=2, keepdims=True)
    np.exp(chances, out=chances)
    sums = np.ones((1, chances.shape[2]), np.float32) @ chances  # (B, H, 1, Q)
    found: Floats = chances.swapaxes(2, 3) @ v
    found /= sums.swapaxes(2, 3)
    return found.swapaxes(1, 2).reshape(shape)


class LinearArrays:
    """A matrix product, and a bias if there is one."""

    def __init__(self, weights: NamedWeights) -> None:
        self.matrix = weights["weight"].T
        self.bias = weights.get("bias")

    def __call__(self, x: Floats) -> Floats:
        """(..., W') from (..., W)."""
        found: Floats = x.reshape(-1, x.shape[-1]) @ self.matrix
        if self.bias is not None:
            found += self.bias
        return found.reshape(*x.shape[:-1], -1)


class NormArrays:
    """Normalisation of each row."""

    def __init__(self, weights: NamedWeights) -> None:
        self.scale, self.bias = weights["weight"], weights["bias"]

    def __call__(self, x: Floats) -> Floats:
        """(..., W) from (..., W)."""
        width = x.shape[-1]
        found: Floats = x - (x @ np.full(width, 1 / width, np.float32))[..., None]
        spread = np.vecdot(found, found)
        spread /= width
        spread += _EPSILON
        found /= np.sqrt(spread, out=spread)[..., None]
        found *= self.scale
        found += self.bias
        return found


class ForwardArrays:
    """The hidden layer after an attention."""

    def __init__(self, weights: NamedWeights) -> None:
        self.norm = NormArrays(weights.part("norm"))
        self.widen = LinearArrays(weights.part("widen"))
        self.narrow = LinearArrays(weights.part("narrow"))

    def __call__(self, x: Floats) -> Floats:
        """(..., W) from (..., W)."""
        wide = self.widen(self.norm(x))
        found = self.narrow(np.maximum(wide, 0, out=wide))
        found += x
        return found


class SceneBlockArrays:
    """All words and objects attend to all."""

    def __init__(self, weights: NamedWeights, heads: int) -> None:
        self.heads = heads
        self.norm = NormArrays(weights.part("norm"))
        self.project = LinearArrays(weights.part("project"))
        self.mix = LinearArrays(weights.part("mix"))
        self.forward_layer = ForwardArrays(weights.part("forward_layer"))

    def __call__(self, x: Floats, bias: Floats) -> Floats:
        """(B, T, W) from (B, T, W)."""
        width, found = x.shape[-1], self.project(self.norm(x))
        q, k, v = found[..., :width], found[..., width : 2 * width], found[..., 2 * width :]
        mixed = self.mix(attend_to(q, k, v, self.heads, bias))
        mixed += x
        return self.forward_layer(mixed)


class GoalBlockArrays:
    """The steps of a decoder attend to the words and objects, each on its own."""

    def __init__(self, weights: NamedWeights, heads: int) -> None:
        self.heads = heads
        self.norm = NormArrays(weights.part("norm"))
        self.query = LinearArrays(weights.part("query"))
        self.key_value = LinearArrays(weights.part("key_value"))
        self.mix = LinearArrays(weights.part("mix"))
        self.forward_layer = ForwardArrays(weights.part("forward_layer"))

    def __call__(self, x: Floats, key_value: Floats, bias: Floats) -> Floats:
        """(B, Q, W) from (B, Q, W) and what `key_value` makes of the scene, (B, T, 2 W)."""
        q, width = self.query(self.norm(x)), x.shape[-1]
        k, v = key_value[..., :width], key_value[..., width:]
        mixed = self.mix(attend_to(q, k, v, self.heads, bias))
        mixed += x
        return self.forward_layer(mixed)


class WordLayerArrays:
    """Each word with its neighbours on both sides."""

    def __init__(self, weights: NamedWeights) -> None:
        self.norm = NormArrays(weights.part("norm"))
        self.near = LinearArrays(weights.part("near"))

    def __call__(self, x: Floats, is_word: Floats) -> Floats:
        """(B, L, W) from (B, L, W); what is no word (B, L, 1) tells nothing."""
        count, length, width = x.shape
        rows = np.zeros((count, length + 2, width), np.float32)
        np.multiply(self.norm(x), is_word, out=rows[:, 1:-1])
        near = self.near(np.concatenate([rows[:, :-2], rows[:, 1:-1], rows[:, 2:]], axis=-1))
        np.maximum(near, 0, out=near)
        near += x
        return near
