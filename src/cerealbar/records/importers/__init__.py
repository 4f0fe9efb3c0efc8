"""Games in other formats: the published games of the original.

Read `original_types.py` (the format) first, then `original.py`.
"""

from cerealbar.records.importers.errors import ActionError
from cerealbar.records.importers.original import Imported, parse_original
from cerealbar.records.importers.original_import import (
    ImportSummary,
    Rejection,
    import_original,
    split_of_file,
)
from cerealbar.records.importers.original_report import Agreement, Checks, ImportReport
from cerealbar.records.importers.scan import ScannedGame, read_games

__all__ = [
    "ActionError",
    "Agreement",
    "Checks",
    "ImportReport",
    "ImportSummary",
    "Imported",
    "Rejection",
    "ScannedGame",
    "import_original",
    "parse_original",
    "read_games",
    "split_of_file",
]
