"""The baseline Seq2seq+attn of Appendix G: words in, actions out, with attention to the words.

It sees the board once, as it is when the instruction begins, in the board's own rows and columns.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as fn
from numpy.typing import NDArray
from torch import Tensor, nn

from cerealbar.agents.policy import Assignments, MemoryRows, Situations
from cerealbar.follower.action_generator import OUTPUTS, ChoiceMemory, State
from cerealbar.follower.config import Seq2SeqConfig
from cerealbar.follower.hexconv import SLOPE
from cerealbar.follower.vocabulary import MAX_WORDS, PADDING, Vocabulary
from cerealbar.follower.world import WorldEmbedding, WorldInputs, world_inputs
from cerealbar.game import WIDTH

_LAYERS = 4
_CHUNK = 256


@dataclass(frozen=True, slots=True)
class Decoding:
    """What the decoder knows of B instructions."""

    words: Tensor
    """(B, T, text): the encoder's states."""
    is_word: Tensor
    """(B, T) bool: which of them are words."""
    world: Tensor
    """(B, environment)."""


class Seq2Seq(nn.Module):
    """Sequence to sequence with attention."""

    def __init__(self, config: Seq2SeqConfig, vocabulary: Vocabulary) -> None:
        super().__init__()
        self.config = config
        self.vocabulary = vocabulary
        self.words = nn.Embedding(len(vocabulary), config.words, padding_idx=PADDING)
        self.encoder = nn.LSTM(config.words, config.text, batch_first=True)
        self.world = WorldEmbedding(config.properties)
        widths = [config.properties >> layer for layer in range(_LAYERS + 1)]
        self.convolutions = nn.ModuleList(
            nn.Conv2d(widths[i], widths[i + 1], 3, stride=2, padding=1) for i in range(_LAYERS)
        )
        side = math.ceil(WIDTH / 2**_LAYERS)
        environment = widths[-1] * side * side
        self.actions = nn.Embedding(OUTPUTS + 1, config.actions)
        self.decoder = nn.LSTMCell(config.actions + environment + config.text, config.text)
        self.output = nn.Linear(2 * config.text + environment, OUTPUTS)

    def read(self, texts: Sequence[str]) -> Tensor:
        """(B, T): the words of texts."""
        return torch.from_numpy(self.vocabulary.read(texts))

    def encode(self, words: Tensor, world: WorldInputs) -> Decoding:
        """Words (B, T) and world states, read."""
        states, _ = self.encoder(self.words(words))
        maps = self.world(world).transpose(1, 2).reshape(len(words), -1, WIDTH, WIDTH)
        for i, convolution in enumerate(self.convolutions):
            maps = convolution(maps if i == 0 else fn.leaky_relu(maps, SLOPE))
        return Decoding(states, words != PADDING, maps.flatten(1))

    def step(self, known: Decoding, before: Tensor, state: State) -> tuple[Tensor, State]:
        """(B, outputs) logits of the action after `before` (B,), and what is remembered then.

        What is remembered is the state of the decoder, and the words as they were last attended to.
        """
        h, c, attention = state
        h, c = self.decoder(torch.cat([self.actions(before), known.world, attention], 1), (h, c))
        scores = torch.bmm(known.words, h[:, :, None]).squeeze(2)
        weights = torch.softmax(scores.masked_fill(~known.is_word, -torch.inf), 1)
        attention = torch.bmm(weights[:, None], known.words).squeeze(1)
        features = fn.leaky_relu(torch.cat([attention, h, known.world], 1), SLOPE)
        return self.output(features), (h, c, attention)

    def forward(self, words: Tensor, world: WorldInputs, before: Tensor) -> Tensor:
        """(B, T, outputs): logits after each of the actions `before` (B, T)."""
        known, logits = self.encode(words, world), []
        nothing = torch.zeros(len(words), self.config.text, device=words.device)
        state: State = (nothing, nothing, nothing)
        for t in range(before.shape[1]):
            found, state = self.step(known, before[:, t], state)
            logits.append(found)
        return torch.stack(logits, 1)


@dataclass(frozen=True, slots=True)
class Seq2SeqMemory:
    """What is kept of instructions that are being carried out, one a row."""

    known: Decoding
    choices: ChoiceMemory


class Seq2SeqPolicy:
    """Carries out instructions with the baseline."""

    is_deterministic = True

    def __init__(self, model: Seq2Seq, name: str = "seq2seq") -> None:
        self.name = name
        self.model = model.eval()

    def new_memory(self, rows: int) -> Seq2SeqMemory:
        """Room for what the decoder knows and remembers."""
        device = self.model.output.weight.device
        size = self.model.config.text
        environment = self.model.output.in_features - 2 * size
        known = Decoding(
            torch.zeros(rows, MAX_WORDS, size, device=device),
            torch.zeros(rows, MAX_WORDS, dtype=torch.bool, device=device),
            torch.zeros(rows, environment, device=device),
        )
        return Seq2SeqMemory(known, ChoiceMemory.empty(rows, (size, size, size), device))

    @torch.inference_mode()
    def begin(self, memory: Seq2SeqMemory, rows: MemoryRows, given: Assignments) -> None:
        """Read each instruction and its board."""
        device = memory.known.world.device
        for first in range(0, len(rows), _CHUNK):
            part = slice(first, first + _CHUNK)
            where = torch.from_numpy(rows[part])
            known = None if given.known is None else given.known[part]
            world = world_inputs(given.states[part], known, is_relative=False).to(device)
            read = self.model.encode(self.model.read(given.texts[part]).to(device), world)
            count = read.words.shape[1]
            memory.known.is_word[where] = False
            memory.known.words[where, :count] = read.words
            memory.known.is_word[where, :count] = read.is_word
            memory.known.world[where] = read.world
        memory.choices.begin(rows)

    @torch.inference_mode()
    def choose(self, memory: Seq2SeqMemory, rows: MemoryRows, now: Situations) -> NDArray[np.uint8]:
        """The likeliest action that changes something."""
        before, state = memory.choices.recall(rows, now.steps)
        where, known = torch.from_numpy(rows), memory.known
        longest = max(1, int(known.is_word[where].sum(1).max()))
        read = Decoding(
            known.words[where, :longest], known.is_word[where, :longest], known.world[where]
        )
        logits, after = self.model.step(read, before, state)
        return memory.choices.choose(rows, logits, after, now.states)

    def plan(self, memory: Seq2SeqMemory, row: int) -> None:
        """It has no plan."""

    def reason(self, memory: Seq2SeqMemory, row: int) -> None:
        """It never gives up."""
