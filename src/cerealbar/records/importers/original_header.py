"""Who played a published game and when: its header, and the seconds of its actions."""

from collections.abc import Iterable, Iterator

import msgspec

from cerealbar.game import Player
from cerealbar.records.events import GameEnd, GameEnded, Header, Participant, RecordedRules
from cerealbar.records.importers.original_report import Checks
from cerealbar.records.importers.original_spelling import EndMethod, parse_leaver, parse_time
from cerealbar.records.importers.original_types import OriginalAction, OriginalGame, Unreliable

MAX_SECONDS = 10_000_000
_LEFT = {Player.LEADER: GameEnd.LEADER_LEFT, Player.FOLLOWER: GameEnd.FOLLOWER_LEFT}


def read_header(game: OriginalGame, key: str | None, notes: list[str]) -> Header:
    """The header; `key` is the id under which the game is listed.

    Raises:
        msgspec.ValidationError: the id or a player's name cannot be one.
    """
    game_id = game.game_id or key or ""
    if key is not None and key != game_id:
        notes.append(f"listed as {key!r:.80}, but its game_id is {game_id!r:.80}")
    times = (time for action in game.actions if (time := parse_time(action.time)) is not None)
    started = next(times, None)
    header = Header(
        game_id=game_id,
        seed=game.seed,
        rules=RecordedRules(cards=game.num_cards),
        started="" if started is None else started.isoformat(timespec="microseconds"),
        synthetic=False,
        leader=_participant(game.leader_id, "human"),
        follower=_participant(game.follower_id, "agent"),  # an automated one has no worker's id
    )
    return msgspec.convert(msgspec.to_builtins(header), Header)


def _participant(worker: str | int | None, kind_if_unknown: str) -> Participant:
    name = "" if worker is None else str(worker)
    kind = kind_if_unknown if not name else "agent" if "agent" in name.lower() else "human"
    return Participant(kind=kind, name=name) if kind == "agent" else Participant(kind=kind, id=name)


def read_seconds(game: OriginalGame, clocks: Checks, notes: list[str]) -> list[float]:
    """When each action happened, in seconds since the first, never going back.

    Counts in `clocks` how often a clock did not run backward, and notes where it first did.
    """
    seconds = []
    at = 0.0
    for index, second in enumerate(_recorded_seconds(game.actions)):
        if second is not None and second == second:  # and not NaN
            is_later = at <= second <= MAX_SECONDS
            clocks.checked += 1
            clocks.agreeing += is_later
            if is_later:
                at = second
            elif clocks.disagreeing == 1:
                fault = "runs backward" if second < at else "leaps"
                notes.append(f"action {index}: clocks: {fault} from {at:g} to {second:g} seconds")
        seconds.append(at)
    return seconds


def _recorded_seconds(actions: Iterable[OriginalAction]) -> Iterator[float | None]:
    """From the server's clock; from the game's where that is missing."""
    first = None
    for action in actions:
        time = parse_time(action.time)
        if time is None:
            yield _number(action.game_time)
        else:
            first = first or time
            yield round((time - first).total_seconds(), 3)


def _number(told: Unreliable) -> float | None:
    try:
        return float(told)
    except (TypeError, ValueError, OverflowError):
        return None


def read_end(game: OriginalGame, seconds: list[float]) -> GameEnded:
    """How the game is said to have ended; the rules know whether turns were left, and the score."""
    last = seconds[-1] if seconds else 0.0
    for action in reversed(game.actions):
        leaver = parse_leaver(action.end_method, action.character)
        if leaver is not None:
            return GameEnded(last, _LEFT[leaver])
    return GameEnded(last, GameEnd.NO_TURNS)


def is_said_to_be_over(game: OriginalGame) -> bool:
    """Whether an action says that the game ended."""
    ended = EndMethod.GAME_ENDED.lower()
    return any((action.end_method or "").strip().lower() == ended for action in game.actions)
