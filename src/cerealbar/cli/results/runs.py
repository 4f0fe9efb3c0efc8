"""What is read of the folder of a run: its experiment, its results on a part, its log."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from cerealbar.game import CerealBarError

Ends = tuple[float | None, float | None]
"""Between what a value lies with 95 % confidence."""
Read = TypeVar("Read")
EXPERIMENT = "experiment.json"


class RunError(CerealBarError, ValueError):
    """A folder that is no run, or holds no results."""


class RunTitle(msgspec.Struct, frozen=True, kw_only=True):
    """What of an experiment a table tells."""

    name: str
    title: str
    model: str = ""
    row: str | None = None
    """The paper's row to which it corresponds."""
    seed: int = 0
    sight: str = "full"


class RuleResults(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured of games by a rule."""

    instructions_followed: float | None = None
    points_scored: float | None = None


class RunResults(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured: shares from 0 to 1, and points."""

    card_state_accuracy: float | None = None
    environment_state_accuracy: float | None = None
    action_sequence_accuracy: float | None = None
    full_game_points: float | None = None
    stop: RuleResults = RuleResults()
    intervals: dict[str, Ends | dict[str, Ends | None] | None] = {}
    instructions: int | None = None
    games: int | None = None


@dataclass(frozen=True, slots=True)
class LogEntry:
    """The numbers of an epoch."""

    phase: str
    epoch: int
    values: dict[str, float]


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """A run with its results."""

    folder: Path
    title: RunTitle
    results: RunResults
    log: tuple[LogEntry, ...]


def read_run(folder: Path, part: str) -> FinishedRun:
    """The run of a folder with its results on a part of the games.

    Raises:
        RunError: it is none, has no such results, or cannot be read.
    """
    if not folder.is_dir():
        raise RunError(f"there is no run {folder}")
    title = read_title(folder)
    results = folder / f"results-{part}.json"
    found = _decoded(results, RunResults, f"has no results of the part {part!r}")
    return FinishedRun(folder, title, found, _read_log(folder / "log.jsonl"))


def read_title(folder: Path) -> RunTitle:
    """Which experiment the run of a folder is.

    Raises:
        RunError: it is none, or cannot be read.
    """
    return _decoded(folder / EXPERIMENT, RunTitle, "is no run")


def _decoded(path: Path, kind: type[Read], lack: str) -> Read:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        raise RunError(f"{path.parent} {lack}: there is no {path.name}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
        raise RunError(f"{path} cannot be read: {error}") from None


def _read_log(path: Path) -> tuple[LogEntry, ...]:
    """The entries of a log; of a run that trained nothing there are none."""
    if not path.is_file():
        return ()
    found = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            found.append(_entry(msgspec.json.decode(line, type=dict[str, Any])))
        except (msgspec.DecodeError, UnicodeDecodeError, KeyError) as error:
            raise RunError(f"{path}, line {number}, is no entry of a log: {error}") from None
    return tuple(found)


def _entry(told: dict[str, Any]) -> LogEntry:
    phase, epoch = str(told.pop("phase")), msgspec.convert(told.pop("epoch"), int)
    numbers = {key: float(value) for key, value in told.items() if isinstance(value, int | float)}
    return LogEntry(phase, epoch, numbers)
