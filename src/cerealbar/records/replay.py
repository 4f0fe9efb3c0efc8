"""Replay: a recorded game played again by the rules, and where the recording disagrees."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import (
    CARD_SIGNS,
    MAX_REMARK_LENGTH,
    STATE,
    Action,
    Array,
    CerealBarError,
    Outcome,
    Player,
    PlayerWord,
    Refusal,
    Rules,
    StateArray,
    apply,
    check_instruction,
    check_signal,
    check_text,
    deed_words,
    kernel,
    new_state,
    refusal_reason,
    sign_ahead,
)
from cerealbar.records.deeds import deed_action, deeds
from cerealbar.records.errors import ReplayError
from cerealbar.records.events import (
    DEEDS,
    Cancelled,
    Commented,
    DeedEvent,
    Event,
    Finished,
    GameEnd,
    GameEnded,
    GameRecord,
    GaveUp,
    Header,
    Instructed,
    RecordedRules,
    Signalled,
    Stepped,
    TimedOut,
    TurnEnd,
    TurnEnded,
)

# As plain numbers, for compiled code and for speed.
_SET_MADE, _BUMPED = int(Outcome.SET_MADE), int(Outcome.BUMPED)
_TURN_ENDED, _SKIPPED, _GAME_OVER = (
    int(bit) for bit in (Outcome.TURN_ENDED, Outcome.SKIPPED, Outcome.GAME_OVER)
)
_OUT_OF_TURN = -100
_SPOKEN = {Instructed, GaveUp, Signalled}


@dataclass(frozen=True, slots=True)
class Replay:
    """The deeds of a game as arrays, and what the rules make of them."""

    deeds: tuple[DeedEvent, ...]
    players: NDArray[np.uint8]
    """(deeds,): `Player`."""
    actions: NDArray[np.uint8]
    """(deeds,): `Action`."""
    states: StateArray
    """(deeds + 1,): before each deed, and after the last."""
    outcomes: NDArray[np.int16]
    """(deeds,): `Outcome` bits."""
    toggled: NDArray[np.int16]
    """(deeds,): what was selected or deselected, as an index into `CARD_SIGNS`, or -1."""

    @property
    def is_over(self) -> bool:
        """Whether the rules have ended the game."""
        return bool(self.states[-1]["half_turns_left"] == 0)

    def replaced_slots(self, deed: int) -> NDArray[np.int64]:
        """The slots whose cards a deed replaced: no card ever lies where another one lay."""
        cells = self.states["card_cell"]
        return np.flatnonzero(cells[deed] != cells[deed + 1])


@kernel
def _replay(states: Array, players: Array, actions: Array, outcomes: Array, toggled: Array) -> int:
    """Play deeds from `states[0]` on; returns the index of the first refused one, or -1."""
    for i in range(len(actions)):
        states[i + 1] = states[i]
        state = states[i + 1]
        is_due = state.turn == players[i] or actions[i] == Action.CANCEL
        if not is_due and state.half_turns_left != 0:
            outcomes[i] = _OUT_OF_TURN
            return i
        toggled[i] = sign_ahead(state, actions[i])
        outcomes[i] = apply(state, actions[i])
        if outcomes[i] < 0 or outcomes[i] & _BUMPED:
            return i
    return -1


def replay(record: GameRecord) -> Replay:
    """Play a recorded game again.

    Raises:
        ReplayError: the rules refuse a deed.
        MapError: the header's seed has no map.

    Examples:
        >>> from cerealbar.agents import make_follower, make_leader, play_games
        >>> (game,) = play_games(make_leader("scripted"), make_follower("oracle"), [7])
        >>> played = replay(game)
        >>> len(played.states) == len(played.deeds) + 1
        True
    """
    return replay_deeds(record.header, deeds(record.events))


_rules = lru_cache(maxsize=64)(RecordedRules.to_rules)


def replay_deeds(
    header: Header, found: Sequence[tuple[int, DeedEvent]], start: StateArray | None = None
) -> Replay:
    """Play deeds, each with the index that an error should name; `start` is the map, if known."""
    codes = [deed_action(deed) for _, deed in found]
    # By way of bytes, since NumPy is slow to make numbers of members of enumerations.
    players = np.frombuffer(bytearray([player for player, _, _ in codes]), np.uint8)
    actions = np.frombuffer(bytearray([action for _, action, _ in codes]), np.uint8)
    states = np.empty(len(found) + 1, STATE)
    states[0] = (new_state(header.seed, _rules(header.rules)) if start is None else start)[0]
    outcomes = np.zeros(len(found), np.int16)
    toggled = np.empty(len(found), np.int16)
    failed = _replay(states, players, actions, outcomes, toggled)
    if failed >= 0:
        index, deed = found[failed]
        raise ReplayError(_refusal(states[failed], deed, int(outcomes[failed])), index)
    told = tuple([deed for _, deed in found])
    return Replay(told, players, actions, states, outcomes, toggled)


def _refusal(state: np.void, deed: DeedEvent, outcome: int) -> str:
    player, action, _ = deed_action(deed)
    if outcome == _OUT_OF_TURN:
        reason = f"it is the {Player(state['turn']).word}'s turn"
    elif outcome > 0:
        reason = "the way is blocked"
    else:
        reason = refusal_reason(Refusal(outcome))
    return f"{player.word} cannot {deed_words(action)}: {reason}"


def annotate(
    events: Iterable[Event], outcomes: Iterable[int], cards: Iterable[str | None]
) -> Iterator[Event]:
    """Deeds, notes and the end of a game, with all that the rules compute of them.

    `outcomes` and `cards` are the `Outcome` bits of each deed and what it toggled.

    Raises:
        ReplayError: something but comments follows the end, or a signal the last half-turn.
    """
    computed = zip(outcomes, cards, strict=True)
    has_ended = False
    outcome = score = 0
    for index, event in enumerate(events):
        if has_ended and not isinstance(event, Commented):
            raise ReplayError(f"after the end of the game there is {event}", index)
        if type(event) is TurnEnded:
            continue
        if not isinstance(event, DEEDS):
            is_over = bool(outcome & _GAME_OVER)
            if is_over and type(event) is Signalled:
                raise ReplayError(f"{event.by} cannot signal: the game is over", index)
            has_ended = has_ended or isinstance(event, GameEnded)
            yield _game_end(event, is_over, score) if isinstance(event, GameEnded) else event
            continue
        outcome, card = next(computed)
        if isinstance(event, Stepped):
            score += outcome & _SET_MADE != 0
            points = score if outcome & _SET_MADE else None
            same = card == event.card and points == event.score
            yield event if same else Stepped(event.at, event.by, event.action, card, points)
        else:
            yield event
        if outcome & _TURN_ENDED:
            yield TurnEnded(event.at, _whose_turn(event), turn_end(event))
            if outcome & _SKIPPED:
                yield TurnEnded(event.at, "follower", TurnEnd.SKIPPED)


def _whose_turn(deed: DeedEvent) -> PlayerWord:
    """Whose turn a deed ended; the leader cancels in the follower's."""
    return deed.by if isinstance(deed, Stepped | Finished | TimedOut) else "follower"


def turn_end(deed: DeedEvent) -> TurnEnd:
    """How a deed ends the turn, if it does."""
    match deed:
        case TimedOut():
            return TurnEnd.TIME_OUT
        case Stepped():
            return TurnEnd.NO_STEPS
        case Cancelled():
            return TurnEnd.CANCELLED
        case Finished() | GaveUp() | Instructed():
            return TurnEnd.DONE


def _game_end(end: GameEnded, is_over: bool, score: int) -> GameEnded:
    how = end.how
    if is_over != (how is GameEnd.NO_TURNS):
        how = GameEnd.NO_TURNS if is_over else GameEnd.ABANDONED
    return GameEnded(end.at, how, score)


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
        played = replay(record)
        for index, event in enumerate(record.events):
            if type(event) in _SPOKEN:
                _check_words(event, index, _rules(record.header.rules))
        difference = _first_difference(record, _annotated(record.events, played))
    except ReplayError as error:
        return Divergence(record.game_id, error.event, str(error))
    except CerealBarError as error:
        return Divergence(record.game_id, 0, str(error))
    if difference is None and record.end is None:
        return Divergence(record.game_id, len(record.events), "the game has no end")
    return difference


def _check_words(event: Event, index: int, rules: Rules) -> None:
    """Raise a `ReplayError` if no player could have said this in a game of these rules."""
    try:
        match event:
            case Instructed(text=said):
                heard = check_instruction(said)
            case GaveUp(reason=said):
                heard = said and check_text(said, "reason", MAX_REMARK_LENGTH)
            case Signalled(text=said):
                heard = check_signal(event.kind, said, rules).text
            case _:
                return
    except CerealBarError as error:
        raise ReplayError(str(error), index) from None
    if heard != said:
        raise ReplayError("white space around a text", index)


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


def complete(record: GameRecord, played: Replay | None = None) -> GameRecord:
    """The record with everything that the rules compute filled in; `played` is its replay.

    Raises:
        ReplayError: the rules refuse a deed.
        RecordError: it would have too many events.
    """
    events = record.events
    if record.end is None:
        at = max((event.at for event in events), default=0.0)
        events = (*events, GameEnded(at, GameEnd.ABANDONED))
    return GameRecord(record.header, tuple(_annotated(events, played or replay(record))))


def _annotated(events: Iterable[Event], played: Replay) -> Iterator[Event]:
    cards = [None if sign < 0 else CARD_SIGNS[sign] for sign in played.toggled.tolist()]
    return annotate(events, played.outcomes.tolist(), cards)
