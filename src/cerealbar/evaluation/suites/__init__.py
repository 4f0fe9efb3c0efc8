"""Suites: boards with a text and what it asks for, to measure whoever reads instructions.

Read `suite.py` first; `tasks.py` is for collecting one from writers and readers.
"""

from cerealbar.evaluation.suites.running import SuiteAccuracy, SuiteResult, accuracy, run_suite
from cerealbar.evaluation.suites.suite import (
    SuiteError,
    SuiteItem,
    open_suite,
    read_suite,
    write_lines,
)

__all__ = [
    "SuiteAccuracy",
    "SuiteError",
    "SuiteItem",
    "SuiteResult",
    "accuracy",
    "open_suite",
    "read_suite",
    "run_suite",
    "write_lines",
]
