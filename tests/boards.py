"""Named tiny boards to test on: open grass, and only what a rule is about.

Cells are written `(x, z)`, poses `"x,z,heading"` and cards `"2po@10,14"`, with `+` if selected,
as in the game's notation.
"""

from collections.abc import Iterable, Mapping
from itertools import combinations, product
from typing import TypedDict, Unpack

import numpy as np

from cerealbar.game import (
    PAPER,
    TILE_CODES,
    UNLIMITED,
    Action,
    CardOnBoard,
    Game,
    Heading,
    Outcome,
    Player,
    Refusal,
    Rules,
    StateArray,
    Terrain,
    Tile,
    blank_states,
    cell_at,
    coordinates,
    is_set,
    parse_card,
    step_many,
)
from cerealbar.game.hexgrid import parse_heading
from cerealbar.game.prng import seed_words

Cell = tuple[int, int]

GRASS = Tile(Terrain.GRASS)
PATH = Tile(Terrain.PATH)
WATER = Tile(Terrain.WATER)

SET_FACES = ("1bc", "2gd", "3ph")
"""Three faces that are a valid set."""
EVERY_CELL: tuple[Cell, ...] = tuple(product(range(25), range(25)))
INNER_CELLS: tuple[Cell, ...] = tuple(product(range(1, 24), range(1, 24)))
"""All cells but those on the border."""


class Fields(TypedDict, total=False):
    """What of a `board` varies between tests on a named one."""

    follower: str
    floor: Iterable[Cell]
    taken: Iterable[Cell]
    steps: int
    queue: int
    score: int
    half_turns: int
    rng_seed: int
    rules: Rules


def board(
    *,
    leader: str = "12,12,ne",
    follower: str = "4,4,ne",
    cards: Iterable[str] = (),
    tiles: Mapping[Cell, Tile] | None = None,
    floor: Iterable[Cell] | None = None,
    taken: Iterable[Cell] = (),
    turn: Player = Player.LEADER,
    steps: int | None = None,
    queue: int = 0,
    score: int = 0,
    half_turns: int | None = None,
    rng_seed: int = 1,
    rules: Rules = PAPER,
) -> StateArray:
    """A game in progress, as an array of one.

    The board is grass, but for `tiles`; if `floor` is given, all that it does not name is water.
    The cells of cards are taken, and those of `taken`. Steps and half-turns are all that the
    rules give, unless they are named.
    """
    states = blank_states(1, rules)
    state = states[0]
    if floor is not None:
        state["tile"] = TILE_CODES[WATER]
        for x, z in floor:
            state["tile"][cell_at(x, z)] = TILE_CODES[GRASS]
    for (x, z), tile in (tiles or {}).items():
        state["tile"][cell_at(x, z)] = TILE_CODES[tile]
    for player, pose in ((Player.LEADER, leader), (Player.FOLLOWER, follower)):
        x_text, z_text, heading = pose.split(",")
        state["player_cell"][player] = cell_at(int(x_text), int(z_text))
        state["player_heading"][player] = parse_heading(heading)
    _lay_cards(states, cards)
    _take(states, taken)
    state["turn"] = turn
    state["steps_left"] = state["step_limits"][turn] if steps is None else steps
    state["waiting"] = queue
    state["score"] = score
    if half_turns is not None:
        state["half_turns_left"] = half_turns
    seed_words(state["rng"], rng_seed)
    return states


def _lay_cards(states: StateArray, cards: Iterable[str]) -> None:
    state = states[0]
    slot = 0
    for slot, text in enumerate(cards, 1):
        face, _, place = text.removesuffix("+").partition("@")
        x, z = (int(number) for number in place.split(","))
        state["card_cell"][slot - 1] = cell_at(x, z)
        state["card_kind"][slot - 1] = parse_card(face).kind
        state["selected"] |= np.uint32(text.endswith("+") << (slot - 1))
        _take(states, [(x, z)])
    state["cards"] = slot


def _take(states: StateArray, cells: Iterable[Cell]) -> None:
    for x, z in cells:
        cell = cell_at(x, z)
        states[0]["taken"][cell // 8] |= 1 << cell % 8


def taken_cells(states: StateArray) -> set[Cell]:
    """The cells on which no new card may appear."""
    taken = states[0]["taken"]
    return {(x, z) for x, z in EVERY_CELL if taken[(x + 25 * z) // 8] >> (x + 25 * z) % 8 & 1}


def game_on(states: StateArray, rules: Rules = PAPER) -> Game:
    """A game that goes on from a board; the waiting instructions read `do 1`, `do 2`, ..."""
    texts = tuple(f"do {i + 1}" for i in range(states[0]["waiting"]))
    return Game.from_states(states, rules, texts)


def act(states: StateArray, action: int) -> Outcome | Refusal:
    """Let the first game's player to act take an action, in place."""
    result = int(step_many(states, np.array([action], np.uint8))[0])
    return Outcome(result) if result >= 0 else Refusal(result)


def card_at(game: Game, x: int, z: int) -> CardOnBoard:
    """The card that lies on a cell."""
    (card,) = (card for card in game.cards if card.cell == cell_at(x, z))
    return card


def is_selected_at(game: Game, x: int, z: int) -> bool:
    """Whether the card that lies on a cell is selected."""
    return card_at(game, x, z).is_selected


def row_of_cards(*faces: str, z: int = 12) -> tuple[str, ...]:
    """Cards side by side from (11, z) eastwards: one on "10,z,e" walks over all of them."""
    return tuple(f"{face}@{11 + i},{z}" for i, face in enumerate(faces))


def set_in_a_row(*more_cards: str, **fields: Unpack[Fields]) -> StateArray:
    """A leader who completes a set by three steps forward."""
    cards = (*row_of_cards(*SET_FACES), *more_cards)
    return board(leader="10,12,e", cards=cards, **fields)


def set_one_step_away(*more_cards: str, **fields: Unpack[Fields]) -> StateArray:
    """A leader who completes a set by one step forward, onto (13, 12)."""
    first, second, third = row_of_cards(*SET_FACES)
    cards = (f"{first}+", f"{second}+", third, *more_cards)
    return board(leader="12,12,e", cards=cards, **fields)


def cells_of_cards(states: StateArray) -> list[Cell]:
    """Where the cards of the first game lie, by slot."""
    return [coordinates(cell) for cell in states[0]["card_cell"][: states[0]["cards"]]]


def kinds_of_cards(states: StateArray) -> list[int]:
    """The kinds of the cards of the first game, by slot."""
    return [int(kind) for kind in states[0]["card_kind"][: states[0]["cards"]]]


def make_a_set(states: StateArray) -> None:
    """Put the leader beside the third card of some valid set, whatever is there, and step on it."""
    state = states[0]
    kinds = kinds_of_cards(states)
    slots = combinations(range(len(kinds)), 3)
    a, b, c = next((a, b, c) for a, b, c in slots if is_set(kinds[a], kinds[b], kinds[c]))
    state["selected"] = 1 << a | 1 << b
    state["turn"], state["steps_left"] = Player.LEADER, 1
    state["player_cell"][Player.LEADER] = state["card_cell"][c] - 1  # its western neighbour
    state["player_heading"][Player.LEADER] = Heading.E
    outcome = act(states, Action.FORWARD)
    assert outcome & Outcome.SET_MADE, outcome


def unlimited(states: StateArray) -> StateArray:
    """The same board in a game whose turns never run out."""
    states["half_turns_left"] = UNLIMITED
    return states


def valid_sets(game: Game) -> list[list[int]]:
    """The slots of each valid set on the board."""
    kinds = [card.card.kind for card in game.cards]
    slots = combinations(range(len(kinds)), 3)
    return [list(three) for three in slots if is_set(*(kinds[slot] for slot in three))]
