"""The trained runs of the paper's table: one file for each, and the tables made of them.

`python -m results.trials RUN ...` keeps what the folders of finished runs tell, in `paper/`: their
figures, their curves, and the sums of each game, of which differences with intervals are made.
"""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np

from cerealbar.cli.results.rows import COLUMNS, paper_rows
from cerealbar.evaluation.comparison import Difference, game_mean, paired_difference
from cerealbar.evaluation.report import told_of
from cerealbar.evaluation.statistics import GameMean
from cerealbar.evaluation.table import read_table
from results.tables import NONE, table

FOLDER = Path(__file__).parent / "paper"
FULL = "Full model"
_ALL = "all-seeing-"
_HEADS = [column.head.replace("\n", " ") for column in COLUMNS]
_RECURRENCE = {
    "full model": ("full", "no-recurrence"),
    "gold plan": ("gold-plan", "gold-no-recurrence"),
}
"""By what the action generator is given: with and without recurrence."""
Trial = dict[str, Any]


def keep(run: Path, folder: Path = FOLDER) -> None:
    """Write the file of a finished run of the paper's table."""
    folder.mkdir(exist_ok=True)
    (folder / f"{run.name}.json").write_text(json.dumps(_told(run)) + "\n", encoding="utf-8")


def _told(run: Path) -> Trial:
    told = json.loads((run / "experiment.json").read_bytes())
    path = run / "log.jsonl"
    log = [json.loads(line) for line in path.read_bytes().splitlines()] if path.is_file() else []
    found = read_table(run / "table-development.parquet")
    names = [column.key for column in COLUMNS if column.key in found.column_names]
    return {
        **{key: told[key] for key in ("name", "title", "row", "seed", "digest", "version")},
        "cpu_seconds": round(log[-1]["cpu_seconds"], 1) if log else 0.0,
        "epochs": log,
        "measured": {
            path.stem.removeprefix("results-"): json.loads(path.read_bytes())
            | {"follower": run.name}
            for path in sorted(run.glob("results-*.json"))
        },
        "by_game": {name: _sums(game_mean(found, name)) for name in names},
    }


def _sums(mean: GameMean) -> list[list[float]]:
    return [np.round(mean.sums, 5).tolist(), mean.counts.tolist()]


def read(folder: Path = FOLDER) -> dict[str, Trial]:
    """All that are kept, by name."""
    return {path.stem: json.loads(path.read_bytes()) for path in sorted(folder.glob("*.json"))}


def _of_row(trials: dict[str, Trial], row: str, *, all_seeing: bool = False) -> dict[int, Trial]:
    """By seed: the trials of a row of the table, which is the paper's, or else a title."""
    return {
        trial["seed"]: trial
        for name, trial in trials.items()
        if (trial["row"] or trial["title"]) == row and name.startswith(_ALL) == all_seeing
    }


def rows_of(trials: dict[str, Trial]) -> list[str]:
    """The paper's rows in its order, then those that are ours."""
    rows = list(paper_rows()["development"])
    own = sorted({trial["row"] or trial["title"] for trial in trials.values()} - {*rows})
    return [*rows, *own]


def measures(part: str) -> Callable[[dict[str, Trial]], str]:
    """Makes the table of a part: mean and deviation over seeds, the paper's in brackets; on test
    also the seed that was best on development, of which the paper's test rows are."""

    def make(trials: dict[str, Trial]) -> str:
        rows = []
        for row in rows_of(trials):
            found = [t for t in _of_row(trials, row).values() if part in t["measured"]]
            if found:
                rows.append([row, str(len(found)), *_cells(row, part, found)])
            if part == "test" and len(found) > 1:
                best = max(found, key=lambda trial: _selected_by(trial["measured"]["development"]))
                rows.append([f"{row}, seed {best['seed']}", "1", *_cells(row, part, [best])])
        return table(["", "seeds", *_HEADS], rows)

    return make


def _selected_by(development: dict[str, Any]) -> float:
    return float(told_of(development, "stop.points_scored") or 0.0)


def _cells(row: str, part: str, found: Sequence[Trial]) -> list[str]:
    theirs, cells = paper_rows()[part].get(row, {}), []
    for column in COLUMNS:
        values = [told_of(each["measured"][part], column.key) for each in found]
        told = _over_seeds([v for v in values if v is not None], column.written)
        paper = theirs.get(column.key)
        cells.append(f"{told} ({column.written(paper[0])})" if paper else told)
    return cells


def _over_seeds(values: list[float], form: Callable[[float], str]) -> str:
    if not values:
        return NONE
    return form(fmean(values)) + (f" ±{form(stdev(values))}" if len(values) > 1 else "")


def difference(
    first: dict[int, Trial], second: dict[int, Trial], measure: str
) -> Difference | None:
    """How far the second row is above the first on the development games, over the seeds of both;
    None if there are none."""
    seeds = [
        seed
        for seed in sorted(first.keys() & second.keys())
        if measure in first[seed]["by_game"] and measure in second[seed]["by_game"]
    ]
    if not seeds:
        return None
    pairs = ([_mean(row[seed], measure) for seed in seeds] for row in (first, second))
    return paired_difference(*pairs)


def _mean(trial: Trial, measure: str) -> GameMean:
    sums, counts = trial["by_game"][measure]
    return GameMean(np.array(sums), np.array(counts))


def differences(trials: dict[str, Trial]) -> str:
    """The table of what each row differs by from the full model of the same seeds; bold where 0 is
    not in the interval."""
    full, rows = _of_row(trials, FULL), []
    for row in rows_of(trials):
        found = _of_row(trials, row)
        if row == FULL or not full.keys() & found.keys():
            continue
        cells = [row, str(len(full.keys() & found.keys()))]
        for column in COLUMNS:
            each = difference(full, found, column.key)
            cells.append(NONE if each is None else _difference_words(each, column.written))
        rows.append(cells)
    return table(["", "pairs", *_HEADS], rows)


def impossible(trials: dict[str, Trial]) -> str:
    """Of how many instructions nothing can come any more, as a game stopped before them."""
    found = [trial["measured"]["development"] for trial in _of_row(trials, FULL).values()]
    told = _over_seeds([each["stop"]["impossible"] for each in found], _in_hundredths)
    return table(["", "seeds", "here", "paper"], [["Full model", str(len(found)), told, "82"]])


_EFFECTS = ("card_state_accuracy", "stop.points_scored")
"""The measures of what a row differs by that are set beside the paper's."""


def effects(trials: dict[str, Trial]) -> str:
    """What each of the paper's rows differs by from its full model, in the paper and here, the
    largest of the paper's first."""
    theirs, full = paper_rows()["development"], _of_row(trials, FULL)
    columns = [column for column in COLUMNS if column.key in _EFFECTS]
    changes = {
        row: {key: found[key][0] - theirs[FULL][key][0] for key in _EFFECTS if key in found}
        for row, found in theirs.items()
        if row != FULL
    }
    rows = []
    for row in sorted(changes, key=lambda row: -abs(changes[row][_EFFECTS[0]])):
        found, cells = _of_row(trials, row), [row]
        for column in columns:
            change = changes[row].get(column.key)
            here = difference(full, found, column.key)
            cells.append(NONE if change is None else f"{100 * change:+.1f}")
            cells.append(NONE if here is None else _difference_words(here, column.written))
        rows.append(cells)
    heads = [f"{column.head}: {whose}" for column in columns for whose in ("paper", "here")]
    return table(["", *(head.replace("\n", " ") for head in heads)], rows)


def _difference_words(found: Difference, form: Callable[[float], str]) -> str:
    sign = "+" if found.value >= 0 else ""
    told = f"{sign}{form(found.value)} [{form(found.low)}, {form(found.high)}]"
    return f"**{told}**" if found.is_clear else told


def recurrence(trials: dict[str, Trial]) -> str:
    """What leaving out the action recurrence changes, by the ways that are followed."""
    rows = []
    for ways, prefix in (("what a walker sees", ""), ("the whole board", _ALL)):
        for plan, names in _RECURRENCE.items():
            first, second = (_of_name(trials, prefix + name) for name in names)
            pairs = len(first.keys() & second.keys())
            if pairs:
                found = [difference(first, second, column.key) for column in COLUMNS[:3]]
                told = [NONE if d is None else _difference_words(d, _in_hundredths) for d in found]
                rows.append([ways, plan, str(pairs), *told])
    return table(["followers go by", "plans", "pairs", *_HEADS[:3]], rows)


def _of_name(trials: dict[str, Trial], name: str) -> dict[int, Trial]:
    """By seed: the trials of an experiment, by the name of their files without the seed."""
    return {trial["seed"]: trial for key, trial in trials.items() if key.rpartition("-")[0] == name}


def _in_hundredths(value: float) -> str:
    return f"{100 * value:.1f}"


def hours(trials: dict[str, Trial]) -> str:
    """The processor's time of each row, without the stages that it takes from another, and in how
    many epochs it came to its best."""
    rows, total = [], 0.0
    for name in dict.fromkeys(key.rpartition("-")[0] for key in trials):
        found = _of_name(trials, name)
        seconds = sum(trial["cpu_seconds"] for trial in found.values())
        if seconds:
            total += seconds
            epochs = ", ".join(_told_epochs(found[seed]["epochs"]) for seed in sorted(found))
            rows.append([f"`{name}`", str(len(found)), f"{seconds / 3600:.2f}", epochs])
    rows.append(["together", str(len(trials)), f"{total / 3600:.1f}", ""])
    return table(["run", "seeds", "CPU hours", "best of so many epochs of the last phase"], rows)


def _told_epochs(log: list[dict[str, Any]]) -> str:
    """Which epoch of the last phase was the best, of how many."""
    last = [judged(entry)[1] for entry in log if entry["phase"] == log[-1]["phase"]]
    return f"{1 + int(np.argmax(last))} of {len(last)}"


def judged(entry: dict[str, Any]) -> tuple[str, float]:
    """By what an epoch is judged, and the value."""
    return next((key, value) for key, value in entry.items() if key not in ("phase", "epoch"))


TABLES: dict[str, Callable[[dict[str, Trial]], str]] = {
    "development": measures("development"),
    "test": measures("test"),
    "impossible": impossible,
    "effects": effects,
    "differences": differences,
    "recurrence": recurrence,
    "hours": hours,
}
"""By the mark in the page."""


if __name__ == "__main__":
    for path in sys.argv[1:]:
        keep(Path(path))
