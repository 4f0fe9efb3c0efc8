"""The network as it learns: a small transformer over words and objects, and a decoder that points.

Shape letters: N instructions, L words, O objects, K card slots, T = O + L, S steps of the decoder,
W width.
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from cerealbar.follower.pointer.arrays import HARDLY, PointerArrays
from cerealbar.follower.pointer.config import OPTIONS, PointerConfig
from cerealbar.follower.pointer.inputs import PointerInputs
from cerealbar.follower.pointer.layers import GoalBlock, SceneBlock, WordLayer
from cerealbar.follower.pointer.objects import FIRST_CARD
from cerealbar.follower.pointer.places import HERE, PLACES
from cerealbar.follower.pointer.surroundings import CELL_FEATURES
from cerealbar.follower.pointer.traits import OBJECT_FEATURES
from cerealbar.follower.pointer.weights import GOAL_BLOCKS, WORD_LAYERS
from cerealbar.follower.vocabulary import PADDING, Vocabulary
from cerealbar.game import HEADINGS


@dataclass(frozen=True, slots=True)
class EncodedScene:
    """Words and objects that know of each other."""

    tokens: Tensor
    """(N, T, W): the objects, then the words."""
    bias: Tensor
    """(N, 1, 1, T): 0, or minus infinity for padding."""
    is_object: Tensor
    """(N, O), bool."""
    places: Tensor
    """(offsets, W): what every offset is to the decoder."""
    slots: int
    """K."""

    def take(self, rows: Tensor) -> "EncodedScene":
        """Those of some instructions."""
        tokens, bias, is_object = self.tokens[rows], self.bias[rows], self.is_object[rows]
        return EncodedScene(tokens, bias, is_object, self.places, self.slots)

    @property
    def cards(self) -> Tensor:
        """(N, K, W)."""
        return self.tokens[:, FIRST_CARD : FIRST_CARD + self.slots]

    @property
    def is_card(self) -> Tensor:
        """(N, K), bool."""
        return self.is_object[:, FIRST_CARD : FIRST_CARD + self.slots]

    @property
    def objects(self) -> Tensor:
        """(N, O, W)."""
        return self.tokens[:, : self.is_object.shape[1]]


class WordEmbedding(nn.Module):
    """Words by what they are, how they are spelt and where they stand."""

    def __init__(self, config: PointerConfig, words: int) -> None:
        super().__init__()
        width, texts = config.width, 1 + config.history
        self.known = nn.Embedding(words, width, padding_idx=PADDING)
        self.spelt = nn.EmbeddingBag(config.ngram_rows, width, mode="mean")
        self.segment = nn.Embedding(texts, width)
        self.position = nn.Embedding(texts * config.max_words, width)
        self.layers = nn.ModuleList(WordLayer(width) for _ in range(WORD_LAYERS))
        for table, spread in (
            (self.known, 0.5),
            (self.spelt, 1.0),
            (self.segment, 0.2),
            (self.position, 0.2),
        ):
            nn.init.normal_(table.weight, std=spread)

    def forward(self, inputs: PointerInputs) -> Tensor:
        """(N, L, W)."""
        given = inputs.ids, inputs.segments, inputs.spellings, inputs.groups, inputs.firsts
        ids, segments, spellings, groups, firsts = map(torch.from_numpy, given)
        spelt = self.spelt(groups, firsts)  # (U, W)
        x: Tensor = self.known(ids) + functional.embedding(spellings, spelt)
        x = x + self.segment(segments) + self.position.weight[: ids.shape[1]]
        is_word = (ids != PADDING).unsqueeze(-1)
        for layer in self.layers:
            x = layer(x, is_word)
        return x


class PointerNet(nn.Module):
    """Points at the goals of an instruction, one after the other."""

    def __init__(self, config: PointerConfig, vocabulary: Vocabulary) -> None:
        super().__init__()
        self.config = config
        self.vocabulary = vocabulary
        width = config.width
        shape = width, config.heads, config.inner
        self.words = WordEmbedding(config, len(vocabulary))
        self.see = nn.Linear(OBJECT_FEATURES, width)
        self.dropout = nn.Dropout(config.dropout)
        self.blocks = nn.ModuleList(SceneBlock(*shape) for _ in range(config.layers))
        self.norm = nn.LayerNorm(width)
        self.step = nn.Embedding(1 + config.max_goals, width)
        self.last = nn.Linear(width, width, bias=False)
        self.done = nn.Linear(width, width, bias=False)
        self.goal_blocks = nn.ModuleList(GoalBlock(*shape) for _ in range(GOAL_BLOCKS))
        self.goal_norm = nn.LayerNorm(width)
        self.wanted = nn.Linear(width, 1)
        self.point = nn.Linear(width, width)
        self.point_place = nn.Linear(width, width)
        self.end = nn.Linear(width, OPTIONS)
        self.heading = nn.Linear(width, HEADINGS + 1)
        self.go = nn.Linear(width, width)
        self.anchor = nn.Linear(width, width)
        self.go_beside = nn.Linear(width, width)
        self.ground = nn.Linear(width, CELL_FEATURES)
        self.place = nn.Sequential(
            nn.Linear(PLACES.shape[1], width), nn.ReLU(), nn.Linear(width, width)
        )
        self.register_buffer("places", torch.from_numpy(PLACES), persistent=False)
        self.places: Tensor

    def arrays(self) -> PointerArrays:
        """The network as one that follows; it shares the weights, also as they change."""
        weights = {name: tensor.numpy() for name, tensor in self.state_dict().items()}
        return PointerArrays(weights, self.config, self.vocabulary)

    def encode(self, inputs: PointerInputs) -> EncodedScene:
        """Let words and objects learn of each other."""
        x = torch.cat([self.see(torch.from_numpy(inputs.features)), self.words(inputs)], dim=1)
        x = self.dropout(x)
        is_object = torch.from_numpy(inputs.is_object)
        is_there = torch.cat([is_object, torch.from_numpy(inputs.ids) != PADDING], dim=1)
        bias = torch.zeros(is_there.shape).masked_fill_(~is_there, -torch.inf)[:, None, None]
        for block in self.blocks:
            x = block(x, bias)
        places = self.place(self.places)
        return EncodedScene(self.norm(x), bias, is_object, places, inputs.slots)

    def follow(self, scene: EncodedScene, goals: Tensor, first: int = 0) -> Tensor:
        """(N, S, W): the states of steps `first` on, after the cards `goals` (N, first + S - 1).

        Goals are slots; -1 stands for none.
        """
        steps = goals.shape[1] + 1 - first
        before = functional.one_hot(goals + 1, scene.slots + 1)[..., 1:].to(scene.tokens.dtype)
        cards = before @ scene.cards  # (N, goals, W)
        last = functional.pad(cards, (0, 0, 1, 0))[:, first:]
        done = functional.pad(cards.cumsum(dim=1), (0, 0, 1, 0))[:, first:]
        x = scene.tokens[:, :1] + self.step.weight[first : first + steps]
        x = x + self.last(last) + self.done(done)
        for block in self.goal_blocks:
            x = block(x, scene.tokens, scene.bias)
        found: Tensor = self.goal_norm(x)
        return found

    def card_logits(self, scene: EncodedScene) -> Tensor:
        """(N, K): how likely each card is a goal, whenever."""
        found: Tensor = self.wanted(scene.cards).squeeze(-1)
        return found

    def option_logits(
        self, scene: EncodedScene, states: Tensor, offsets: Tensor, free: Tensor
    ) -> Tensor:
        """(N, S, K + 2): how likely each card is next, then to stop, to go to a place and stop.

        `offsets` (N, S, K) say where the cards are for one who has got to the last goal, and `free`
        (N, S, K) which can be next.
        """
        scale = states.shape[-1] ** -0.5
        cards = self.point(states) @ scene.cards.transpose(1, 2)
        places = functional.embedding(offsets, scene.places) @ self.point_place(states).unsqueeze(
            -1
        )
        logits = (cards + places.squeeze(-1)) * scale + self.card_logits(scene).unsqueeze(1)
        logits = logits.masked_fill(~free, -torch.inf)
        return torch.cat([logits, self.end(states)], dim=-1)

    def place_log_probabilities(
        self,
        scene: EncodedScene,
        states: Tensor,
        object_offsets: Tensor,
        cell_offsets: Tensor,
        ground: Tensor,
        is_end: Tensor,
    ) -> Tensor:
        """(N, 625): the logarithm of how likely each cell is the end, from the states (N, W) of the
        last steps.

        An object is chosen, then a cell by where it is from there. `object_offsets` (N, O) and
        `cell_offsets` (N, 625) say where objects and cells are for one who has got to the last
        goal; `ground` (N, 625, features) what the cells are like, and `is_end` (N, 625) which can
        be an end.
        """
        scale = states.shape[-1] ** -0.5
        anchors = (scene.objects @ self.anchor(states).unsqueeze(-1)).squeeze(-1) * scale
        anchors = anchors.masked_fill(~scene.is_object, -torch.inf).log_softmax(dim=-1)
        plain = (self.go(states) @ scene.places.T * scale).gather(1, cell_offsets)
        plain = plain + (ground @ self.ground(states).unsqueeze(-1)).squeeze(-1)
        plain = plain.masked_fill(~is_end, HARDLY)
        around = self.go_beside(states) @ scene.places.T * scale  # (N, offsets)
        between = cell_offsets.unsqueeze(1) - object_offsets.unsqueeze(-1) + HERE
        beside = around.gather(1, between.flatten(1)).view(between.shape)  # (N, O, 625)
        found = (beside + plain.unsqueeze(1)).log_softmax(dim=-1)
        mixed: Tensor = (found + anchors.unsqueeze(-1)).logsumexp(dim=1)
        return mixed

    def heading_logits(self, states: Tensor) -> Tensor:
        """(N, 7): how the follower looks at the end, from the states (N, W) of the last steps."""
        found: Tensor = self.heading(states)
        return found
