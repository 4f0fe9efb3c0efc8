"""Stage 1: from an instruction and a world state to a plan of four distributions (Section 4)."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from cerealbar.follower.config import DISTRIBUTIONS, PlanConfig, channels_of
from cerealbar.follower.frames import Frames, frames_of
from cerealbar.follower.lingunet import LingUNet, LingUNetOutput
from cerealbar.follower.vocabulary import PADDING
from cerealbar.follower.world import WorldEmbedding, WorldInputs
from cerealbar.game import Player, StateArray

TRAJECTORY, GOAL, AVOID, NOPASS = range(len(DISTRIBUTIONS))
"""The channels of a plan."""
_FOLLOWER = int(Player.FOLLOWER)


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


@dataclass(frozen=True, slots=True)
class PlanLogits:
    """What stage 1 predicts for B instructions, before it is made probabilities."""

    plan: Tensor
    """(B, 625, 4): by channel, 0 in those that are not predicted."""
    early_goal: Tensor
    """(B, 625): p'_G, from the text-conditioned state alone."""
    implicit: Tensor
    """(B, L): whether implicit reasoning is needed, as each layer of LingUNet tells."""


class PlanPredictor(nn.Module):
    """The paper's stage 1."""

    def __init__(self, config: PlanConfig, vocabulary: int) -> None:
        super().__init__()
        self.config = config
        self.text = TextEncoder(vocabulary, config.words, config.text)
        self.world = WorldEmbedding(config.properties)
        self.kernel = nn.Linear(config.text, config.properties * config.grounded)
        self.early_goal = nn.Linear(config.grounded, 1)
        self.lingunet = LingUNet(
            [config.properties, config.grounded],
            config.text,
            config.channels,
            config.text_channels,
            len(config.distributions),
        )
        self.predicted = channels_of(config.distributions)
        self.ablated = [i for i in range(len(DISTRIBUTIONS)) if i not in self.predicted]
        widths = self.lingunet.layer_widths
        self.implicit = nn.ModuleList(nn.Linear(width, 1, bias=False) for width in widths)
        self.pools_unnormed = config.discriminator == "before-norm"
        # The printed discriminator has no biases (Appendix G): they stay 0.
        self.implicit_bias = nn.Parameter(
            torch.zeros(len(widths)), requires_grad=self.pools_unnormed
        )

    def forward(self, words: Tensor, world: WorldInputs, frames: Frames) -> PlanLogits:
        """Words (B, T), the world and the follower's frames, all of B instructions."""
        text = self.text(words)
        state = self.world(world)  # S
        kernel = self.kernel(text).view(len(text), self.config.properties, self.config.grounded)
        grounded = torch.bmm(state, kernel)  # S' = S * K_s
        found = self.lingunet([state, grounded], text, frames)
        plan = found.top
        if self.ablated:
            plan = plan.new_zeros(*plan.shape[:2], len(DISTRIBUTIONS))
            plan[..., self.predicted] = found.top
        return PlanLogits(
            plan, self.early_goal(grounded).squeeze(-1), self._implicit(found, frames)
        )

    def _implicit(self, found: LingUNetOutput, frames: Frames) -> Tensor:
        """(B, L): average pooling of each layer under its 1 x 1 kernel."""
        logits = []
        layers = found.unnormed if self.pools_unnormed else found.layers
        for level, (layer, kernel) in enumerate(zip(layers, self.implicit, strict=True)):
            mask = frames.mask[max(1, level)]
            pooled = (layer * mask).sum(1) / mask.sum(1)
            logits.append(kernel(pooled))
        return torch.cat(logits, 1) + self.implicit_bias


def start_frames(states: StateArray, device: torch.device | None = None) -> Frames:
    """The frames of the followers of some games."""
    cells, headings = states["player_cell"], states["player_heading"]
    frames = frames_of(cells[:, _FOLLOWER], headings[:, _FOLLOWER])
    return frames if device is None else frames.to(device)


def plan_distributions(logits: Tensor, cards: Tensor) -> Tensor:
    """(B, 625, 4): probabilities of a plan's logits.

    The trajectory is a distribution over cells; goals and cells to avoid are cards, so elsewhere
    their probability is 0.
    """
    on_cards = cards.to(logits.dtype)
    return torch.stack(
        [
            torch.softmax(logits[..., TRAJECTORY], 1),
            torch.sigmoid(logits[..., GOAL]) * on_cards,
            torch.sigmoid(logits[..., AVOID]) * on_cards,
            torch.sigmoid(logits[..., NOPASS]),
        ],
        -1,
    )
