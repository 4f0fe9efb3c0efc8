"""The record: its layout, and what its small functions read and write."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.game import (
    MAX_CARDS,
    STATE,
    Game,
    Player,
    card_slot,
    cell_at,
    is_selected,
    new_states,
)
from cerealbar.game.state import is_taken, release, take
from tests.boards import board, taken_cells
from tests.strategies import cells


def test_the_record_has_these_fields() -> None:
    shapes = {name: STATE[name].shape for name in STATE.names or ()}
    expected: dict[str, tuple[int, ...]] = {
        "seed": (),
        "rng": (4,),
        "selected": (),
        "player_cell": (2,),
        "steps_left": (),
        "half_turns_left": (),
        "waiting": (),
        "score": (),
        "step_limits": (2,),
        "player_heading": (2,),
        "turn": (),
        "cards": (),
        "extra_half_turns": (16,),
        "card_cell": (32,),
        "card_kind": (32,),
        "taken": (79,),
        "tile": (625,),
    }
    assert expected.items() <= shapes.items()


def test_every_byte_of_the_record_belongs_to_a_field() -> None:
    """NumPy leaves what lies between fields as it finds it: copies would differ byte for byte."""
    owned = sum(STATE[name].itemsize for name in STATE.names or ())
    assert owned == STATE.itemsize


def test_copies_of_a_record_are_the_same_bytes() -> None:
    states = new_states(range(20))
    np.full_like(states.view(np.uint8), 0x5A)  # what freed memory may hold
    for copied in (states.copy(), states[np.arange(20)], np.concatenate([states[:9], states[9:]])):
        assert copied.tobytes() == states.tobytes()
    game = Game(3)
    assert game.copy().states.tobytes() == game.states.tobytes() == new_states([3]).tobytes()


def test_a_record_is_small() -> None:
    assert STATE.itemsize <= 1024


def test_players_have_fixed_numbers_and_words() -> None:
    assert [(player.value, player.word) for player in Player] == [(0, "leader"), (1, "follower")]


@pytest.mark.parametrize("player", Player)
def test_the_partner_of_a_players_partner_is_the_player(player: Player) -> None:
    assert player.partner is not player
    assert player.partner.partner is player


@given(st.sets(cells, max_size=40))
def test_cells_are_taken_one_by_one_and_released_together(chosen: set[int]) -> None:
    states = board()
    for cell in chosen:
        assert not is_taken(states[0], cell)
        take(states[0], cell)
    assert {cell for cell in range(625) if is_taken(states[0], cell)} == chosen
    assert {cell_at(x, z) for x, z in taken_cells(states)} == chosen
    release(states[0])
    assert not states[0]["taken"].any()


def test_a_card_is_found_by_its_cell() -> None:
    states = board(cards=["1bc@3,4", "2gd@5,6", "3ph@24,24"])
    assert [card_slot(states[0], cell_at(x, z)) for x, z in ((3, 4), (5, 6), (24, 24))] == [0, 1, 2]
    assert card_slot(states[0], cell_at(4, 3)) == -1
    assert card_slot(states[0], 0) == -1, "slots that are not in use hold cell 0"


@given(st.integers(0, 2**32 - 1))
def test_each_card_has_its_own_bit_of_the_selection(bits: int) -> None:
    states = board()
    states["selected"] = np.uint32(bits)
    selected = [is_selected(states[0], slot) for slot in range(MAX_CARDS)]
    assert selected == [bits >> slot & 1 == 1 for slot in range(MAX_CARDS)]
