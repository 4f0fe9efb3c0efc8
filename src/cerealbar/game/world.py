"""The world transition T_w of the paper: moving, turning, toggling cards, making sets."""

import numpy as np

from cerealbar.compiling import Array, Record, kernel
from cerealbar.game.actions import Action, Outcome
from cerealbar.game.cards import CARDS, can_combine, is_set
from cerealbar.game.deal import draw_faces, place_card
from cerealbar.game.hexgrid import CELLS, HEADINGS, NEIGHBOURS, OUTSIDE
from cerealbar.game.maps import reachable_cells
from cerealbar.game.rules import MAX_CARDS, MAX_EXTRA, UNLIMITED
from cerealbar.game.state import Player, card_slot, is_selected, release, take
from cerealbar.game.tiles import IS_PASSABLE

# As plain numbers, for compiled code, which knows no flags.
_MOVED, _BUMPED = int(Outcome.MOVED), int(Outcome.BUMPED)
_TOGGLED, _SET_MADE = int(Outcome.TOGGLED), int(Outcome.SET_MADE)
_KINDS = len(CARDS)


@kernel
def target_cell(state: Record, player: int, action: int) -> int:
    """Where moving forward or backward leads, or `OUTSIDE` if the way is blocked."""
    heading = state.player_heading[player]
    if action == Action.BACKWARD:
        heading = (heading + 3) % HEADINGS
    cell = NEIGHBOURS[state.player_cell[player], heading]
    if cell != OUTSIDE and IS_PASSABLE[state.tile[cell]]:
        return cell
    return OUTSIDE


@kernel
def slot_ahead(state: Record, action: int) -> int:
    """The slot of the card that the player to act would toggle with an action, or -1."""
    if action > Action.BACKWARD:
        return -1
    cell = target_cell(state, state.turn, action)
    return card_slot(state, cell) if cell != OUTSIDE else -1


@kernel
def sign_ahead(state: Record, action: int) -> int:
    """The index in `CARD_SIGNS` of what the player to act would toggle with an action, or -1."""
    slot = slot_ahead(state, action)
    if slot < 0:
        return -1
    return state.card_kind[slot] + (_KINDS if is_selected(state, slot) else 0)


@kernel
def selected_slots(state: Record, slots: Array) -> int:
    """Fill `slots` with the slots of the selected cards; returns how many there are."""
    n = 0
    for slot in range(state.cards):
        if is_selected(state, slot):
            slots[n] = slot
            n += 1
    return n


@kernel
def fill_sets(state: Record, sets: Array) -> int:
    """Fill `sets` (n, 3) with the slots of each valid set on the board; returns their number."""
    kinds = state.card_kind
    cards = np.int64(state.cards)
    n = 0
    for i in range(cards):
        for j in range(i + 1, cards):
            if can_combine(kinds[i], kinds[j]):
                for k in range(j + 1, cards):
                    if can_combine(kinds[i], kinds[k]) and can_combine(kinds[j], kinds[k]):
                        sets[n, 0], sets[n, 1], sets[n, 2] = i, j, k
                        n += 1
    return n


@kernel
def is_invalid(state: Record) -> bool:
    """Whether two selected cards clash, so that no set can come of them."""
    slots = np.empty(MAX_CARDS, np.int64)
    n = selected_slots(state, slots)
    for i in range(n):
        for j in range(i):
            if not can_combine(state.card_kind[slots[i]], state.card_kind[slots[j]]):
                return True
    return False


@kernel
def _free_cells(state: Record, in_reach: bool) -> None:
    """When all cells have held cards: free those that hold none now, or only those in reach."""
    release(state)
    leader = reachable_cells(state, state.player_cell[Player.LEADER])
    follower = reachable_cells(state, state.player_cell[Player.FOLLOWER])
    for cell in range(CELLS):
        is_cut_off = IS_PASSABLE[state.tile[cell]] and not leader[cell] and not follower[cell]
        if in_reach and is_cut_off:
            take(state, cell)
    for slot in range(np.int64(state.cards)):
        if state.card_cell[slot] != OUTSIDE:
            take(state, state.card_cell[slot])


@kernel
def _replace_set(state: Record, slots: Array) -> None:
    """Three new cards in place of a set; one that appears under a player is selected."""
    state.selected = 0
    draw_faces(state, slots)
    for slot in slots:
        state.card_cell[slot] = OUTSIDE
    for slot in slots:
        if not place_card(state, slot):
            _free_cells(state, True)
            if not place_card(state, slot):
                _free_cells(state, False)
                place_card(state, slot)
    for slot in slots:
        for player in (Player.LEADER, Player.FOLLOWER):
            if state.card_cell[slot] == state.player_cell[player]:
                state.selected |= np.uint32(1) << np.uint32(slot)


@kernel
def _make_set(state: Record) -> bool:
    """Score the selected cards if they are exactly a valid set."""
    slots = np.empty(MAX_CARDS, np.int64)
    if selected_slots(state, slots) != 3:
        return False
    kinds = state.card_kind
    if not is_set(kinds[slots[0]], kinds[slots[1]], kinds[slots[2]]):
        return False
    if state.half_turns_left != UNLIMITED and state.score < MAX_EXTRA:
        state.half_turns_left += state.extra_half_turns[state.score]
    state.score += 1
    _replace_set(state, slots[:3])
    return True


@kernel
def move(state: Record, player: int, action: int) -> int:
    """Take one world action, without regard to turns; returns `Outcome` bits."""
    if Action.LEFT <= action <= Action.RIGHT:
        turn = 1 if action == Action.RIGHT else HEADINGS - 1
        state.player_heading[player] = (state.player_heading[player] + turn) % HEADINGS
        return _MOVED
    cell = target_cell(state, player, action)
    if cell == OUTSIDE:
        return _BUMPED
    state.player_cell[player] = cell
    slot = card_slot(state, cell)
    if slot < 0:
        return _MOVED
    state.selected ^= np.uint32(1) << np.uint32(slot)
    return _MOVED | _TOGGLED | (_SET_MADE if _make_set(state) else 0)
