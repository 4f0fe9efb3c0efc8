"""Which set to make and who fetches which card, by exact travel costs and both step budgets.

Time is counted in half-turns from now: the leader's turn now is 0, the follower's after it 1. Every
way to share the cards of every set is weighed; for the most promising ones the best next set is
weighed too, from where each player would then stand.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.fetching import ALL, SHARES, Board, best_order, fill_tours
from cerealbar.agents.travel import AXES
from cerealbar.game import Array, kernel

NEVER = 10_000
"""The half-turn, and the price, of what cannot be done."""
_MOST_STEPS = 400
"""Steps beyond which no plan looks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What a plan costs: by when its sets are made, and by the steps used until then."""

    first: float = 1.0
    """For each half-turn until the set is made."""
    second: float = 0.6
    """For each half-turn from then until the next one is made."""
    work: float = 0.15
    """For each full turn's worth of steps that a player uses."""
    candidates: int = 8
    """For how many plans the next set is weighed; 0 for a leader who looks no further."""


DEFAULT_WEIGHTS = Weights()


@dataclass(frozen=True, slots=True)
class Walker:
    """Where a player's free steps begin."""

    row: NDArray[np.int16]
    """(n, 3): steps to each card."""
    used: int = 0
    """Steps that are spent before."""
    barred: int = 0
    """Steps that must be spent, or waited for, before a card may be touched."""


@dataclass(frozen=True, slots=True)
class Clock:
    """How many steps and turns there are."""

    now: int
    """Steps that the leader has left in this turn."""
    leader_steps: int
    follower_steps: int
    half_turns_left: int
    """This one included."""
    extra: int
    """Half-turns that the next set adds."""


@dataclass(frozen=True, slots=True)
class Errands:
    """Who fetches which cards for one set: slots, in order."""

    cards: tuple[int, ...]
    """The set."""
    leader: tuple[int, ...]
    follower: tuple[int, ...]
    half_turn: int
    """When it is made."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do for this set, and for the next one as far as it can be known."""

    this: Errands
    next: Errands | None
    price: float


@kernel
def _fill_half_turns(clock: Array, half_turns: Array) -> None:
    """Fill `half_turns` (2, n): when each player has taken so many steps."""
    now, leader_steps, follower_steps = clock[0], clock[1], clock[2]
    for steps in range(half_turns.shape[1]):
        half_turns[0, steps] = 0
        if steps > now:
            turns = (steps - now + leader_steps - 1) // leader_steps if leader_steps else NEVER
            half_turns[0, steps] = min(2 * turns, NEVER)
        half_turns[1, steps] = min(1 + 2 * ((steps - 1) // follower_steps), NEVER)


@kernel
def _missing_cards(cards: Array, selected: int) -> int:
    """The share of a set that is not selected."""
    missing = 0
    for i in range(3):
        missing |= (1 ^ (selected >> cards[i] & 1)) << i
    return missing


@kernel
def _weigh(
    leader_tours: Array,
    leader_legs: Array,
    follower_tours: Array,
    follower_legs: Array,
    sets: Array,
    bits: Array,
    selected: int,
    gone: int,
    spent: Array,
    half_turns: Array,
    left: int,
    rates: Array,
    noise: Array,
    best: Array,
) -> int:
    """Fill `best` (k, 6) with the cheapest ways to make a set, cheapest first; returns how many.

    A row is: price, set, the leader's share, steps of both players, half-turn. `spent` has the
    steps that each player has used, and those before which each may touch no card.
    """
    count = 0
    most = half_turns.shape[1]
    for s in range(len(bits)):
        if bits[s] & gone or selected & ~bits[s]:
            continue
        missing = _missing_cards(sets[s], selected)
        for share in range(SHARES):
            if share & ~missing:
                continue
            other = missing ^ share
            i, j = spent[0], spent[1]
            half_turn = 0
            # A player who gets to the first card too early waits beside it.
            if share:
                i += leader_tours[s, share] + max(0, spent[2] + 1 - i - leader_legs[s, share])
                if i >= most:
                    continue
                half_turn = half_turns[0, i]
            if other:
                j += follower_tours[s, other] + max(0, spent[3] + 1 - j - follower_legs[s, other])
                if j >= most:
                    continue
                half_turn = max(half_turn, half_turns[1, j])
            if half_turn >= left:
                continue
            price = half_turn + rates[0] * i + rates[1] * j + noise[s]
            if count == len(best) and price >= best[count - 1, 0]:
                continue
            count = min(count + 1, len(best))
            place = count - 1
            while place > 0 and price < best[place - 1, 0]:
                best[place] = best[place - 1]
                place -= 1
            row = best[place]
            row[0], row[1], row[2], row[3], row[4], row[5] = price, s, share, i, j, half_turn
    return count


@kernel
def _choose(
    rows: Array,
    costs: Array,
    nearest: Array,
    sets: Array,
    bits: Array,
    known_tours: Array,
    known_legs: Array,
    is_known: Array,
    selected: int,
    gone: int,
    spent: Array,
    clock: Array,
    weights: Array,
    candidates: int,
    noise: Array,
    chosen: Array,
) -> float:
    """Fill `chosen` (2, 8) with this and the next set of the best plan; returns its price.

    A row is: set or -1, half-turn, then the leader's and the follower's cards in order, or -1.
    """
    tours = np.empty((2, len(sets), SHARES), np.int16)
    legs = np.empty((2, len(sets), SHARES), np.int16)
    for player in range(2):
        fill_tours(rows[player], costs, nearest, sets, tours[player], legs[player])
    half_turns = np.empty((2, _MOST_STEPS), np.int64)
    _fill_half_turns(clock, half_turns)
    rates = np.array((weights[2] / max(1, clock[1]), weights[2] / clock[2]))
    best = np.empty((max(1, candidates), 6), np.float64)
    count = _weigh(
        tours[0],
        legs[0],
        tours[1],
        legs[1],
        sets,
        bits,
        selected,
        gone,
        spent,
        half_turns,
        clock[3],
        rates,
        noise,
        best,
    )
    chosen[:] = -1
    least = NEVER
    left_then = clock[3] + clock[4]
    then = np.empty((1, 6), np.float64)
    spent_then = np.empty(4, np.int64)
    ends = np.empty(2, np.int64)
    orders = np.empty((2, 3), np.int64)
    for number in range(count):
        s, half_turn = int(best[number, 1]), int(best[number, 5])
        share = int(best[number, 2])
        orders[:] = -1
        ends[0] = best_order(rows[0], costs, sets[s], share, orders[0])
        other = _missing_cards(sets[s], selected) ^ share
        ends[1] = best_order(rows[1], costs, sets[s], other, orders[1])
        has_next = False
        if candidates > 0:
            for end in ends:
                if end >= 0 and not is_known[end]:
                    row = costs[end // AXES, end % AXES]
                    fill_tours(row, costs, nearest, sets, known_tours[end], known_legs[end])
                    is_known[end] = True
            # Until this set is made no card of the next one may be touched.
            i, j, turns = int(best[number, 3]), int(best[number, 4]), half_turn // 2
            spent_then[0], spent_then[1] = i, j
            spent_then[2] = clock[0] + clock[1] * turns if half_turn % 2 else i
            spent_then[3] = j if half_turn % 2 else clock[2] * turns
            has_next = _weigh(
                tours[0] if ends[0] < 0 else known_tours[ends[0]],
                legs[0] if ends[0] < 0 else known_legs[ends[0]],
                tours[1] if ends[1] < 0 else known_tours[ends[1]],
                legs[1] if ends[1] < 0 else known_legs[ends[1]],
                sets,
                bits,
                0,
                gone | bits[s],
                spent_then,
                half_turns,
                left_then,
                rates,
                noise,
                then,
            ) > 0
        if has_next:
            half_turn_then = then[0, 5]
            price = then[0, 0] - half_turn_then + noise[s]
        else:
            half_turn_then = float(left_then)
            price = best[number, 0] - half_turn
        price += weights[0] * half_turn + weights[1] * (half_turn_then - half_turn)
        if price >= least:
            continue
        least = price
        chosen[:] = -1
        chosen[0, 0], chosen[0, 1] = s, half_turn
        chosen[0, 2:5], chosen[0, 5:8] = orders[0], orders[1]
        if has_next:
            s, share = int(then[0, 1]), int(then[0, 2])
            chosen[1, 0], chosen[1, 1] = s, int(half_turn_then)
            for player in range(2):
                end = ends[player]
                row = rows[player] if end < 0 else costs[end // AXES, end % AXES]
                part = share if player == 0 else ALL ^ share
                best_order(row, costs, sets[s], part, chosen[1, 2 + 3 * player : 5 + 3 * player])
    return least


def choose_plan(
    board: Board,
    leader: Walker,
    follower: Walker,
    clock: Clock,
    selected: int = 0,
    gone: int = 0,
    weights: Weights = DEFAULT_WEIGHTS,
    noise: NDArray[np.float64] | None = None,
) -> Plan | None:
    """The best plan that makes a set in time, or None if no set can be made.

    `selected` and `gone` have a bit for each card that counts as selected, or as no longer there.
    `noise` (sets,) is added to the price of each set.
    """
    chosen = np.empty((2, 8), np.int64)
    price = _choose(
        np.stack((leader.row, follower.row)),
        board.costs,
        board.nearest,
        board.sets,
        board.bits,
        board.tours,
        board.legs,
        board.is_known,
        selected,
        gone,
        np.array((leader.used, follower.used, leader.barred, follower.barred)),
        np.array(
            (
                clock.now,
                clock.leader_steps,
                clock.follower_steps,
                clock.half_turns_left,
                clock.extra,
            )
        ),
        np.array((weights.first, weights.second, weights.work)),
        weights.candidates,
        np.zeros(len(board.sets)) if noise is None else noise,
        chosen,
    )
    this = _errands(board, chosen[0])
    return None if this is None else Plan(this, _errands(board, chosen[1]), price)


def _errands(board: Board, row: NDArray[np.int64]) -> Errands | None:
    number, half_turn, *cards = row.tolist()
    if number < 0:
        return None
    leader, follower = cards[:3], cards[3:]
    return Errands(
        tuple(board.sets[number].tolist()),
        tuple([slot for slot in leader if slot >= 0]),
        tuple([slot for slot in follower if slot >= 0]),
        half_turn,
    )
