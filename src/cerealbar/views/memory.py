"""What a follower knows of a board that it sees in part: what is in view, and what it remembers.

A tile that was seen stays known. A card is remembered where it was until its cell is seen again;
so is the leader. Nothing else of a record that the follower cannot see gets into its memory.
"""

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import (
    CELLS,
    MAX_CARDS,
    OUTSIDE,
    STATE,
    TILE_CODES,
    Array,
    Deed,
    Game,
    Player,
    Record,
    StateArray,
    Terrain,
    Tile,
    is_selected,
    kernel,
)
from cerealbar.views.visibility import Sight, fill_seen, sight_table

UNKNOWN_TILE = TILE_CODES[Tile(Terrain.GRASS)]
"""What a memory holds for cells that were never seen: ground that may be walked."""
_LEADER, _FOLLOWER = int(Player.LEADER), int(Player.FOLLOWER)
_RNG = (1, 2, 3, 4)
"""The generator of every memory: it must not tell which cards come next, and not be all zeros."""
_PUBLIC = (
    "half_turns_left",
    "steps_left",
    "score",
    "step_limits",
    "turn",
    "extra_half_turns",
    "cancelling",
)
"""Fields that both players know."""


@kernel
def _remember_cards(state: Record, seen: Array, memory: Record) -> None:
    """Cards in view as they are, others as they were remembered, in the order of their cells."""
    kinds = np.full(CELLS, -1, np.int16)
    selected = np.zeros(CELLS, np.bool_)
    room = MAX_CARDS
    for slot in range(memory.cards):
        cell = memory.card_cell[slot]
        if not seen[cell]:
            kinds[cell] = memory.card_kind[slot]
            selected[cell] = is_selected(memory, slot)
    for slot in range(state.cards):
        cell = state.card_cell[slot]
        if seen[cell]:
            kinds[cell] = state.card_kind[slot]
            selected[cell] = is_selected(state, slot)
            room -= 1
    memory.card_cell[:] = 0
    memory.card_kind[:] = 0
    bits = np.uint32(0)
    count = 0
    for cell in range(CELLS):
        if kinds[cell] < 0 or (not seen[cell] and room == 0):
            continue
        room -= not seen[cell]
        memory.card_cell[count] = cell
        memory.card_kind[count] = kinds[cell]
        if selected[cell]:
            bits |= np.uint32(1) << np.uint32(count)
        count += 1
    memory.cards = count
    memory.selected = bits


@kernel
def _remember_players(state: Record, seen: Array, memory: Record) -> None:
    """The follower itself; and the leader, who is nowhere once its remembered cell is empty."""
    memory.player_cell[_FOLLOWER] = state.player_cell[_FOLLOWER]
    memory.player_heading[_FOLLOWER] = state.player_heading[_FOLLOWER]
    if seen[state.player_cell[_LEADER]]:
        memory.player_cell[_LEADER] = state.player_cell[_LEADER]
        memory.player_heading[_LEADER] = state.player_heading[_LEADER]
    elif memory.player_cell[_LEADER] != OUTSIDE and seen[memory.player_cell[_LEADER]]:
        memory.player_cell[_LEADER] = OUTSIDE
        memory.player_heading[_LEADER] = 0


@kernel
def _look(states: Array, table: Array, memories: Array, known: Array) -> None:
    seen = np.empty(CELLS, np.bool_)
    for i in range(len(states)):
        fill_seen(states[i], table, seen)
        for cell in range(CELLS):
            if seen[cell]:
                known[i, cell] = True
                memories[i].tile[cell] = states[i].tile[cell]
        _remember_cards(states[i], seen, memories[i])
        _remember_players(states[i], seen, memories[i])


class BoardMemory:
    """What the followers of some games know of their boards."""

    def __init__(self, sight: Sight, count: int = 1) -> None:
        self.sight = sight
        self.states: StateArray = np.zeros(count, STATE)
        """(N,): the records as far as they are known.

        Cells that were never seen are `UNKNOWN_TILE`, and a leader who is not remembered is
        `OUTSIDE`. Cards lie in slots by the order of their cells. The seed is -1, `waiting` at most
        1; the generator and the taken cells say nothing.
        """
        self.known: NDArray[np.bool_] = np.zeros((count, CELLS), np.bool_)
        """(N, 625): the cells that were ever seen."""
        for i in range(count):
            self.forget(i)

    def look(self, states: StateArray) -> None:
        """See the N games as they are now; to be called whenever they have changed."""
        for field in _PUBLIC:
            self.states[field] = states[field]
        np.minimum(states["waiting"], 1, out=self.states["waiting"])
        _look(states, sight_table(self.sight), self.states, self.known)

    def forget(self, i: int) -> None:
        """Another game begins at a place."""
        self.states[i] = np.zeros((), STATE)
        self.states["seed"][i], self.states["rng"][i] = -1, _RNG
        self.states["tile"][i] = UNKNOWN_TILE
        self.states["player_cell"][i] = OUTSIDE
        self.known[i] = False


def remember_game(game: Game, sight: Sight) -> BoardMemory:
    """What the follower of a game that began on the map of its seed has seen of it so far."""
    again = Game(int(game.states["seed"][0]), game.rules)
    memory = BoardMemory(sight)
    memory.look(again.states)
    for deed in game.history:
        if isinstance(deed, Deed):
            again.step(deed.action, text=deed.text)
            memory.look(again.states)
    return memory
