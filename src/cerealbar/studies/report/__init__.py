"""The report of a study, for people to read: a web page with plots, and the data behind each.

Read `page.py` first; `studies/material.py` has the games that it tells of.
"""

from cerealbar.studies.report.page import write_report

__all__ = ["write_report"]
