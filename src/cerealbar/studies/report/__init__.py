"""The report of a study, for people to read: a web page with plots, and the data behind each.

Read `material.py` first (the games of a study), then `page.py`.
"""

from cerealbar.studies.report.page import write_report

__all__ = ["write_report"]
