"""What can be set of the pointer model."""

import msgspec

from cerealbar.game import HEADINGS

STOP, GO = 0, 1
"""What comes after the cards among the options of a step: to end there, or at a place."""
OPTIONS = 2
ARRIVAL = HEADINGS
"""The last of the ways to look at the end: as one arrives. The others are turns to the right from
how the follower looks at the beginning."""


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
