"""`cerealbar compare`: whether one of two followers is better, or it may be chance."""

import json
from pathlib import Path
from typing import Annotated, Any

import pyarrow as pa
from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from cerealbar.agents import check_name
from cerealbar.cli.arguments import (
    EyesName,
    GamesName,
    JsonFlag,
    RayAddress,
    WholeNumber,
    WorkerCount,
)
from cerealbar.cli.evaluate import check_unused, measure_on_games, measure_on_suite
from cerealbar.evaluation.comparison import ComparedMeasure, compare_tables
from cerealbar.evaluation.report import measure_words, nest, number, value_words
from cerealbar.evaluation.suites import open_suite
from cerealbar.evaluation.table import instruction_table, is_table, key_of, read_table, suite_table
from cerealbar.records import RecordError
from cerealbar.views import VIEWS

ComparedName = Annotated[
    str,
    Parameter(help="A follower, or the .csv or .parquet file of `cerealbar evaluate --table`."),
]
"""A follower, or what was measured of one."""
_GROUPS = {"game_id": "games", "board": "boards"}
_LEAST_WIDTH = 120
_FOOT = (
    "* 0 is not within. A only, B only: instructions that are right with one of them alone. p: of"
    " changes so unlike, if each way were as likely (McNemar's exact test)."
)


def compare(
    a: ComparedName,
    b: ComparedName,
    /,
    *,
    data: Path | None = None,
    suite: str | None = None,
    part: GamesName = "development",
    cascaded: Annotated[bool, Parameter(negative="")] = False,
    seed: WholeNumber = 0,
    sight: EyesName = "full",
    workers: WorkerCount = 1,
    ray: RayAddress = None,
    show: WholeNumber = 10,
    json_: JsonFlag = False,
) -> None:
    """Compare two followers who carry out the same instructions: each measure of both, and how far
    B is above A, with 95 % confidence by the bootstrap over games, or over the boards of a suite.

    Parameters
    ----------
    data
        The corpus on whose games followers are measured.
    suite
        The suite on which they are: a file, or written-train, written-dev or written-test.
    part
        Which games of the corpus.
    cascaded
        Also play the games of the corpus from each instruction to their end.
    seed
        All that chance decides in followers.
    show
        How many of the instructions that only one of them gets right are listed.
    """
    if show < 0:
        raise RecordError(f"cannot list {show} instructions: expected 0 or more")
    followers = [name for name in dict.fromkeys((a, b)) if not is_table(Path(name))]
    if not followers:
        check_unused("a follower", data=data is not None, suite=suite is not None)
    elif (data is None) == (suite is None):
        raise RecordError(f"cannot measure {followers[0]}: expected either --data or --suite")
    if data is None:
        check_unused("--data", cascaded=cascaded, workers=workers != 1, ray=ray is not None)
    tables = {name: read_table(Path(name)) for name in (a, b) if name not in followers}
    told: dict[str, Any] = {"a": a, "b": b}
    if suite is not None:
        told |= {"suite": suite, "sight": sight}
        for name in followers:
            check_name("follower", name)
        items, eyes = open_suite(suite), VIEWS[sight]
        for name in followers:
            tables[name] = suite_table(measure_on_suite(items, name, seed, eyes))
    if data is not None:
        told |= {"data": str(data), "part": part, "sight": sight}
        reports = measure_on_games(data, part, followers, seed, sight, cascaded, workers, ray)
        tables |= dict(zip(followers, map(instruction_table, reports), strict=True))
    found = compare_tables(tables[a], tables[b])
    told |= _told(found, tables[a], show)
    if json_:
        print(json.dumps(told))
    else:
        _show(found, told)


def _told(found: list[ComparedMeasure], table: pa.Table, show: int) -> dict[str, Any]:
    """What was found, for programs, and which instructions changed by the first measure."""
    group, *names = key_of(table)
    changes = found[0].changes
    assert changes is not None
    right = dict.fromkeys(changes.first_only.tolist(), "a")
    right |= dict.fromkeys(changes.second_only.tolist(), "b")
    rows = sorted(right)[:show]
    columns = [group, *names] if group == "game_id" else names
    changed = table.select(columns).take(pa.array(rows, pa.int64())).to_pylist()
    return {
        "instructions": len(table),
        _GROUPS[group]: len(table[group].unique()),
        "measures": nest({measure.name: _numbers(measure) for measure in found}),
        "changed": [{"right": right[row], **one} for row, one in zip(rows, changed, strict=True)],
    }


def _numbers(measure: ComparedMeasure) -> dict[str, float | None]:
    difference, changes = measure.difference, measure.changes
    told = {
        "a": number(measure.first),
        "b": number(measure.second),
        "difference": number(difference.value),
        "low": number(difference.low),
        "high": number(difference.high),
        "is_clear": difference.is_clear,
    }
    if changes is not None:
        told |= {"a_only": len(changes.first_only), "b_only": len(changes.second_only)}
        told["p"] = changes.p
    return told


def _show(found: list[ComparedMeasure], told: dict[str, Any]) -> None:
    """Print it as a table, and the instructions."""
    groups = next(f"{told[name]:,} {name}" for name in _GROUPS.values() if name in told)
    who = f"{told['a']} (A) and {told['b']} (B)"
    title = f"{who} on {told['instructions']:,} instructions of {groups}"
    table = Table(title=title, title_justify="left", caption=_FOOT, caption_justify="left")
    console = Console()
    console.width = max(console.width, _LEAST_WIDTH)
    for head in ("", "A", "B", "B - A", "95 % confidence", "A only", "B only", "p"):
        table.add_column(head, justify="right" if head else "left")
    for measure in found:
        table.add_row(measure_words(measure.name), *_cells(measure))
    console.print(table)
    for one in told["changed"]:
        where = f"{one['game_id']} {one['number']}" if "game_id" in one else one["id"]
        words = f"{measure_words(found[0].name)}, {one['right'].upper()} only"
        print(f"{words}: {one['text']} ({where})")


def _cells(measure: ComparedMeasure) -> list[str]:
    name, difference, changes = measure.name, measure.difference, measure.changes
    low, high = (_signed(name, end) for end in (difference.low, difference.high))
    cells = [value_words(name, value) for value in (measure.first, measure.second)]
    cells.append(_signed(name, difference.value) + (" *" if difference.is_clear else "  "))
    cells.append(f"{low} to {high}")
    if changes is not None:
        cells += [str(len(rows)) for rows in (changes.first_only, changes.second_only)]
        cells.append(f"{changes.p:.3f}" if changes.p >= 0.001 else "< 0.001")
    return cells


def _signed(name: str, value: float) -> str:
    return "+" * (value > 0) + value_words(name, value)
