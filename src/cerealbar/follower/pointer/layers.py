"""Attention, plain and before normalisation, for words and objects. Shape letters: B examples,
Q queries, T words and objects, W width, H heads."""

import torch
from torch import Tensor, nn
from torch.nn import functional


def attend(q: Tensor, k: Tensor, v: Tensor, heads: int, bias: Tensor) -> Tensor:
    """(B, Q, W): what the queries (B, Q, W) find among keys and values (B, T, W).

    `bias` (B, 1, 1, T) is minus infinity for what is padding.
    """
    q, k, v = (each.view(*each.shape[:2], heads, -1).transpose(1, 2) for each in (q, k, v))
    return functional.scaled_dot_product_attention(q, k, v, bias).transpose(1, 2).flatten(2)


class FeedForward(nn.Module):
    """The hidden layer after an attention."""

    def __init__(self, width: int, inner: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.widen = nn.Linear(width, inner * width)
        self.narrow = nn.Linear(inner * width, width)

    def forward(self, x: Tensor) -> Tensor:
        """(..., W) from (..., W)."""
        found: Tensor = x + self.narrow(torch.relu(self.widen(self.norm(x))))
        return found


class SceneBlock(nn.Module):
    """All words and objects attend to all."""

    def __init__(self, width: int, heads: int, inner: int) -> None:
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.project = nn.Linear(width, 3 * width)
        self.mix = nn.Linear(width, width)
        self.forward_layer = FeedForward(width, inner)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        """(B, T, W) from (B, T, W)."""
        q, k, v = self.project(self.norm(x)).chunk(3, dim=-1)
        x = x + self.mix(attend(q, k, v, self.heads, bias))
        found: Tensor = self.forward_layer(x)
        return found


class GoalBlock(nn.Module):
    """The steps of a decoder attend to the words and objects, each on its own."""

    def __init__(self, width: int, heads: int, inner: int) -> None:
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.query = nn.Linear(width, width)
        self.key_value = nn.Linear(width, 2 * width)
        self.mix = nn.Linear(width, width)
        self.forward_layer = FeedForward(width, inner)

    def forward(self, x: Tensor, scene: Tensor, bias: Tensor) -> Tensor:
        """(B, Q, W) from (B, Q, W) and (B, T, W)."""
        k, v = self.key_value(scene).chunk(2, dim=-1)
        x = x + self.mix(attend(self.query(self.norm(x)), k, v, self.heads, bias))
        found: Tensor = self.forward_layer(x)
        return found


class WordLayer(nn.Module):
    """Each word with its neighbours on both sides."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.near = nn.Linear(3 * width, width)

    def forward(self, x: Tensor, is_word: Tensor) -> Tensor:
        """(B, L, W) from (B, L, W); what is no word (B, L, 1) tells nothing."""
        normed = self.norm(x) * is_word
        before, after = (
            functional.pad(normed, (0, 0, 1, 0))[:, :-1],
            functional.pad(normed, (0, 0, 0, 1))[:, 1:],
        )
        found: Tensor = x + torch.relu(self.near(torch.cat([before, normed, after], dim=-1)))
        return found
