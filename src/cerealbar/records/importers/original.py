"""A published game of the original, read into a `GameRecord`.

Only who did what, in which order, is believed; the map comes from the seed, and the rest is
computed by the rules and compared with what the game says.
"""

import re
from typing import NamedTuple

import msgspec

from cerealbar.game import new_state
from cerealbar.records.errors import FormatError, ReplayError
from cerealbar.records.events import GameEnd, GameRecord, Instructed, Stepped
from cerealbar.records.importers.errors import ActionError
from cerealbar.records.importers.original_deeds import ReadDeed, read_deeds
from cerealbar.records.importers.original_header import (
    is_said_to_be_over,
    read_end,
    read_header,
    read_seconds,
)
from cerealbar.records.importers.original_report import Checks, Comparison, ImportReport
from cerealbar.records.importers.original_spelling import parse_split
from cerealbar.records.importers.original_types import OriginalAction, OriginalGame
from cerealbar.records.replay import complete, replay_deeds

MAX_ACTIONS = 100_000
"""The most actions of a game that is read; the longest published games have about a thousand."""
_ACTION_PATH = re.compile(r"\$\.actions\[(\d+)\]")
_decoder = msgspec.json.Decoder(OriginalGame)


class Imported(NamedTuple):
    """A game that was read, and the report on it."""

    record: GameRecord
    report: ImportReport


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
    header = read_header(game, key, notes)
    clocks = Checks()
    seconds = read_seconds(game, clocks, notes)
    start = new_state(header.seed, header.rules.to_rules())
    read = read_deeds(start, game.actions, seconds, notes)
    try:
        played = replay_deeds(header, [(each.action, each.deed) for each in read], start)
    except ReplayError as error:
        raise ReplayError("; ".join((str(error), *notes[:3])), error.event) from None
    events = (*(each.deed for each in read), read_end(game, seconds))
    record = complete(GameRecord(header, events), played)
    if record.end and record.end.how is not GameEnd.NO_TURNS and is_said_to_be_over(game):
        notes.append("said to have ended, but by the rules turns were left")
    comparison = Comparison(played, notes)
    comparison.agreement.clocks = clocks
    comparison.compare(_movements(game, read), game.score)
    comparison.compare_aligned(_instructions(game, read))
    inferred = sum(each.is_inferred for each in read)
    split = parse_split(game.split)
    report = ImportReport(header.game_id, split, comparison.agreement, inferred, tuple(notes))
    return Imported(record, report)


def _movements(game: OriginalGame, read: list[ReadDeed]) -> list[tuple[int, int, OriginalAction]]:
    """Of each movement: the index of the action, of the deed, and the action."""
    return [
        (each.action, number, game.actions[each.action])
        for number, each in enumerate(read)
        if type(each.deed) is Stepped
    ]


def _instructions(game: OriginalGame, read: list[ReadDeed]) -> list[tuple[int, OriginalAction]]:
    """Of each instruction: the index of the action, and the action."""
    return [
        (each.action, game.actions[each.action]) for each in read if type(each.deed) is Instructed
    ]
