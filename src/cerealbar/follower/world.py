"""World states for networks: what is on each cell, seen from the follower, and its embedding.

The properties of a cell are those of the paper's state tensor (Section 4); the embedding of a cell
is the sum of the embeddings of its properties. What stands on a cell for good is one number, so
that most of that sum is made once for each kind of tile.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import torch
import torch.nn.functional as fn
from numpy.typing import NDArray
from torch import Tensor, nn

from cerealbar.game import (
    CARD_COLOUR,
    CARD_COUNT,
    CARD_SHAPE,
    CELLS,
    HEADINGS,
    OUTSIDE,
    TILES,
    Array,
    Player,
    StateArray,
    is_selected,
    kernel,
)
from cerealbar.views import TILE_FEATURES, FeatureGroup

_FOLLOWER, _LEADER = int(Player.FOLLOWER), int(Player.LEADER)
_OFFSETS = np.cumsum([0] + [len(group.values) for group in FeatureGroup])
PROPERTIES = int(_OFFSETS[-1])
"""How many properties a cell can have."""
UNKNOWN_KIND = len(TILES) * HEADINGS
"""The kind of a cell that was never in sight: it has no properties."""
_COUNT, _COLOUR, _SHAPE, _SELECTION, _LEADS, _FOLLOWS = (
    int(_OFFSETS[group])
    for group in (
        FeatureGroup.CARD_COUNT,
        FeatureGroup.CARD_COLOUR,
        FeatureGroup.CARD_SHAPE,
        FeatureGroup.CARD_SELECTION,
        FeatureGroup.LEADER_HEADING,
        FeatureGroup.FOLLOWER_HEADING,
    )
)
_THINGS = 4
"""Properties of a thing on a cell: four of a card, one of a player and three that do not count."""


@cache
def kind_properties() -> Tensor:
    """(kinds, properties): 1 for the properties of a tile seen with a heading, else 0.

    The kind is `tile * 6 + heading`; the last has no properties.
    """
    table = np.zeros((UNKNOWN_KIND + 1, PROPERTIES), np.float32)
    for tile, values in enumerate(TILE_FEATURES.tolist()):
        for heading in range(HEADINGS):
            for group, value in zip(FeatureGroup, values, strict=True):
                if value and group.word.endswith("_heading"):
                    value = (value - 1 - heading) % HEADINGS + 1
                if value:
                    table[tile * HEADINGS + heading, _OFFSETS[group] + value - 1] = 1
    return torch.from_numpy(table)


@dataclass(frozen=True, slots=True)
class WorldInputs:
    """B world states as networks read them."""

    kinds: Tensor
    """(B, 625) int32: what stands on each cell for good."""
    things: Tensor
    """(M, 4) int64: properties of cards and players; `PROPERTIES` stands for none."""
    places: Tensor
    """(M,) int64: where each is, `row * 625 + cell`."""
    cards: Tensor
    """(B, 625) bool: which cells have cards."""

    def to(self, device: torch.device) -> "WorldInputs":
        """The same on a device."""
        parts = self.kinds, self.things, self.places, self.cards
        return WorldInputs(*[part.to(device) for part in parts])


@kernel
def _fill(
    states: Array,
    headings: Array,
    kinds: Array,
    things: Array,
    places: Array,
    cards: Array,
) -> int:
    count = 0
    for i in range(len(states)):
        state = states[i]
        for cell in range(CELLS):
            kinds[i, cell] = state.tile[cell] * HEADINGS + headings[i]
        for slot in range(state.cards):
            cell, kind = state.card_cell[slot], state.card_kind[slot]
            cards[i, cell] = True
            things[count, 0] = _COUNT + CARD_COUNT[kind] - 1
            things[count, 1] = _COLOUR + CARD_COLOUR[kind]
            things[count, 2] = _SHAPE + CARD_SHAPE[kind]
            things[count, 3] = _SELECTION + (1 if is_selected(state, slot) else 0)
            places[count] = i * CELLS + cell
            count += 1
        for player in (_LEADER, _FOLLOWER):
            cell = state.player_cell[player]
            if cell == OUTSIDE:
                continue
            group = _FOLLOWS if player == _FOLLOWER else _LEADS
            things[count, 0] = group + (state.player_heading[player] - headings[i]) % HEADINGS
            places[count] = i * CELLS + cell
            count += 1
    return count


def world_inputs(
    states: StateArray,
    known: NDArray[np.bool_] | None = None,
    *,
    is_relative: bool = True,
) -> WorldInputs:
    """World states as networks read them; headings are relative to the follower's, or absolute.

    Of cells that are not `known` (B, 625) nothing is told.
    """
    count = len(states)
    headings = states["player_heading"][:, _FOLLOWER].astype(np.int64)
    if not is_relative:
        headings[:] = 0
    room = int(states["cards"].sum()) + 2 * count
    kinds = np.empty((count, CELLS), np.int32)
    things = np.full((room, _THINGS), PROPERTIES, np.int64)
    places = np.empty(room, np.int64)
    cards = np.zeros((count, CELLS), np.bool_)
    found = _fill(states, headings, kinds, things, places, cards)
    if known is not None:
        kinds[~known] = UNKNOWN_KIND
    arrays = kinds, things[:found], places[:found], cards
    return WorldInputs(*[torch.from_numpy(array) for array in arrays])


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
