"""Replay: a recorded game played again by the rules, and where the recording disagrees."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import (
    CARDS,
    OUTSIDE,
    STATE,
    Action,
    Array,
    CerealBarError,
    Player,
    Record,
    Refusal,
    StateArray,
    apply,
    card_slot,
    check_instruction,
    deed_words,
    format_card,
    is_selected,
    kernel,
    new_state,
    target_cell,
)
from cerealbar.records.errors import ReplayError
from cerealbar.records.events import (
    PLAYERS,
    STEP_ACTIONS,
    Event,
    Finished,
    GameEnd,
    GameEnded,
    GameRecord,
    Header,
    Instructed,
    PlayerWord,
    RecordedRules,
    Stepped,
    TimedOut,
    TurnEnd,
    TurnEnded,
)

Deed = Instructed | Stepped | Finished | TimedOut
"""An event that a player or the clock caused, as opposed to one that the rules compute."""

# The members of Outcome as plain numbers, for compiled code and for speed.
_COMPUTED = (TurnEnded, GameEnded)  # a tuple, as asking for a union of types is slow
_TOGGLED, _SET_MADE, _TURN_ENDED, _SKIPPED, _BUMPED = 4, 8, 64, 128, 2
_BACKWARD = 1
_OUT_OF_TURN = -100
_NOTHING = -1
_SIGNS = [f"+{format_card(card)}" for card in CARDS] + [f"-{format_card(card)}" for card in CARDS]
_REASONS = {
    Refusal.GAME_OVER: "the game is over",
    Refusal.NO_STEPS: "no steps are left",
    Refusal.NOT_LEADER: "only the leader gives instructions",
    Refusal.QUEUE_FULL: "the queue is full",
}


@dataclass(frozen=True, slots=True)
class Replay:
    """The deeds of a game as arrays, and what the rules make of them."""

    players: NDArray[np.uint8]
    """(deeds,): `Player`."""
    actions: NDArray[np.uint8]
    """(deeds,): `Action`."""
    states: StateArray
    """(deeds + 1,): before each deed, and after the last."""
    outcomes: NDArray[np.int16]
    """(deeds,): `Outcome` bits."""
    toggled: NDArray[np.int16]
    """(deeds,): the kind of the card that was selected, 147 + kind if deselected, or -1."""


@kernel
def _slot_ahead(state: Record, player: int, action: int) -> int:
    """The slot of the card that the step would toggle, or -1."""
    if action > _BACKWARD:
        return -1
    cell = target_cell(state, player, action)
    return card_slot(state, cell) if cell != OUTSIDE else -1


@kernel
def _replay(states: Array, players: Array, actions: Array, outcomes: Array, toggled: Array) -> int:
    """Play deeds from `states[0]` on; returns the index of the first refused one, or -1."""
    for i in range(len(actions)):
        states[i + 1] = states[i]
        state = states[i + 1]
        if state.turn != players[i] and state.half_turns_left != 0:
            outcomes[i] = _OUT_OF_TURN
            return i
        slot = _slot_ahead(state, players[i], actions[i])
        toggled[i] = _NOTHING
        if slot >= 0:
            toggled[i] = state.card_kind[slot] + (147 if is_selected(state, slot) else 0)
        outcomes[i] = apply(state, actions[i])
        if outcomes[i] < 0 or outcomes[i] & _BUMPED:
            return i
    return -1


def deeds(events: Iterable[Event]) -> list[tuple[int, Deed]]:
    """The events that players caused, each with its index."""
    return [
        (index, event) for index, event in enumerate(events) if not isinstance(event, _COMPUTED)
    ]


_STEP_CODES = {
    (by, word): (int(player), int(action))
    for by, player in PLAYERS.items()
    for word, action in STEP_ACTIONS.items()
}


def _code(deed: Deed) -> tuple[int, int]:
    """The player and the action of a deed, as plain numbers."""
    if isinstance(deed, Stepped):
        return _STEP_CODES[deed.by, deed.action]
    if isinstance(deed, Instructed):
        return 0, int(Action.INSTRUCT)
    done = Action.DONE if isinstance(deed, Finished) else Action.TIME_OUT
    return int(PLAYERS[deed.by]), int(done)


def replay(record: GameRecord) -> Replay:
    """Play a recorded game again.

    Raises:
        ReplayError: the rules refuse a deed.
        MapError: the header's seed has no map.
    """
    return replay_deeds(record.header, deeds(record.events))


_rules = lru_cache(maxsize=64)(RecordedRules.to_rules)


def replay_deeds(header: Header, found: Sequence[tuple[int, Deed]]) -> Replay:
    """Play deeds, each with the index that an error should name."""
    codes = [_code(deed) for _, deed in found]
    players = np.array([player for player, _ in codes], np.uint8)
    actions = np.array([action for _, action in codes], np.uint8)
    states = np.empty(len(found) + 1, STATE)
    states[0] = new_state(header.seed, _rules(header.rules))[0]
    outcomes = np.zeros(len(found), np.int16)
    toggled = np.empty(len(found), np.int16)
    failed = _replay(states, players, actions, outcomes, toggled)
    if failed >= 0:
        index, deed = found[failed]
        raise ReplayError(_refusal(states[failed], deed, int(outcomes[failed])), index)
    return Replay(players, actions, states, outcomes, toggled)


def _refusal(state: np.void, deed: Deed, outcome: int) -> str:
    player, action = _code(deed)
    if outcome == _OUT_OF_TURN:
        reason = f"it is the {Player(state['turn']).word}'s turn"
    elif outcome > 0:
        reason = "the way is blocked"
    else:
        reason = _REASONS[Refusal(outcome)]
    return f"{Player(player).word} cannot {deed_words(Action(action))}: {reason}"


def annotate(found: Sequence[Deed], played: Replay, end: GameEnded | None) -> Iterator[Event]:
    """The events of a game with all that the rules compute of them."""
    score = 0
    outcomes: list[int] = played.outcomes.tolist()
    toggled: list[int] = played.toggled.tolist()
    for i, (deed, outcome) in enumerate(zip(found, outcomes, strict=True)):
        if isinstance(deed, Stepped):
            card = _SIGNS[toggled[i]] if outcome & _TOGGLED else None
            score += bool(outcome & _SET_MADE)
            points = score if outcome & _SET_MADE else None
            same = card == deed.card and points == deed.score
            yield deed if same else Stepped(deed.at, deed.by, deed.action, card, points)
        else:
            yield deed
        if outcome & _TURN_ENDED:
            by: PlayerWord = "follower" if played.players[i] else "leader"
            yield TurnEnded(deed.at, by, _turn_end(deed))
            if outcome & _SKIPPED:
                yield TurnEnded(deed.at, "follower", TurnEnd.SKIPPED)
    if end is not None:
        over = played.states[-1]["half_turns_left"] == 0
        how = end.how
        if over != (how is GameEnd.NO_TURNS):
            how = GameEnd.NO_TURNS if over else GameEnd.ABANDONED
        yield GameEnded(end.at, how, int(played.states[-1]["score"]))


def _turn_end(deed: Deed) -> TurnEnd:
    if isinstance(deed, TimedOut):
        return TurnEnd.TIME_OUT
    return TurnEnd.DONE if isinstance(deed, Finished) else TurnEnd.NO_STEPS


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where a recorded game disagrees with the rules."""

    game_id: str
    event: int
    reason: str

    def __str__(self) -> str:
        return f"game {self.game_id}, event {self.event}: {self.reason}"


def verify(record: GameRecord) -> Divergence | None:
    """The first disagreement between a recorded game and the rules, or None."""
    try:
        found = deeds(record.events)
        played = replay_deeds(record.header, found)
        for index, deed in found:
            if type(deed) is Instructed and check_instruction(deed.text) != deed.text:
                return Divergence(record.game_id, index, "white space around an instruction")
    except ReplayError as error:
        return Divergence(record.game_id, error.event, str(error))
    except CerealBarError as error:
        return Divergence(record.game_id, 0, str(error))
    end = record.end
    if end is None:
        return Divergence(record.game_id, len(record.events), "the game has no end")
    return _first_difference(record, annotate([deed for _, deed in found], played, end))


def _first_difference(record: GameRecord, computed: Iterator[Event]) -> Divergence | None:
    before = 0.0
    index = -1
    for index, (told, true) in enumerate(zip(record.events, computed, strict=False)):
        if told is not true and told != true:
            return Divergence(record.game_id, index, f"recorded {told}, but the rules say {true}")
        if told.at < before:
            reason = f"time goes back from {before} to {told.at} seconds"
            return Divergence(record.game_id, index, reason)
        before = told.at
    if index + 1 < len(record.events) or next(computed, None) is not None:
        reason = "events are missing or too many at the end"
        return Divergence(record.game_id, index + 1, reason)
    return None


def complete(record: GameRecord) -> GameRecord:
    """The record with everything that the rules compute filled in.

    Raises:
        ReplayError: the rules refuse a deed.
    """
    found = deeds(record.events)
    played = replay_deeds(record.header, found)
    last = found[-1][1].at if found else 0.0
    end = record.end or GameEnded(last, GameEnd.ABANDONED, 0)
    return GameRecord(record.header, tuple(annotate([deed for _, deed in found], played, end)))
