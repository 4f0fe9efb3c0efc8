"""Embeddings of texts and of world states."""

import torch
import torch.nn.functional as fn
from torch import Tensor, nn

from cerealbar.follower.inputs import PROPERTIES, WorldInputs, kind_properties
from cerealbar.follower.vocabulary import PADDING


class TextEncoder(nn.Module):
    """Word embeddings and a bi-directional recurrent network: a text as one vector.

    The vector joins the last states of both directions, each of which has read the whole text.
    """

    def __init__(self, vocabulary: int, words: int, text: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, words, padding_idx=PADDING)
        self.ahead = nn.LSTM(words, text // 2, batch_first=True)
        self.back = nn.LSTM(words, text // 2, batch_first=True)
        nn.init.xavier_normal_(self.embedding.weight)

    def forward(self, words: Tensor) -> Tensor:
        """(B, T) numbers of words, padded -> (B, text)."""
        last = (words != PADDING).sum(1, keepdim=True) - 1
        turned = words.gather(
            1, (last - torch.arange(words.shape[1], device=words.device)).clamp(0)
        )
        # Two networks over padded texts take a third of the time of one over packed ones.
        each = torch.arange(len(words), device=words.device), last.squeeze(1)
        states = [
            lstm(self.embedding(read))[0][each]
            for lstm, read in ((self.ahead, words), (self.back, turned))
        ]
        return torch.cat(states, 1)


class WorldEmbedding(nn.Module):
    """The sum of the embeddings of the properties of each cell."""

    kind_properties: Tensor

    def __init__(self, size: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(PROPERTIES, size))
        nn.init.xavier_normal_(self.weight)
        self.register_buffer("kind_properties", kind_properties(), persistent=False)

    def forward(self, world: WorldInputs) -> Tensor:
        """(B, cells, size)."""
        kinds = self.kind_properties @ self.weight  # (kinds, size)
        static = fn.embedding(world.kinds.view(-1), kinds)
        things = fn.embedding(world.things, fn.pad(self.weight, (0, 0, 0, 1))).sum(1)
        size = self.weight.shape[1]
        return static.index_add(0, world.places, things).view(*world.kinds.shape, size)
