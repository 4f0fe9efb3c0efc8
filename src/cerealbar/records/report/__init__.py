"""What a corpus holds, for people to read: a web page with plots, and a data card.

Read `comparison.py` first (the dataset table beside the paper's), then `page.py`.
"""

from cerealbar.records.report.card import data_card
from cerealbar.records.report.comparison import (
    ComparisonLine,
    comparison,
    origin_sentence,
    part_sentence,
)
from cerealbar.records.report.page import report_page

__all__ = [
    "ComparisonLine",
    "comparison",
    "data_card",
    "origin_sentence",
    "part_sentence",
    "report_page",
]
