"""Games in other formats: the published games of the original.

Read `original_format.py` (the format) first, then `original.py`.
"""

from cerealbar.records.importers.original import Imported, parse_original
from cerealbar.records.importers.original_import import ImportSummary, import_original

__all__ = ["ImportSummary", "Imported", "import_original", "parse_original"]
