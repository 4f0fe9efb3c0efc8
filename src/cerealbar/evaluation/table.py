"""Tables of all instructions of an evaluation, for a spreadsheet, a data frame or a comparison."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow import csv, parquet

from cerealbar.evaluation.report import EvaluationReport, recorded_choices
from cerealbar.evaluation.suites import SuiteResult
from cerealbar.records import RecordError
from cerealbar.records.files import whole_file

_WRITERS = {".csv": csv.write_csv, ".parquet": parquet.write_table}
_KEYS = ("game_id", "number", "text"), ("board", "id", "text")
"""What tells the instructions of recorded games, or of a suite, apart; first what groups them."""
_WORDS = csv.ConvertOptions(
    column_types={name: pa.string() for key in _KEYS for name in key if name != "number"}
)


def instruction_table(report: EvaluationReport) -> pa.Table:
    """One row for each instruction, with a column for each measure, which is its mean.

    `followed` is whether exactly the recorded cards were changed from the recorded start on.
    """
    examples, done = report.examples, report.done
    columns = {
        "game_id": [examples.game_ids[game] for game in examples.game],
        "number": np.asarray(examples.number),
        "text": list(examples.texts),
        "words": [len(text.split()) for text in examples.texts],
        "cards_asked": np.bitwise_count(examples.changed),
        "followed": done.changed == examples.changed,
        "steps": done.steps,
        "recorded_steps": recorded_choices(examples) - 1,
    }
    values = {name: pa.array(found, from_pandas=True) for name, found in report.values.items()}
    return pa.table(columns | values)


def suite_table(results: Sequence[SuiteResult]) -> pa.Table:
    """One row for each instruction of a suite."""
    items = [result.item for result in results]
    return pa.table(
        {
            "id": [item.id for item in items],
            "board": [item.state for item in items],
            "text": [item.text for item in items],
            "words": [len(item.text.split()) for item in items],
            "cards_asked": [len(item.cards) for item in items],
            "tags": [", ".join(item.tags) for item in items],
            "steps": [len(result.trail) - 1 for result in results],
            "right": [result.is_right for result in results],
            "given_up": [result.reason is not None for result in results],
        }
    )


def key_of(table: pa.Table) -> tuple[str, ...]:
    """The columns that tell its instructions apart; the first groups them, by game or by board.

    Raises:
        RecordError: it has not got them.
    """
    for key in _KEYS:
        if {*key} <= {*table.column_names}:
            return key
    raise RecordError(f"it has no columns {' and '.join(', '.join(key) for key in _KEYS)}")


def is_table(path: Path) -> bool:
    """Whether a file of this name is a table."""
    return path.suffix in _WRITERS


def check_table(path: Path) -> None:
    """See that a table can be written to a file of this name.

    Raises:
        RecordError: it cannot.
    """
    if not is_table(path):
        raise RecordError(f"{path} is no table: expected a name that ends in .csv or .parquet")


def write_table(path: Path, table: pa.Table) -> None:
    """Write a table, as CSV or Parquet by the end of the name.

    Raises:
        RecordError: it ends in neither.
    """
    check_table(path)
    with whole_file(path) as temporary:
        _WRITERS[path.suffix](table, str(temporary))


def read_table(path: Path) -> pa.Table:
    """The table of an evaluation that was written to a file.

    Raises:
        RecordError: it is none.
    """
    check_table(path)
    try:
        is_csv = path.suffix == ".csv"
        table = csv.read_csv(path, convert_options=_WORDS) if is_csv else parquet.read_table(path)
        key_of(table)
    except (pa.ArrowException, RecordError) as error:
        raise RecordError(f"{path} is no table of `cerealbar evaluate`: {error}") from None
    return table
