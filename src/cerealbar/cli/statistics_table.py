"""The statistics of a corpus as tables for the terminal, the dataset table beside the paper's."""

from rich.table import Column, Table
from rich.text import Text

from cerealbar.records.report.comparison import comparison, origin_sentence, part_sentence
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


def difficulty_table(statistics: Statistics) -> Table:
    """How many instructions were carried out as meant, from easy ones to hard ones."""
    table = Table(
        "",
        Column("instructions", justify="right"),
        Column("share", justify="right"),
        Column("as meant", justify="right", style=_HERE),
        title="Success by difficulty",
    )
    for number, (cause, groups) in enumerate(statistics.difficulty.items()):
        total = sum(each.instructions for each in groups)
        if number == 0:
            right = sum(each.as_meant for each in groups)
            table.add_row("All", f"{total:,}", "", f"{right / total:.1%}")
        table.add_section()
        for each in groups:
            label, count = f"{cause.capitalize()}: {each.group}", each.instructions
            table.add_row(label, f"{count:,}", f"{count / total:.1%}", f"{each.share:.1%}")
    return table


def course_table(statistics: Statistics) -> Table:
    """What became of the instructions, how they were walked, and what players told each other."""
    table = Table(
        "", Column("count", justify="right", style=_HERE), Column("share", justify="right")
    )
    sent = statistics.instructions_sent.total
    for status, count in statistics.statuses.items():
        share = f"{count / sent:.1%}" if sent else ""
        table.add_row(f"Instructions {status.replace('-', ' ')}", f"{count:,}", share)
    table.add_section()
    finished = statistics.actions.count
    for name, share_of_ways in (
        ("Ways that come back to a cell", statistics.ways.revisits),
        ("Ways that come back to a cell, or beside one", statistics.ways.touches_itself),
    ):
        share = f"{share_of_ways:.1%}" if finished else ""
        table.add_row(name, f"{round(share_of_ways * finished):,}", share)
    table.add_section()
    for kind, count in statistics.signals.items():
        words = kind.replace("thumb-", "thumbs ") if "-" in kind else f"{kind}s"
        table.add_row(words.capitalize(), f"{count:,}", "")
    return table
