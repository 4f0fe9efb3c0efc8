"""What is written of a study: tables as CSV and Parquet, in folders that are whole or not there."""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import pyarrow as pa
from pyarrow import parquet

from cerealbar import __version__
from cerealbar.studies.errors import StudyError
from cerealbar.studies.spreadsheets import TableValue, csv_text


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """A temporary folder to write into, which becomes `path` if nothing goes wrong.

    Raises:
        StudyError: there is something already.
    """
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise StudyError(f"{path} cannot be written: it is there, and not empty")
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    temporary.mkdir(parents=True)
    try:
        yield temporary
        if path.exists():
            path.rmdir()
        temporary.replace(path)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


ColumnKind: TypeAlias = Literal["text", "whole", "number", "truth", "time"]
TableRow: TypeAlias = Mapping[str, TableValue]
_TYPES = {
    "text": pa.string(),
    "whole": pa.int64(),
    "number": pa.float64(),
    "truth": pa.bool_(),
    "time": pa.string(),
}


class TableColumn(NamedTuple):
    """A column: what it is called, what its values are, and what they mean."""

    name: str
    kind: ColumnKind
    about: str


@dataclass(frozen=True, slots=True)
class StudyTable:
    """A table with a name, under which it is a file."""

    name: str
    about: str
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]

    def csv(self) -> str:
        """The table as CSV with a head; truths are `true` and `false`."""
        head = [column.name for column in self.columns]
        return csv_text([head, *([row.get(name) for name in head] for row in self.rows)])

    def write(self, folder: Path) -> None:
        """Write `NAME.csv` and `NAME.parquet`."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{self.name}.csv").write_bytes(self.csv().encode())
        table = pa.Table.from_pylist([dict(row) for row in self.rows], self._schema())
        parquet.write_table(table, folder / f"{self.name}.parquet", compression="zstd")

    def _schema(self) -> pa.Schema:
        fields = [
            pa.field(column.name, _TYPES[column.kind], metadata={"description": column.about})
            for column in self.columns
        ]
        return pa.schema(fields, metadata={"cerealbar": __version__, "description": self.about})


def moment(wall: float) -> str:
    """A time of a ledger in ISO 8601, to the millisecond."""
    told = datetime.fromtimestamp(wall, UTC).isoformat(timespec="milliseconds")
    return told.replace("+00:00", "Z")
