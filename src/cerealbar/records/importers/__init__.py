"""Games in other formats: the published games of the original.

Read `original_types.py` (the format) first, then `original.py`.
"""

from cerealbar.records.importers.errors import ActionError
from cerealbar.records.importers.members import FileMember, read_games
from cerealbar.records.importers.original import Imported, parse_original
from cerealbar.records.importers.original_import import (
    ImportSummary,
    Rejection,
    import_original,
    split_of_file,
)
from cerealbar.records.importers.original_report import Agreement, Checks, ImportReport

__all__ = [
    "ActionError",
    "Agreement",
    "Checks",
    "FileMember",
    "ImportReport",
    "ImportSummary",
    "Imported",
    "Rejection",
    "import_original",
    "parse_original",
    "read_games",
    "split_of_file",
]
