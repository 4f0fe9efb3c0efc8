"""Puts what was measured into results/README.md: `python -m results.report RUNS`.

Everything that the tables tell is read from the folders of finished runs and put into
`numbers.json` first, which keeps what it holds of runs whose folders are gone; tables and curves
are made of that file, so that they can be made again without the runs (`python -m results.report`).
The tables of the paper's rows are made of what `trials.py` keeps of each run.
"""

import json
import sys
from pathlib import Path
from typing import Any

from results.curves import draw_curves, draw_trials
from results.tables import TABLES
from results.trials import TABLES as TRIAL_TABLES
from results.trials import read as read_trials

HERE = Path(__file__).parent
NUMBERS = HERE / "numbers.json"
_KINDS = ("results-development", "results-test", "written-dev", "written-test", "sight")


def gather(runs: Path, found: dict[str, Any]) -> dict[str, Any]:
    """What was found before, and what the folders of runs hold, by name."""
    trials = read_trials()
    for folder in sorted(path for path in runs.iterdir() if path.is_dir()):
        if folder.name in trials:
            continue
        known = found["runs"].get(folder.name, {})
        measured = known.get("measured", {}) | _measured(folder)
        if (folder / "trained").is_file():
            known = _run(folder)
        if known or measured:
            found["runs"][folder.name] = known | {"measured": measured}
    for path in sorted((runs / "play-off").glob("*.json")):
        told = json.loads(path.read_bytes())
        found["play-off"][path.stem] = {k: v for k, v in told.items() if k != "seconds"}
    for path in sorted(runs.glob("*-analysis.json")):
        found[path.stem.removesuffix("-analysis")] = json.loads(path.read_bytes())
    return found


def _run(folder: Path) -> dict[str, Any]:
    told = json.loads((folder / "experiment.json").read_bytes())
    kept = ("name", "title", "row", "model", "seed", "games", "sight", "digest", "version")
    log = [json.loads(line) for line in _lines(folder / "log.jsonl")]
    return {
        **{key: told.get(key) for key in kept},
        "epochs": _epochs(log),
        "cpu_seconds": round(log[-1]["cpu_seconds"], 1) if log else 0.0,
        "wall_seconds": round(_written_at(folder, "log.jsonl") - _written_at(folder)),
    }


def _written_at(folder: Path, name: str = "experiment.json") -> float:
    """When a file was last written; the experiment is, when a run begins."""
    path = folder / name
    return path.stat().st_mtime if path.is_file() else _written_at(folder)


def _lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines() if path.is_file() else []


def _epochs(log: list[dict[str, Any]]) -> dict[str, list[float]]:
    """By phase, what it was judged by after each epoch."""
    found: dict[str, list[float]] = {}
    for entry in log:
        phase, _, (_, value) = entry.pop("phase"), entry.pop("epoch"), next(iter(entry.items()))
        found.setdefault(phase, []).append(round(value, 4))
    return found


def _measured(folder: Path) -> dict[str, Any]:
    paths = [path for kind in _KINDS for path in sorted(folder.glob(f"{kind}*.json"))]
    return {path.stem: json.loads(path.read_bytes()) | {"follower": folder.name} for path in paths}


def fill(page: str, numbers: dict[str, Any]) -> str:
    """The page with its tables made anew, each between its two marks."""
    trials = read_trials()
    made = {name: make(numbers) for name, make in TABLES.items()}
    made |= {name: make(trials) for name, make in TRIAL_TABLES.items()}
    for name, told in made.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end {name} -->"
        before, found, rest = page.partition(begin)
        if found:
            page = before + begin + told + end + rest.partition(end)[2]
    return page


def main() -> None:
    """Gather, if there are runs to gather from, and report."""
    if len(sys.argv) > 1:
        before = json.loads(NUMBERS.read_bytes())
        told = json.dumps(gather(Path(sys.argv[1]), before), indent=1, sort_keys=True)
        NUMBERS.write_text(told + "\n", encoding="utf-8")
    numbers = json.loads(NUMBERS.read_bytes())
    page = HERE / "README.md"
    page.write_text(fill(page.read_text(encoding="utf-8"), numbers), encoding="utf-8")
    draw_curves(numbers, HERE / "curves")
    draw_trials(read_trials(), HERE / "curves")


if __name__ == "__main__":
    main()
