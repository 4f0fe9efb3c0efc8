"""`python -m benchmarks [NAME ...] [--json]`: measure the speeds that this project claims.

It ends with exit code 1 if a figure misses its goal by far.
"""

import importlib
import json
from pathlib import Path

from cyclopts import App
from rich.console import Console
from rich.table import Table

from benchmarks.figure import Figure
from cerealbar.cli.arguments import JsonFlag

_HELPERS = ("__init__", "__main__", "figure", "plain")
NAMES = tuple(
    path.stem for path in sorted(Path(__file__).parent.glob("*.py")) if path.stem not in _HELPERS
)
"""Every file with a function `measure`."""

app = App(name="python -m benchmarks", version_flags=[])


@app.default
def bench(*names: str, json_: JsonFlag = False) -> None:
    """Measure the speeds that this project claims, each beside a plain-Python reference.

    A figure that misses its goal by more than a third of it misses it by far: it is named at the
    end, and the exit code is 1.

    Parameters
    ----------
    names
        Which benchmarks; all without a name.
    json_
        Print one JSON object a figure: name, value, unit, reference, ratio, goal, met.
    """
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        raise SystemExit(f"{unknown[0]!r} is no benchmark: expected {', '.join(NAMES)}")
    table = Table("figure", "value", "unit", "reference", "ratio", "goal", "met")
    console = Console()
    missed: list[Figure] = []
    with console.status("measuring ...") as status:
        for name in names or NAMES:
            status.update(f"measuring {name} ...")
            for figure in importlib.import_module(f"benchmarks.{name}").measure():
                if figure.verdict == "no":
                    missed.append(figure)
                if json_:
                    print(json.dumps(figure.as_json()), flush=True)
                else:
                    table.add_row(*figure.as_row())
    if not json_:
        console.print(table)
    if missed:
        told = "\n".join(f"  {figure}" for figure in missed)
        raise SystemExit(f"missed by far:\n{told}")


if __name__ == "__main__":
    app()
