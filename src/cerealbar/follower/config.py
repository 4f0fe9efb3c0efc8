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
