"""Exports: all data of a study in one folder, to be analysed and shared.

Read `writing.py` first (what is in the folder).
"""

from cerealbar.studies.export.writing import write_export

__all__ = ["write_export"]
