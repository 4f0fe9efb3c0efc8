"""What rooms refuse, and what they ask beyond the rules, so that nobody can fill the database."""

import msgspec

from cerealbar.game import (
    PLAYERS,
    Action,
    CerealBarError,
    Game,
    Player,
    PlayerWord,
    Signal,
    SignalKind,
)
from cerealbar.studies.tutorials import TutorialWalk
from cerealbar.views import DISTRIBUTIONS, Plan
from cerealbar.wire.messages import RefusalWord

MAX_WAITING = 40
"""Instructions that may wait at once: as many as the paper's longest game has in all."""
MAX_INSTRUCTIONS, MAX_SIGNALS, MAX_COMMENTS = 200, 200, 20
"""In one game."""
MAX_PLAN_BYTES = 1_000_000
"""Of the plans that are stored of one game; further ones are shown only."""
MAX_CAMERA_TOGGLES = 200
"""That are stored of one tutorial; further ones are of no use."""
MAX_PAUSES = 200
"""In one game; then the clock runs on when someone goes away."""
_LEAST_WEIGHT, _DIGITS = 0.01, 3
"""Of a plan, beyond which nobody sees a difference."""


class RoomRefusedError(CerealBarError, ValueError):
    """A request that changes nothing, with the code that the client is told."""

    def __init__(self, code: RefusalWord, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class NoSeatError(CerealBarError, ValueError):
    """A request for a seat that cannot be granted, with the HTTP status that says so."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


def check_action(game: Game, role: PlayerWord, action: Action) -> None:
    """See that a player may ask the rules for an action.

    Raises:
        RoomRefusedError: not so.
    """
    if action is Action.CANCEL and role != "leader":
        raise RoomRefusedError("not-allowed", "only the leader can cancel")
    if role != "leader" or game.turn is not Player.LEADER:
        return
    if action is Action.DONE and not game.can_end_turn:
        raise RoomRefusedError("illegal", "leader cannot be done: no instruction waits")
    if action is Action.INSTRUCT:
        waiting = int(game.states["waiting"][0])
        if waiting >= MAX_WAITING:
            raise RoomRefusedError("illegal", f"leader cannot instruct: {MAX_WAITING} wait already")
        if game.current_number + waiting >= MAX_INSTRUCTIONS:
            reason = f"leader cannot instruct: {MAX_INSTRUCTIONS} in a game are the most"
            raise RoomRefusedError("illegal", reason)


def check_lesson(walk: TutorialWalk | None, role: PlayerWord, action: Action) -> None:
    """See that a player may take an action in a tutorial, in which turns do not change.

    Raises:
        RoomRefusedError: not so.
    """
    if walk is None:
        return
    if action is Action.GIVE_UP:
        raise RoomRefusedError("illegal", f"{role} cannot give up: all can be done in a tutorial")
    if action is Action.DONE and not walk.may_finish:
        reason = f"{role} cannot be done: the tutorial asks for something else first"
        raise RoomRefusedError("illegal", reason)


def check_signal(game: Game, role: PlayerWord, kind: SignalKind) -> None:
    """See that a player may ask the rules for a signal.

    Raises:
        RoomRefusedError: not so.
    """
    if kind.player is not PLAYERS[role]:
        reason = f"only the {kind.player.word} can send a {kind.value}"
        raise RoomRefusedError("not-allowed", reason)
    if sum(isinstance(known, Signal) for known in game.history) >= MAX_SIGNALS:
        raise RoomRefusedError("not-allowed", f"{MAX_SIGNALS} signals are the most")


def rounded(plan: Plan) -> Plan:
    """The plan as it is shown and stored, without weights that nobody sees."""
    parts = {
        part: {
            cell: round(weight, _DIGITS)
            for cell, weight in getattr(plan, part).items()
            if weight >= _LEAST_WEIGHT
        }
        for part in DISTRIBUTIONS
    }
    return Plan(**parts, understood=plan.understood)


def plan_bytes(plan: Plan) -> int:
    """How much a plan takes in the database."""
    return len(msgspec.json.encode(plan))
