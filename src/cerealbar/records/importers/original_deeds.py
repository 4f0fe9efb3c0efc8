"""From the actions of a published game to deeds that the rules accept.

Some actions are deeds, some only tell what the rules compute (a turn that ended because all steps
were used), and some are missing or came late, as two clients and a server each wrote their part.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from cerealbar.game import (
    ACTIONS,
    Action,
    Array,
    InstructionError,
    Outcome,
    Player,
    StateArray,
    apply,
    check_instruction,
    is_over,
    kernel,
)
from cerealbar.records.deeds import deed_event
from cerealbar.records.errors import ActionError
from cerealbar.records.events import DeedEvent, TimedOut
from cerealbar.records.importers.original_format import (
    STEPS,
    EndMethod,
    OriginalAction,
    parse_leaver,
    parse_player,
)

# As plain numbers, for compiled code.
_LEADER, _FOLLOWER = int(Player.LEADER), int(Player.FOLLOWER)
_PLAYERS = tuple(Player)
_DONE, _INSTRUCT, _TIME_OUT = (
    int(action) for action in (Action.DONE, Action.INSTRUCT, Action.TIME_OUT)
)
_BUMPED, _TURN_ENDED = int(Outcome.BUMPED), int(Outcome.TURN_ENDED)
_TOLD_END = len(Action)
"""The follower's turn is said to have ended, which the rules should know by themselves."""

_STEP_CODES = {spelling: int(Action[word.upper()]) for word, spelling in STEPS.items()}
_CONSEQUENCES = {
    EndMethod.MOVES.lower(),
    EndMethod.FINISHED.lower(),
    EndMethod.NOTHING_TO_DO.lower(),
    "ranoutofmoves",  # these two are the automated follower's
    "noinstructionstofollow",
}
_LEADER_ENDS = {EndMethod.BUTTON.lower(), EndMethod.TAB.lower()}
_TOLD = "the follower's turn was said to have ended, inferred a time-out"
_MISSING = "the end of the leader's turn is missing before it, inferred"
_TIME = EndMethod.TIME.lower()


@dataclass(frozen=True, slots=True)
class ReadDeed:
    """A deed, and the index of the action that it was read from."""

    action: int
    deed: DeedEvent
    is_inferred: bool
    """Whether no action says it, but the one that follows is impossible without it."""


@lru_cache(maxsize=64)
def _kind(type_of_action: str) -> str:
    return type_of_action.strip().lower().replace("_", " ")


def _encode(index: int, action: OriginalAction, notes: list[str]) -> tuple[int, int] | None:
    """The player and the code of an action, or None if it is no deed."""
    match _kind(action.type):
        case "movement":
            return _encode_movement(index, action)
        case "instruction":
            return _LEADER, _INSTRUCT
        case "finish command":
            return _FOLLOWER, _DONE
        case "end turn":
            return _encode_end(index, action, notes)
        case kind if kind != "begin turn":
            notes.append(f"action {index}: unknown type {action.type[:40]!r} left out")
    return None


def _encode_movement(index: int, action: OriginalAction) -> tuple[int, int] | None:
    is_initial = isinstance(action.move_id, int) and action.move_id < 0
    if is_initial or action.action == "initial":
        return None
    code = _STEP_CODES.get((action.action or "").strip().upper())
    if code is None:
        known = ", ".join(_STEP_CODES)
        raise ActionError(f"movement {action.action!r:.60} is unknown: expected {known}", index)
    return _player(index, action), code


def _encode_end(index: int, action: OriginalAction, notes: list[str]) -> tuple[int, int] | None:
    method = (action.end_method or "").strip().lower()
    is_game_end = method == EndMethod.GAME_ENDED.lower()
    if is_game_end or parse_leaver(method, action.character) is not None:
        return None
    player = _player(index, action)
    if method == _TIME:
        return player, _TIME_OUT
    if method not in _CONSEQUENCES and (method not in _LEADER_ENDS or player == _FOLLOWER):
        name = Player(player).word
        notes.append(f"action {index}: unknown end of a {name}'s turn {action.end_method!r:.60}")
    return (player, _DONE) if player == _LEADER else (player, _TOLD_END)


def _player(index: int, action: OriginalAction) -> int:
    player = parse_player(action.character)
    if player is None:
        raise ActionError(
            f"character {action.character!r:.60} is unknown: expected Leader or Follower", index
        )
    return int(player)


@kernel
def _would_pass(states: Array, end: int) -> bool:
    """Whether the turn would pass to the other player if it ended so; uses `states[1]`."""
    states[1] = states[0]
    apply(states[1], end)
    return states[1].turn != states[0].turn and not is_over(states[1])


@kernel
def _resolve(states: Array, players: Array, codes: Array, deeds: Array, is_late: Array) -> int:
    """Play from `states[0]` on; fills `deeds` (n, 4) and returns how many there are.

    A deed is the index of its code, the player, the action and whether it is inferred. The last one
    may be refused by the rules. `is_late` (codes,) marks ends of turns that had ended already;
    `states[1]` is scratch.
    """
    state = states[0]
    n = 0
    is_told = False  # the follower's turn is said to have ended, and has not by the rules
    for i in range(len(codes)):
        player, code = players[i], codes[i]
        if code == _TOLD_END:
            is_told = state.turn == _FOLLOWER
            continue
        is_end = code == _TIME_OUT or (code == _DONE and player == _LEADER)
        if is_over(state) and is_end:
            is_late[i] = True
            continue
        if state.turn != player and not is_over(state):
            missing = _DONE if state.turn == _LEADER else _TIME_OUT
            may_infer = not is_end if state.turn == _LEADER else is_told
            if may_infer and _would_pass(states, missing):
                deeds[n, 0], deeds[n, 1], deeds[n, 2], deeds[n, 3] = i, state.turn, missing, 1
                n += 1
                apply(state, missing)
                is_told = False
            elif is_end:
                is_late[i] = True
                continue
        is_refused = state.turn != player and not is_over(state)
        outcome = -1 if is_refused else apply(state, code)
        deeds[n, 0], deeds[n, 1], deeds[n, 2], deeds[n, 3] = i, player, code, 0
        n += 1
        if outcome < 0 or outcome & _BUMPED:
            return n
        if outcome & _TURN_ENDED:
            is_told = False
    if is_told and not is_over(state):
        deeds[n, 0], deeds[n, 1], deeds[n, 2], deeds[n, 3] = len(codes) - 1, _FOLLOWER, _TIME_OUT, 1
        n += 1
    return n


def read_deeds(
    start: StateArray, actions: list[OriginalAction], seconds: list[float], notes: list[str]
) -> list[ReadDeed]:
    """The deeds of a game that begins with `start`; the rules may refuse the last one.

    Adds to `notes` what was left out or inferred.

    Raises:
        ActionError: an action cannot be read.
    """
    found = [
        (index, *code)
        for index, action in enumerate(actions)
        if (code := _encode(index, action, notes)) is not None
    ]
    rows = np.array(found, np.int64).reshape(-1, 3)
    deeds = np.empty((2 * len(rows) + 1, 4), np.int64)
    is_late = np.zeros(len(rows), np.bool_)
    players, codes = rows[:, 1].copy(), rows[:, 2].copy()
    count = int(_resolve(np.repeat(start, 2), players, codes, deeds, is_late))
    read = list(_deeds(deeds[:count].tolist(), rows[:, 0].tolist(), actions, seconds))
    for index in rows[is_late, 0].tolist():
        notes.append(f"action {index}: end of a turn that had ended already, left out")
    for deed in read:
        if deed.is_inferred:
            is_told = isinstance(deed.deed, TimedOut)
            notes.append(f"action {deed.action}: {_TOLD if is_told else _MISSING}")
    return read


def _deeds(
    found: list[list[int]], indices: list[int], actions: list[OriginalAction], seconds: list[float]
) -> Iterable[ReadDeed]:
    for code, player, action, inferred in found:
        index = indices[code]
        text = _text(index, actions[index]) if action == _INSTRUCT else None
        deed = deed_event(seconds[index], _PLAYERS[player], ACTIONS[action], text)
        yield ReadDeed(index, deed, inferred == 1)


def _text(index: int, action: OriginalAction) -> str:
    try:
        return check_instruction(action.instruction)
    except InstructionError as error:
        raise ActionError(str(error), index) from None
