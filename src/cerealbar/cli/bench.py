"""`cerealbar bench`: run what `benchmarks/` measures."""

import importlib
import json
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from cerealbar.cli.arguments import JsonFlag
from cerealbar.game import CerealBarError


class BenchmarkError(CerealBarError, LookupError):
    """A benchmark that cannot be found."""


def _benchmarks() -> dict[str, str]:
    """The module of each benchmark, by name."""
    root = Path(__file__).resolve().parents[3]
    folder = root / "benchmarks"
    if not (folder / "figure.py").is_file():
        raise BenchmarkError(
            "the benchmarks are part of the source tree: run this in a clone of it"
        )
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    helpers = ("__init__", "figure", "plain")
    return {
        path.stem: f"benchmarks.{path.stem}"
        for path in sorted(folder.glob("*.py"))
        if path.stem not in helpers
    }


def bench(*names: str, json_: JsonFlag = False) -> None:
    """Measure the speeds that this project claims, each beside a plain-Python reference.

    Parameters
    ----------
    names
        Which benchmarks; all without a name.
    json_
        Print one JSON object a figure: name, value, unit, reference, ratio.
    """
    known = _benchmarks()
    unknown = [name for name in names if name not in known]
    if unknown:
        raise BenchmarkError(f"{unknown[0]!r} is no benchmark: expected {', '.join(known)}")
    table = Table("figure", "value", "unit", "reference", "ratio", "goal")
    console = Console()
    with console.status("measuring ...") as status:
        for name in names or known:
            status.update(f"measuring {name} ...")
            for figure in importlib.import_module(known[name]).measure():
                if json_:
                    print(json.dumps(figure.as_json()), flush=True)
                else:
                    table.add_row(*figure.as_row())
    if not json_:
        console.print(table)
