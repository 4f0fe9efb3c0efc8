"""Exports: all data of a study in one folder, to be analysed, shared and checked.

Read `writing.py` first (what is in the folder), then `checking.py`.
"""

from cerealbar.studies.export.checking import verify_export
from cerealbar.studies.export.manifest import Manifest
from cerealbar.studies.export.writing import export_tables, write_export

__all__ = ["Manifest", "export_tables", "verify_export", "write_export"]
