"""The results of training runs: what their folders hold, and rows beside the paper's."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from cerealbar.evaluation.report import told_of
from cerealbar.evaluation.statistics import over_trials
from cerealbar.game import CerealBarError

PAPER_TABLE_SOURCE = (
    "Suhr et al. 2019, “Executing Instructions in Situated Collaborative Interactions”, Table 1"
)
NOTHING = "\u2013"
"""In place of a number that there is not."""
_PaperPart = dict[str, dict[str, tuple[float, ...]]]
Ends = tuple[float | None, float | None]
"""Between what a value lies with 95 % confidence."""
LogEntry = dict[str, Any]
"""The phase and the epoch, and numbers by name."""
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
class FinishedRun:
    """A run with its results."""

    folder: Path
    title: RunTitle
    results: RunResults
    log: tuple[LogEntry, ...]
    """The numbers of each epoch."""


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
            entry = msgspec.json.decode(line, type=LogEntry)
            found.append(entry | {"epoch": msgspec.convert(entry["epoch"], int)})
        except (msgspec.DecodeError, UnicodeDecodeError, KeyError) as error:
            raise RunError(f"{path}, line {number}, is no entry of a log: {error}") from None
    return tuple(found)


@dataclass(frozen=True, slots=True)
class ResultColumn:
    """A measure of the results table."""

    key: str
    title: str
    head: str
    """The same in two short lines."""
    is_share: bool = True

    def written(self, value: float) -> str:
        """A value as the paper writes it: shares in hundredths."""
        return f"{100 * value:.1f}" if self.is_share else f"{value:.2f}"


COLUMNS = (
    ResultColumn("card_state_accuracy", "Card state accuracy", "Card\nstate"),
    ResultColumn("environment_state_accuracy", "Environment state accuracy", "Env.\nstate"),
    ResultColumn("action_sequence_accuracy", "Action sequence accuracy", "Action\nseq."),
    ResultColumn("full_game_points", "Full game points", "Game\npoints", is_share=False),
    ResultColumn(
        "stop.instructions_followed",
        "Proportion of instructions followed, by rule stop",
        "Followed\n(stop)",
    ),
    ResultColumn(
        "stop.points_scored", "Proportion of points scored, by rule stop", "Points\n(stop)"
    ),
)
"""The measures, in the paper's order, whose cascaded ones fit rule stop."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A measure over trials."""

    mean: float
    deviation: float | None = None
    """Over trials, if there were several."""
    low: float | None = None
    high: float | None = None
    """With 95 % confidence over games, of a single trial."""

    @property
    def reach(self) -> tuple[float, float] | None:
        """From where to where it reaches: one deviation, or the interval."""
        if self.deviation is not None:
            return self.mean - self.deviation, self.mean + self.deviation
        return None if self.low is None or self.high is None else (self.low, self.high)

    def written(self, column: ResultColumn) -> str:
        """As the paper writes it: the mean and, if there is one, the deviation."""
        if self.deviation is None:
            return column.written(self.mean)
        return f"{column.written(self.mean)} ±{column.written(self.deviation)}"


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A system: what was measured here, and in the paper."""

    label: str
    row: str | None
    """The paper's row."""
    runs: tuple[FinishedRun, ...]
    """The trials."""
    here: dict[str, Measured]
    paper: dict[str, Measured]


@cache
def paper_rows() -> dict[str, _PaperPart]:
    """The paper's results by part, row and measure: the mean and, if it has one, the deviation."""
    content = files("cerealbar").joinpath("cli/results/paper.json").read_bytes()
    return msgspec.json.decode(content, type=dict[str, _PaperPart])


def result_rows(runs: Sequence[FinishedRun], part: str) -> list[ResultRow]:
    """The paper's rows in its order with the runs of each, then the runs that it has no row for.

    Runs of one experiment are trials. A row of the paper's without runs is there if the paper has
    numbers for the part.
    """
    groups: dict[str, list[FinishedRun]] = {}
    for run in runs:
        groups.setdefault(run.title.name, []).append(run)
    theirs, found = paper_rows().get(part, {}), []
    for row in paper_rows()["development"]:
        same = [group for group in groups.values() if group[0].title.row == row]
        for group in same:
            is_one = len(same) == 1 or group[0].title.title == row
            label = row if is_one else f"{row} ({group[0].title.title})"
            found.append(_row(label, row, group, theirs))
        if not same and row in theirs:
            found.append(_row(row, row, [], theirs))
    known = paper_rows()["development"]
    others = [group for group in groups.values() if group[0].title.row not in known]
    return [*found, *(_row(group[0].title.title, None, group, theirs) for group in others)]


def _row(label: str, row: str | None, runs: Sequence[FinishedRun], theirs: _PaperPart) -> ResultRow:
    paper = {key: Measured(*values) for key, values in theirs.get(row or "", {}).items()}
    measured = {column.key: _measured(column.key, runs) for column in COLUMNS}
    here = {key: value for key, value in measured.items() if value is not None}
    return ResultRow(label, row, tuple(runs), here, paper)


def _measured(key: str, runs: Sequence[FinishedRun]) -> Measured | None:
    """A measure over the trials that have it."""
    value_of = attrgetter(key)
    trials = [run.results for run in runs if value_of(run.results) is not None]
    if not trials:
        return None
    mean, deviation = over_trials([value_of(results) for results in trials])
    if len(trials) > 1:
        return Measured(mean, deviation)
    low, high = told_of(trials[0].intervals, key) or (None, None)
    return Measured(mean, None, low, high)
