"""Results of training runs beside the paper's, as a table and as a page.

Read `rows.py` first: it puts the table together.
"""

from cerealbar.cli.results.page import results_page
from cerealbar.cli.results.rows import COLUMNS, ResultColumn, ResultRow, result_rows
from cerealbar.cli.results.runs import FinishedRun, RunError, read_run

__all__ = [
    "COLUMNS",
    "FinishedRun",
    "ResultColumn",
    "ResultRow",
    "RunError",
    "read_run",
    "result_rows",
    "results_page",
]
