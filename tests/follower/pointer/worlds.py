"""Worlds for the pointer model: a turned and moved one, an untrained network, a recorded corpus."""

from dataclasses import replace
from functools import cache

import numpy as np
import torch

from cerealbar.agents.corpus_games import corpus_game
from cerealbar.follower.config import PointerConfig
from cerealbar.follower.pointer import PointerPolicy
from cerealbar.follower.pointer.network import PointerInputs
from cerealbar.follower.pointer.objects import find_objects
from cerealbar.follower.pointer.torch_backend import PointerNet
from cerealbar.follower.pointer.words import WordArrays
from cerealbar.follower.vocabulary import Vocabulary, build_vocabulary
from cerealbar.game import (
    AXIAL,
    HEADINGS,
    TILE_CODES,
    TILES,
    Heading,
    Player,
    Prop,
    StateArray,
    Terrain,
    Tile,
    cell_at,
)
from cerealbar.learning.demonstrations import Demonstrations, demonstrations
from cerealbar.records import build_examples
from tests.boards import board

torch.set_num_threads(1)  # tests run side by side
SMALL = PointerConfig(width=32, layers=2, ngram_rows=256, dropout=0.0)
WORDS = Vocabulary(("blue", "card", "get", "the"))
CELL_OF = {(int(q), int(r)): cell for cell, (q, r) in enumerate(AXIAL)}


def untrained(config: PointerConfig = SMALL, seed: int = 0) -> PointerNet:
    torch.manual_seed(seed)
    return PointerNet(config, WORDS).eval()


def shaken(config: PointerConfig = SMALL, seed: int = 0) -> PointerNet:
    """A network with random weights everywhere; the norms of a fresh one change nothing."""
    net = untrained(config, seed)
    with torch.no_grad():
        for weight in net.parameters():
            weight.add_(0.1 * torch.randn_like(weight))
    return net


def untrained_policy() -> PointerPolicy:
    return PointerPolicy(untrained().arrays())


def village() -> StateArray:
    """Cards, props, a pond and a hill around a follower in the middle, with a leader near."""
    tiles = {
        (10, 12): Tile(Terrain.GRASS, Prop.TOWER, Heading.SE),
        (14, 15): Tile(Terrain.GRASS, Prop.HUT_RED, Heading.W),
        (9, 9): Tile(Terrain.GRASS, Prop.PALM_TREE),
        (16, 12): Tile(Terrain.WATER),
        (17, 12): Tile(Terrain.WATER),
        (12, 17): Tile(Terrain.HILL),
        (13, 12): Tile(Terrain.PATH),
        (13, 11): Tile(Terrain.PATH),
    }
    cards = ("1bc@12,14", "2gd@13,11", "3ph@8,12", "1ks@15,13+")
    return board(leader="11,9,w", follower="12,12,ne", cards=cards, tiles=tiles)


def turned(states: StateArray, turns: int, to: int) -> StateArray:
    """The same world, turned to the right about the follower and moved so that it is on a cell."""
    state, moved = states[0], board()
    home = AXIAL[state["player_cell"][Player.FOLLOWER]].astype(int)
    new_home = AXIAL[to].astype(int)

    def place(cell: int) -> int:
        q, r = AXIAL[cell].astype(int) - home
        for _ in range(turns):
            q, r = q + r, -q
        return CELL_OF[int(new_home[0] + q), int(new_home[1] + r)]

    for cell in np.flatnonzero(state["tile"] != TILE_CODES[Tile(Terrain.GRASS)]).tolist():
        tile = TILES[state["tile"][cell]]
        if tile.heading is not None:
            tile = replace(tile, heading=Heading((tile.heading + turns) % HEADINGS))
        moved[0]["tile"][place(cell)] = TILE_CODES[tile]
    for name in ("cards", "card_kind", "selected"):
        moved[0][name] = state[name]
    for slot in range(state["cards"]):
        moved[0]["card_cell"][slot] = place(int(state["card_cell"][slot]))
    for player in Player:
        moved[0]["player_cell"][player] = place(int(state["player_cell"][player]))
        heading = (state["player_heading"][player] + turns) % HEADINGS
        moved[0]["player_heading"][player] = heading
    return moved


MIDDLES = tuple(cell_at(x, z) for x, z in ((12, 12), (11, 13), (13, 11)))


@cache
def recorded() -> Demonstrations:
    """Instructions of two recorded games."""
    return demonstrations(build_examples(corpus_game(8, index) for index in range(2)))


@cache
def recorded_words() -> Vocabulary:
    return build_vocabulary(recorded().texts, 1)


def make_inputs(states: StateArray, words: WordArrays, props: int) -> PointerInputs:
    """What a network that sees so many props is given."""
    return PointerInputs(states, find_objects(states, props), words)
