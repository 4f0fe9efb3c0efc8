"""Between the record of a game and the reference rules' own form of it."""

import numpy as np

from cerealbar.game import CARDS, COLOURS, SHAPES, TILES, UNLIMITED, StateArray, Tile
from tests.boards import EVERY_CELL, taken_cells
from tests.game.reference_rules import DIRECTIONS, Cell, ReferenceGame

PLAYERS = ("leader", "follower")


def reference_game(states: StateArray) -> ReferenceGame:
    """The first game of an array, for the reference rules."""
    state = states[0]
    slots = range(state["cards"])
    cards = [CARDS[state["card_kind"][slot]] for slot in slots]
    left = int(state["half_turns_left"])
    return ReferenceGame(
        ground={(x, z): _ground(TILES[state["tile"][x + 25 * z]]) for x, z in EVERY_CELL},
        position={name: _cell(state["player_cell"][i]) for i, name in enumerate(PLAYERS)},
        direction={name: DIRECTIONS[state["player_heading"][i]] for i, name in enumerate(PLAYERS)},
        faces={
            i: (card.count, COLOURS.index(card.colour), SHAPES.index(card.shape))
            for i, card in enumerate(cards)
        },
        places={slot: _cell(state["card_cell"][slot]) for slot in slots},
        selected={slot for slot in slots if state["selected"] >> slot & 1},
        taken=taken_cells(states),
        words=[int(word) for word in state["rng"]],
        queue=int(state["waiting"]),
        turn=PLAYERS[state["turn"]],
        steps=int(state["steps_left"]),
        turns_left=None if left == UNLIMITED else left,
        score=int(state["score"]),
        most_steps={name: int(state["step_limits"][i]) for i, name in enumerate(PLAYERS)},
        extra_turns=tuple(int(extra) for extra in state["extra_half_turns"]),
        cancelling=("never", "own-turn", "any-turn")[state["cancelling"]],
    )


def _ground(tile: Tile) -> str:
    return "a prop" if tile.prop is not None else str(tile.terrain)


def _cell(number: int) -> Cell:
    return int(number) % 25, int(number) // 25


def record_of(game: ReferenceGame, like: StateArray) -> StateArray:
    """The game as a record; what never changes in play comes from `like`."""
    states = like.copy()
    state = states[0]
    for i, name in enumerate(PLAYERS):
        x, z = game.position[name]
        state["player_cell"][i] = x + 25 * z
        state["player_heading"][i] = DIRECTIONS.index(game.direction[name])
    for slot, (x, z) in game.places.items():
        count, colour, shape = game.faces[slot]
        state["card_cell"][slot] = x + 25 * z
        state["card_kind"][slot] = (colour * 7 + shape) * 3 + count - 1
    bits = np.zeros(625, np.uint8)
    bits[[x + 25 * z for x, z in game.taken]] = 1
    state["taken"] = np.packbits(bits, bitorder="little")
    state["selected"] = sum(1 << slot for slot in game.selected)
    state["rng"] = game.words
    state["waiting"] = game.queue
    state["turn"] = PLAYERS.index(game.turn)
    state["steps_left"] = game.steps
    state["half_turns_left"] = UNLIMITED if game.turns_left is None else game.turns_left
    state["score"] = game.score
    return states
