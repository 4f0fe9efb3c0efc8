"""The record: one game is one fixed-size NumPy record, many games are an array of them."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Literal, TypeAlias

import numpy as np

from cerealbar.compiling import Record, kernel
from cerealbar.game.hexgrid import CELLS, Heading, Pose
from cerealbar.game.rules import MAX_CARDS, MAX_EXTRA

PlayerWord: TypeAlias = Literal["leader", "follower"]
"""The spelling of a player in files, messages and notation."""


class Player(IntEnum):
    """The two roles, and their index in the record's player fields."""

    LEADER = 0
    FOLLOWER = 1

    @property
    def word(self) -> PlayerWord:
        """The spelling in files, messages and notation."""
        return "follower" if self else "leader"

    @property
    def partner(self) -> "Player":
        """The other role."""
        return Player(1 - self.value)


PLAYERS: Mapping[PlayerWord, Player] = {player.word: player for player in Player}
"""The player of each word."""

# What a step touches comes first, so that it lies in one or two cache lines. Fields leave no gaps,
# so that equal games are equal bytes.
STATE = np.dtype(
    [
        ("seed", np.int64),  # where the map came from; -1 for a board made by hand
        ("rng", np.uint32, (4,)),  # the random generator's words
        ("selected", np.uint32),  # bit i: the card in slot i is selected
        ("player_cell", np.int16, (2,)),  # by Player
        ("half_turns_left", np.int32),  # 0: the game is over; UNLIMITED
        ("steps_left", np.int32),  # in the current turn
        ("score", np.int32),  # sets made
        ("waiting", np.int16),  # instructions in the queue, the current one included
        ("cancelling", np.int16),  # when the leader may cancel: index into Cancelling
        ("step_limits", np.int16, (2,)),  # steps per turn, by Player
        ("player_heading", np.uint8, (2,)),  # by Player
        ("turn", np.uint8),  # the Player to act
        ("cards", np.uint8),  # how many card slots are in use
        ("extra_half_turns", np.uint8, (MAX_EXTRA,)),  # what each set adds
        ("card_cell", np.int16, (MAX_CARDS,)),  # by slot
        ("card_kind", np.uint8, (MAX_CARDS,)),  # by slot: index into CARDS
        ("taken", np.uint8, ((CELLS + 7) // 8,)),  # bit per cell: no new card may appear there
        ("tile", np.uint8, (CELLS,)),  # by cell: index into TILES
    ],
    align=True,
)
"""The record's layout."""

StateArray: TypeAlias = np.ndarray[tuple[int], np.dtype[np.void]]
"""Games side by side; `states[i : i + 1]` is one game as an array of one."""


def pose_of(states: StateArray, player: Player) -> Pose:
    """Where a player of the first game stands and looks."""
    state = states[0]
    return Pose(int(state["player_cell"][player]), Heading(state["player_heading"][player]))


@kernel
def is_taken(state: Record, cell: int) -> bool:
    """Whether no new card may appear on the cell: it held one before, or a player began there."""
    return (state.taken[cell >> 3] >> (cell & 7)) & 1 == 1


@kernel
def take(state: Record, cell: int) -> None:
    """Mark that no new card may appear on the cell."""
    state.taken[cell >> 3] |= np.uint8(1 << (cell & 7))


@kernel
def release(state: Record) -> None:
    """Forget which cells are taken."""
    for i in range(len(state.taken)):
        state.taken[i] = 0


@kernel
def card_slot(state: Record, cell: int) -> int:
    """The slot of the card that lies on the cell, or -1."""
    for slot in range(np.int64(state.cards)):  # signed, as the result can be -1
        if state.card_cell[slot] == cell:
            return slot
    return -1


@kernel
def is_selected(state: Record, slot: int) -> bool:
    """Whether the card in the slot is selected."""
    return (state.selected >> np.uint32(slot)) & np.uint32(1) == 1
