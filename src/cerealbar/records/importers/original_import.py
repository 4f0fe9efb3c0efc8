"""Importing files of published games: every good game goes on, every bad one is listed."""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from cerealbar.game import CerealBarError
from cerealbar.records.errors import DuplicateGameError, FormatError
from cerealbar.records.events import GameRecord
from cerealbar.records.importers.members import FileMember, read_games
from cerealbar.records.importers.opening import FilePath
from cerealbar.records.importers.original import parse_original
from cerealbar.records.importers.original_report import Agreement, ImportReport
from cerealbar.records.importers.original_spelling import parse_split

Sink: TypeAlias = Callable[[GameRecord, str | None], None]
"""What takes a game and its part of the data; it may raise `DuplicateGameError`."""
ImportProgress: TypeAlias = Callable[[int, int], None]
"""Told how many bytes of all files have been read, and how many there are."""


_OFFICIAL = ("train", "dev", "development", "test")


@dataclass(frozen=True, slots=True)
class Rejection:
    """A game that was not imported."""

    path: str
    game_id: str
    """As the file names it."""
    number: int
    """The how-manieth game of the file, from 1."""
    action: int | None
    """The index of the action at fault, if it is one."""
    reason: str

    def __str__(self) -> str:
        name = self.game_id or f"number {self.number}"
        action = "" if self.action is None else f", action {self.action}"
        return f"{self.path}, game {name}{action}: {self.reason}"


@dataclass(slots=True)
class ImportSummary:
    """What importing files of games brought to light."""

    imported: int = 0
    splits: Counter[str | None] = field(default_factory=Counter)
    """How many imported games belong to each part of the data."""
    rejected: list[Rejection] = field(default_factory=list)
    broken_files: list[FormatError] = field(default_factory=list)
    """Files that could not be read to the end; their games before that are imported."""
    agreement: Agreement = field(default_factory=Agreement)
    """Of all imported games."""
    inferred: int = 0
    """How many deeds no action told."""
    reports: list[ImportReport] = field(default_factory=list)
    """Of those imported games of which there is something to say."""

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
    seen: set[str] = set()
    paths = list(paths)
    sizes = [_size(path) for path in paths]
    for number, path in enumerate(paths):
        for entry in _entries(path, summary):
            _import_game(path, entry, sink, seen, summary)
            if progress is not None:
                progress(sum(sizes[:number]) + entry.position, sum(sizes))
    if progress is not None:
        progress(sum(sizes), sum(sizes))
    return summary


def _size(path: FilePath) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0  # opening it says what is wrong


def _entries(path: FilePath, summary: ImportSummary) -> Iterator[FileMember]:
    """The entries of a file up to where it is broken, if it is; errors of the sink pass by."""
    try:
        yield from read_games(path)
    except FormatError as error:
        summary.broken_files.append(error)


def _import_game(
    path: FilePath, entry: FileMember, sink: Sink, seen: set[str], summary: ImportSummary
) -> None:
    try:
        record, report = parse_original(entry.value, entry.key)
        if record.game_id in seen:
            raise DuplicateGameError(f"game {record.game_id!r} was imported already")
        split = report.split or split_of_file(path)
    except CerealBarError as error:
        summary.rejected.append(_rejection(path, entry, error))
        return
    try:
        sink(record, split)
    except DuplicateGameError as error:
        summary.rejected.append(_rejection(path, entry, error))
        return
    seen.add(record.game_id)
    summary.imported += 1
    summary.splits[split] += 1
    summary.agreement.add(report.agreement)
    summary.inferred += report.inferred
    if report.notes:
        summary.reports.append(report)


def _rejection(path: FilePath, entry: FileMember, error: CerealBarError) -> Rejection:
    action = getattr(error, "action", getattr(error, "event", None))
    return Rejection(str(path), entry.key[:80], entry.number, action, str(error))


def split_of_file(path: FilePath) -> str | None:
    """The part of the data that a file's name tells, such as `dev.json`."""
    words = re.split(r"[^a-z]+", Path(path).name.lower())
    return next((parse_split(word) for word in words if word in _OFFICIAL), None)
