"""The trained runs of the paper's table: one file for each, and the tables made of them.

`python -m results.trials RUN ...` keeps what the folders of finished runs tell, in `paper/`: their
figures, their curves, and the sums of each game, of which differences with intervals are made.
"""

import json
import sys
from collections.abc import Callable
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
    """Makes the table of a part: mean and deviation over seeds, the paper's in brackets."""

    def make(trials: dict[str, Trial]) -> str:
        rows = []
        for row in rows_of(trials):
            theirs, found = paper_rows()[part].get(row, {}), _of_row(trials, row).values()
            cells = [row, str(len(found))]
            for column in COLUMNS:
                values = [told_of(each["measured"].get(part, {}), column.key) for each in found]
                told = _over_seeds([v for v in values if v is not None], column.written)
                paper = theirs.get(column.key)
                cells.append(f"{told} ({column.written(paper[0])})" if paper else told)
            if any(cell != NONE for cell in cells[2:]):
                rows.append(cells)
        heads = [column.head.replace("\n", " ") for column in COLUMNS]
        return table(["", "seeds", *heads], rows)

    return make


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
    heads = [column.head.replace("\n", " ") for column in COLUMNS]
    return table(["", "pairs", *heads], rows)


def _difference_words(found: Difference, form: Callable[[float], str]) -> str:
    sign = "+" if found.value >= 0 else ""
    told = f"{sign}{form(found.value)} [{form(found.low)}, {form(found.high)}]"
    return f"**{told}**" if found.is_clear else told


def main() -> None:
    """Keep the runs that are named, or else print the tables."""
    for run in sys.argv[1:]:
        keep(Path(run))
    if sys.argv[1:]:
        return
    trials = read()
    print(measures("development")(trials))
    print(differences(trials))


if __name__ == "__main__":
    main()
