"""What varies between models; the defaults are the paper's (Appendix G)."""

from typing import Literal

import msgspec

DistributionName = Literal["trajectory", "goal", "avoid", "nopass"]
DISTRIBUTIONS: tuple[DistributionName, ...] = ("trajectory", "goal", "avoid", "nopass")
"""The channels of a plan, in order."""


def channels_of(names: tuple[DistributionName, ...]) -> list[int]:
    """Which channels of a plan some distributions have, in order."""
    return [i for i, name in enumerate(DISTRIBUTIONS) if name in names]


class PlanConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The paper's two-stage model."""

    words: int = 64
    """Size of the word embeddings."""
    text: int = 64
    """Size of the text vector, both directions of the recurrent network together."""
    properties: int = 32
    """N_s: size of the property embeddings."""
    grounded: int = 4
    """N_s': channels of the text-conditioned state S'."""
    channels: int = 48
    """Channels of LingUNet's convolutions, which the paper does not tell."""
    text_channels: int = 24
    """Channels of the maps under text kernels."""
    hidden: int = 128
    """Units of the action generator's recurrent network."""
    actions: int = 32
    """Size of the action embeddings."""
    crop_channels: int = 8
    """Channels of CNN^P."""
    crop_layer: int = 64
    """Size of p_t, which the paper does not tell."""
    distributions: tuple[DistributionName, ...] = DISTRIBUTIONS
    """Those that are predicted and that the action generator is given."""
    is_recurrent: bool = True
    """Whether the action generator remembers; without, p_t alone decides, as in the public code."""
    discriminator: Literal["printed", "before-norm"] = "printed"
    """What the implicit discriminator pools: the layers as printed, three of which are normalised
    and so have mean 0 whatever they hold; or what they are before that, with a bias."""
    reads_text: bool = True
    """Whether the instruction is read; otherwise every text is the same unknown word."""


class Seq2SeqConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The baseline: sequence to sequence with attention."""

    words: int = 64
    text: int = 64
    """Units of both recurrent networks: attention is the dot product of their states."""
    properties: int = 32
    actions: int = 32


class PointerConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The size of the network, and what it reads."""

    width: int = 64
    """Numbers for each word and object."""
    layers: int = 3
    """Of the transformer over words and objects."""
    heads: int = 4
    """Of each attention; they divide the width."""
    inner: int = 2
    """How many times as wide the hidden layer after each attention is."""
    ngram_rows: int = 4096
    """Rows of the table that all character n-grams share by their hashes."""
    max_words: int = 80
    """Words of an instruction that are read; what comes after them is not."""
    history: int = 0
    """How many earlier instructions are read too."""
    props: int = 32
    """Props that are seen, the nearest to the follower."""
    max_goals: int = 6
    """Cards of one instruction, at most."""
    dropout: float = 0.1
    """Of the words' and objects' numbers, in training."""
    word_dropout: float = 0.1
    """How likely a known word counts as unknown in training, so that its characters must do."""


class Confidence(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How likely a follower does what is meant: the logistic function of a weighted sum."""

    bias: float = 0.0
    likelihood: float = 1.0
    """Times the logarithm of how likely the goals are to the network."""
    agreement: float = 0.0
    """Where the rules want the same cards."""
    given_up: float = 0.0
    """Where the rules give up."""
    likelihood_given_up: float = 0.0
    """Times that logarithm again, where the rules give up."""


class RuleTrust(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far rules are followed that read the same instruction.

    They are followed unless the network's own goals are more likely to it than theirs by more than
    a margin, which is a difference of logarithms; and where an order asks for several cards at once
    and they find more of them: a network that points at one after the other stops too early.
    """

    margin: float = 4.0
    """Where the rules understood all."""
    margin_given_up: float = 0.0
    """Where they say that they did not."""
