"""What networks are told of a world is what the views show of it."""

import numpy as np
import torch

from cerealbar.follower.world import (
    PROPERTIES,
    WorldEmbedding,
    WorldInputs,
    kind_properties,
    world_inputs,
)
from cerealbar.game import CELLS, HEADINGS, Player, StateArray, new_states
from cerealbar.views import FeatureGroup, feature_maps

STATES: StateArray = new_states(range(3))
STATES["selected"] = 5
OFFSETS = np.cumsum([0] + [len(group.values) for group in FeatureGroup])


def told(world: WorldInputs) -> torch.Tensor:
    """(B, 625, properties): which properties each cell has."""
    table = torch.cat([torch.eye(PROPERTIES), torch.zeros(1, PROPERTIES)])
    found = kind_properties()[world.kinds.view(-1).long()]
    found = found.index_add(0, world.places, table[world.things].sum(1))
    return found.view(-1, CELLS, PROPERTIES)


def seen(states: StateArray, is_relative: bool) -> torch.Tensor:
    """The same from the feature maps of the views."""
    maps = feature_maps(states, Player.FOLLOWER)
    found = torch.zeros(len(states), CELLS, PROPERTIES)
    for i, group in np.ndindex(len(states), len(FeatureGroup)):
        turn = int(states["player_heading"][i, Player.FOLLOWER]) if is_relative else 0
        for cell in np.flatnonzero(maps[i, group]).tolist():
            value = int(maps[i, group, cell]) - 1
            if FeatureGroup(group).word.endswith("_heading"):
                value = (value - turn) % HEADINGS
            found[i, cell, OFFSETS[group] + value] = 1
    return found


def test_properties_are_those_that_the_follower_sees() -> None:
    for is_relative in (True, False):
        world = world_inputs(STATES, is_relative=is_relative)
        assert torch.equal(told(world), seen(STATES, is_relative))


def test_an_embedding_is_the_sum_of_those_of_the_properties() -> None:
    torch.manual_seed(0)
    embedding = WorldEmbedding(7)
    world = world_inputs(STATES)
    with torch.no_grad():
        assert torch.allclose(embedding(world), told(world) @ embedding.weight, atol=1e-5)


def test_cards_are_told() -> None:
    world = world_inputs(STATES)
    for i in range(len(STATES)):
        cards = sorted(STATES["card_cell"][i, : STATES["cards"][i]].tolist())
        assert world.cards[i].nonzero().flatten().tolist() == cards


def test_of_what_was_never_seen_nothing_is_told() -> None:
    known = np.zeros((3, CELLS), np.bool_)
    known[:, :100] = True
    states = STATES.copy()
    states["cards"] = 0
    found = told(world_inputs(states, known))
    players = set(states["player_cell"].flatten().tolist())
    hidden = [cell for cell in range(100, CELLS) if cell not in players]
    assert not found[:, hidden].any()
    assert found[:, :100].any(2).all()
