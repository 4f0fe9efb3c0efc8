"""Importing files of published games: every good game goes on, every bad one is listed."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from cerealbar.game import CerealBarError
from cerealbar.records.errors import ActionError, DuplicateGameError, FormatError, ReplayError
from cerealbar.records.events import GameRecord
from cerealbar.records.importers.members import FilePath, read_games
from cerealbar.records.importers.original import parse_original
from cerealbar.records.importers.original_agreement import Agreement, no_checks
from cerealbar.records.importers.original_format import parse_split

Sink: TypeAlias = Callable[[GameRecord, str | None], None]
"""What takes a game and its part of the data; it may raise `DuplicateGameError`."""
ImportProgress: TypeAlias = Callable[[float], None]
"""Told the share of all files that has been read, by games within each."""
_OFFICIAL = ("train", "dev", "development", "test")


@dataclass(slots=True)
class ImportSummary:
    """What importing files of games brought to light."""

    imported: int = 0
    splits: Counter[str | None] = field(default_factory=Counter)
    """How many imported games belong to each part of the data."""
    rejected: list[str] = field(default_factory=list)
    """The games that were not imported: file, id, action if one is at fault, and reason."""
    broken_files: list[FormatError] = field(default_factory=list)
    """Files that could not be read to the end; their games before that are imported."""
    agreement: Agreement = field(default_factory=no_checks)
    """Of all imported games."""
    inferred: int = 0
    """How many deeds no action told."""
    notes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By imported game: what there is to say of it."""

    @property
    def is_clean(self) -> bool:
        """Whether every game of every file was imported."""
        return not self.rejected and not self.broken_files


def import_original(
    paths: Iterable[FilePath], sink: Sink, progress: ImportProgress | None = None
) -> ImportSummary:
    """Read all games of the files and hand each that is good to `sink`.

    A bad game, or a bad file, never stops the others; both are listed in the summary.
    """
    summary = ImportSummary()
    paths = list(paths)
    for done, path in enumerate(paths):
        try:
            games, fault = read_games(path)
        except FormatError as error:
            games, fault = [], error
        for number, (key, value) in enumerate(games, 1):
            _import_game(path, key, bytes(value), number, sink, summary)
            if progress is not None:
                progress((done + number / len(games)) / len(paths))
        if fault is not None:
            summary.broken_files.append(fault)
    return summary


def _import_game(
    path: FilePath, key: str, value: bytes, number: int, sink: Sink, summary: ImportSummary
) -> None:
    try:
        imported = parse_original(value, key)
    except CerealBarError as error:
        summary.rejected.append(_rejection(path, key, number, error))
        return
    record = imported.record
    split = imported.split or split_of_file(path)
    try:
        sink(record, split)
    except DuplicateGameError as error:
        summary.rejected.append(_rejection(path, key, number, error))
        return
    summary.imported += 1
    summary.splits[split] += 1
    summary.inferred += imported.inferred
    for name, checks in imported.agreement.items():
        summary.agreement[name].checked += checks.checked
        summary.agreement[name].agreeing += checks.agreeing
    if imported.notes:
        summary.notes[record.game_id] = imported.notes


def _rejection(path: FilePath, key: str, number: int, error: CerealBarError) -> str:
    """Which game was not imported, and why."""
    match error:
        case ActionError(action=index) | ReplayError(event=index):
            place = f", action {index}"
        case _:
            place = ""
    return f"{path}, game {key[:80] or f'number {number}'}{place}: {error}"


def split_of_file(path: FilePath) -> str | None:
    """The part of the data that a file's name tells, such as `dev.json`."""
    words = re.split(r"[^a-z]+", Path(path).name.lower())
    return next((parse_split(word) for word in words if word in _OFFICIAL), None)
