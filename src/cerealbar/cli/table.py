"""`cerealbar table`: results of training runs as the paper's results table."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich import box
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from cerealbar.cli.arguments import GamesName, JsonFlag
from cerealbar.cli.results.page import DIFFERENCE, HERE_HEAD, PAPER_HEAD, results_page
from cerealbar.cli.results.rows import (
    COLUMNS,
    NOTHING,
    Measured,
    ResultRow,
    RunError,
    read_run,
    result_rows,
)
from cerealbar.records.files import write_whole

_HERE, _PAPER = "bold cyan", "dim"
_LEAST_WIDTH = 120


def table(
    *runs: Path,
    part: GamesName = "development",
    html: Annotated[Path | None, Parameter(name="--html")] = None,
    json_: JsonFlag = False,
) -> None:
    """Print the paper's results table, with the results of training runs beside the paper's.

    Parameters
    ----------
    runs
        The folders of runs; those of one experiment with different seeds are trials of it.
    part
        On which games: the runs must have results of them.
    html
        Write a page with the table and plots to this file.
    """
    if not runs:
        raise RunError("cannot make a table: expected at least one run")
    folders = {folder.resolve(): folder for folder in runs}
    rows = result_rows([read_run(folder, part) for folder in folders.values()], part)
    if html is not None:
        write_whole(html, results_page(rows, part).encode())
    if json_:
        print(json.dumps({"part": part, "rows": [_told(row) for row in rows]}))
        return
    console = Console()
    console.width = max(console.width, _LEAST_WIDTH)
    console.print(_table(rows, part))


def _table(rows: list[ResultRow], part: str) -> Table:
    """Two lines for each system: here and the paper."""
    table = Table(
        Column("", no_wrap=True),
        "",
        Column("trials", justify="right"),
        *(Column(Text(column.head), justify="right", no_wrap=True) for column in COLUMNS),
        title=Text(f"Followers on the {part} games: {HERE_HEAD} above, {PAPER_HEAD} below"),
        title_justify="left",
        caption=Text(DIFFERENCE),
        caption_justify="left",
        caption_style="bold yellow",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    is_theirs = True
    for row in rows:
        if is_theirs and row.row is None:
            table.add_section()
            is_theirs = False
        trials = str(len(row.runs) or NOTHING)
        table.add_row(Text(row.label), "here", trials, *_cells(row.here), style=_HERE)
        if row.paper:
            table.add_row("", "paper", "", *_cells(row.paper), style=_PAPER)
    return table


def _cells(values: dict[str, Measured]) -> list[str]:
    found = (values.get(column.key) for column in COLUMNS)
    return [
        value.written(column) if value else NOTHING
        for value, column in zip(found, COLUMNS, strict=True)
    ]


def _told(row: ResultRow) -> dict[str, object]:
    """A row for programs."""
    first = row.runs[0].results if row.runs else None
    return {
        "label": row.label,
        "row": row.row,
        "runs": [str(run.folder) for run in row.runs],
        "seeds": [run.title.seed for run in row.runs],
        "instructions": first and first.instructions,
        "games": first and first.games,
        "here": {key: asdict(value) for key, value in row.here.items()},
        "paper": {key: asdict(value) for key, value in row.paper.items()},
    }
