"""CSV as it is written of a study: nothing in it becomes a formula when a spreadsheet opens it."""

import csv
from collections.abc import Iterable
from io import StringIO
from typing import TypeAlias

TableValue: TypeAlias = str | int | float | bool | None
"""None where there is no value: an empty field of CSV."""
_FORMULAS = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
"""With which formulas begin; the last four are the wide forms of the first."""


def csv_text(rows: Iterable[Iterable[TableValue]]) -> str:
    """Rows as CSV; an apostrophe is before texts that would be formulas."""
    return "".join(map(_line, rows))


def _line(row: Iterable[TableValue]) -> str:
    text, end = StringIO(newline=""), "\r\n"  # by which both are quoted within a text
    csv.writer(text, lineterminator=end).writerow(map(_field, row))
    return text.getvalue().removesuffix(end) + "\n"


def _field(value: TableValue) -> str:
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case str() if value.startswith(_FORMULAS):
            return f"'{value}"
        case _:
            return str(value)
