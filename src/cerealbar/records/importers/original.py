"""A published game of the original, read into a `GameRecord`.

Only who did what, in which order, is believed; the map comes from the seed, and the rest is
computed by the rules and compared with what the game says.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from cerealbar.game import Player, new_state
from cerealbar.records.errors import ActionError, FormatError, ReplayError
from cerealbar.records.events import (
    GameEnd,
    GameEnded,
    GameRecord,
    Header,
    Participant,
    RecordedRules,
)
from cerealbar.records.importers.original_agreement import Agreement, Checks, Comparison, no_checks
from cerealbar.records.importers.original_deeds import read_deeds
from cerealbar.records.importers.original_format import (
    EndMethod,
    OriginalAction,
    OriginalGame,
    parse_leaver,
    parse_number,
    parse_split,
    parse_time,
)
from cerealbar.records.replay import complete, replay_deeds

MAX_ACTIONS = 100_000
"""The most actions of a game that is read; the longest published games have about a thousand."""
MAX_SECONDS = 10_000_000
_LEFT = {Player.LEADER: GameEnd.LEADER_LEFT, Player.FOLLOWER: GameEnd.FOLLOWER_LEFT}
_ACTION_PATH = re.compile(r"\$\.actions\[(\d+)\]")
_decoder = msgspec.json.Decoder(OriginalGame)


class Imported(NamedTuple):
    """A game that was read, and what reading it brought to light."""

    record: GameRecord
    split: str | None
    agreement: Agreement
    inferred: int
    """How many deeds no action told."""
    notes: tuple[str, ...]
    """What was left out, inferred, or first disagreed."""


def parse_original(value: bytes, key: str | None = None) -> Imported:
    """The game that a JSON object holds; `key` is its id in the file, if the object has none.

    Raises:
        FormatError: it is no game; an `ActionError` if one of its actions is at fault.
        ReplayError: the rules refuse an action, whose index is the error's `event`.
        CerealBarError: the seed has no map, or no game has such rules.
    """
    try:
        return _read(_decoder.decode(value), key)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        found = _ACTION_PATH.search(str(error))
        if found:
            raise ActionError(f"no action: {error}", int(found[1])) from None
        raise FormatError(f"no game: {error}") from None
    except RecursionError:
        raise FormatError("no game: its brackets are nested too deeply") from None


def _read(game: OriginalGame, key: str | None) -> Imported:
    if len(game.actions) > MAX_ACTIONS:
        raise FormatError(f"no game: {len(game.actions)} actions, the most is {MAX_ACTIONS}")
    notes: list[str] = []
    header = _header(game, key, notes)
    agreement = no_checks()
    seconds = _seconds(game, agreement["clocks"], notes)
    start = new_state(header.seed, header.rules.to_rules())
    read = read_deeds(start, game.actions, seconds, notes)
    try:
        played = replay_deeds(header, [(each.action, each.deed) for each in read], start)
    except ReplayError as error:
        raise ReplayError("; ".join((str(error), *notes[:3])), error.event) from None
    events = (*(each.deed for each in read), _end(game, seconds))
    record = complete(GameRecord(header, events), played)
    if record.end and record.end.how is not GameEnd.NO_TURNS and _is_said_to_be_over(game):
        notes.append("said to have ended, but by the rules turns were left")
    Comparison(played, agreement, notes).compare(read, game.actions, game.score)
    inferred = sum(each.is_inferred for each in read)
    split = parse_split(game.split)
    return Imported(record, split, agreement, inferred, tuple(notes))


def _header(game: OriginalGame, key: str | None, notes: list[str]) -> Header:
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


def _seconds(game: OriginalGame, clocks: Checks, notes: list[str]) -> list[float]:
    """When each action happened, in seconds since the first, never going back.

    Counts in `clocks` how often a clock did not run backward, and notes where it first did.
    """
    seconds = []
    at = 0.0
    for index, second in enumerate(_recorded_seconds(game.actions)):
        if second is not None:
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
            yield parse_number(action.game_time)
        else:
            first = first or time
            yield round((time - first).total_seconds(), 3)


def _end(game: OriginalGame, seconds: list[float]) -> GameEnded:
    """How the game is said to have ended; the rules know whether turns were left, and the score."""
    last = seconds[-1] if seconds else 0.0
    for action in reversed(game.actions):
        leaver = parse_leaver(action.end_method, action.character)
        if leaver is not None:
            return GameEnded(last, _LEFT[leaver])
    return GameEnded(last, GameEnd.NO_TURNS)


def _is_said_to_be_over(game: OriginalGame) -> bool:
    """Whether an action says that the game ended."""
    ended = EndMethod.GAME_ENDED.lower()
    return any((action.end_method or "").strip().lower() == ended for action in game.actions)
