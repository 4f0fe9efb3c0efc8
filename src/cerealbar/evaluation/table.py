"""A table of all instructions of an evaluation, for a spreadsheet or a data frame."""

from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow import csv, parquet

from cerealbar.evaluation.report import EvaluationReport, recorded_choices
from cerealbar.records import RecordError
from cerealbar.records.files import whole_file

_WRITERS = {".csv": csv.write_csv, ".parquet": parquet.write_table}


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
    values = {name: pa.array(found, from_pandas=True) for name, found in report.values().items()}
    return pa.table(columns | values)


def check_table(path: Path) -> None:
    """See that a table can be written to a file of this name.

    Raises:
        RecordError: it cannot.
    """
    if path.suffix not in _WRITERS:
        raise RecordError(f"{path} is no table: expected a name that ends in .csv or .parquet")


def write_table(path: Path, report: EvaluationReport) -> None:
    """Write the table of an evaluation, as CSV or Parquet by the end of the name.

    Raises:
        RecordError: it ends in neither.
    """
    check_table(path)
    with whole_file(path) as temporary:
        _WRITERS[path.suffix](instruction_table(report), str(temporary))
