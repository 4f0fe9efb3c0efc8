from pathlib import Path

import pytest
from pyarrow import parquet

from cerealbar.studies.tables import StudyTable, TableColumn, TableRow, moment
from tests.studies.csv_rows import read_rows

COLUMNS = (
    TableColumn("who", "text", "somebody"),
    TableColumn("many", "whole", "how many"),
    TableColumn("long", "number", "how long"),
    TableColumn("is_so", "truth", "whether"),
)
ROWS: tuple[TableRow, ...] = (
    {"who": 'a,"b"\nc', "many": 3, "long": 0.1, "is_so": True},
    {"who": "", "is_so": False},
)
TABLE = StudyTable("some", "Some rows.", COLUMNS, ROWS)


def test_csv_leaves_empty_what_is_not_there(tmp_path: Path) -> None:
    TABLE.write(tmp_path)
    assert (tmp_path / "some.csv").read_bytes() == (
        b'who,many,long,is_so\n"a,""b""\nc",3,0.1,true\n,,,false\n'
    )
    assert read_rows(tmp_path / "some.csv")[0]["who"] == 'a,"b"\nc'


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "\uff1d1"]
)
def test_no_text_is_a_formula_in_csv_and_all_are_as_they_were_in_parquet(
    text: str, tmp_path: Path
) -> None:
    rows: tuple[TableRow, ...] = ({"who": text, "many": -3, "long": -0.5},)
    StudyTable("some", "Some rows.", COLUMNS, rows).write(tmp_path)
    (row,) = read_rows(tmp_path / "some.csv")
    assert row == {"who": f"'{text}", "many": "-3", "long": "-0.5", "is_so": ""}
    assert parquet.read_table(tmp_path / "some.parquet").to_pylist()[0]["who"] == text


def test_parquet_keeps_types_and_what_columns_are(tmp_path: Path) -> None:
    TABLE.write(tmp_path)
    table = parquet.read_table(tmp_path / "some.parquet")
    assert table.to_pylist()[0] == ROWS[0]
    assert table.to_pylist()[1]["many"] is None
    assert table.schema.field("many").metadata[b"description"] == b"how many"


def test_a_table_without_rows_has_its_columns(tmp_path: Path) -> None:
    StudyTable("none", "None.", COLUMNS, ()).write(tmp_path)
    assert (tmp_path / "none.csv").read_text() == "who,many,long,is_so\n"
    assert parquet.read_table(tmp_path / "none.parquet").column_names[0] == "who"


def test_times_are_told_in_utc() -> None:
    assert moment(0.25) == "1970-01-01T00:00:00.250Z"
