"""What the network is given of instructions and boards."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.follower.pointer.objects import FIRST_CARD, find_objects
from cerealbar.follower.pointer.traits import ObjectKind
from cerealbar.follower.pointer.words import WordArrays
from cerealbar.game import StateArray


@dataclass(frozen=True, slots=True)
class PointerInputs:
    """N instructions on their boards: L words, O objects, K card slots."""

    features: NDArray[np.float32]
    """(N, O, features)."""
    is_object: NDArray[np.bool_]
    """(N, O)."""
    ids: NDArray[np.int64]
    """(N, L): words by the vocabulary."""
    segments: NDArray[np.int64]
    """(N, L)."""
    spellings: NDArray[np.int64]
    """(N, L): index into the U different words."""
    groups: NDArray[np.int64]
    """(G,): rows of n-grams of these words."""
    firsts: NDArray[np.int64]
    """(U,): where the groups of each begin."""
    object_cells: NDArray[np.int16]
    """(N, O): where the objects are, or `OUTSIDE`."""
    slots: int
    """K."""
    states: StateArray
    """(N,): the boards."""

    def __len__(self) -> int:
        return len(self.states)

    @property
    def card_cells(self) -> NDArray[np.int16]:
        """(N, K): where the cards are, or `OUTSIDE`."""
        return self.object_cells[:, FIRST_CARD : FIRST_CARD + self.slots]


def make_inputs(
    states: StateArray, words: WordArrays, props: int, ids: NDArray[np.int64] | None = None
) -> PointerInputs:
    """The inputs of N instructions, with `ids` for those of the words if given."""
    objects = find_objects(states, props)
    return PointerInputs(
        objects.features,
        objects.kinds != ObjectKind.NOTHING,
        words.ids if ids is None else ids,
        words.segments,
        words.spellings,
        words.groups,
        words.firsts,
        objects.cells,
        objects.slots,
        states,
    )
