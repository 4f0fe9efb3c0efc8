"""The dataset table of a corpus beside the paper's, for the terminal."""

from rich.table import Column, Table
from rich.text import Text

from cerealbar.records.report import comparison, origin_sentence, part_sentence
from cerealbar.records.statistics import Statistics

_HERE, _PAPER = "bold cyan", "dim"


def statistics_table(statistics: Statistics) -> Table:
    """The paper's dataset table, the numbers of these games beside the paper's."""
    table = Table(
        "",
        *(Column(head, justify="right", style=_HERE) for head in ("mean", "median", "max")),
        *(Column(head, justify="right", style=_PAPER) for head in ("paper", "median", "max")),
        title=Text(part_sentence(statistics)),
        caption=Text(origin_sentence(statistics)),
        caption_justify="left",
        caption_style="bold yellow" if statistics.origin.synthetic_games else "",
    )
    singles = False
    for line in comparison(statistics.table):
        if len(line.here) == 1 and not singles:
            table.add_section()
            singles = True
        padding = ("",) * (3 - len(line.here))
        table.add_row(line.label, *line.here, *padding, *line.paper, *padding)
    return table
