"""The dataset table beside the paper's, as text that a page, a card and a terminal show alike."""

from collections.abc import Callable
from typing import NamedTuple

from cerealbar.records.statistics import PAPER_TABLE, DatasetTable, Spread, Statistics

NOTHING = "\u2013"
"""What stands where there is no number."""
PAPER_SOURCE = (
    "Suhr et al. 2019, “Executing Instructions in Situated Collaborative Interactions”,"
    " Appendix C; of its training games but for the number of interactions"
)
DEFINITIONS = (
    "Instructions are those that the follower finished, and so are their tokens, steps and words."
    " Tokens are lower-cased words and marks in the manner of the NLTK word tokenizer."
    " Finishing an instruction is no step."
)
PART_NAMES = {
    "train": "training",
    "development": "development",
    "test": "test",
    "validation": "validation",
    "update": "update",
}


class ComparisonLine(NamedTuple):
    """A line of the table: mean, median and maximum, or a single number."""

    label: str
    here: tuple[str, ...]
    paper: tuple[str, ...]


def comparison(table: DatasetTable) -> tuple[ComparisonLine, ...]:
    """The lines of the paper's dataset table, here and in the paper."""
    return (
        _spread_line("Total game time (m:s)", table, lambda of: of.seconds, clock),
        _spread_line("Score / interaction", table, lambda of: of.score),
        _spread_line("Instructions / interaction", table, lambda of: of.instructions),
        _spread_line("Tokens / instruction", table, lambda of: of.tokens),
        _spread_line("Follower steps / instruction", table, lambda of: of.actions),
        _single_line("Interactions", table, lambda of: f"{of.interactions:,}"),
        _single_line("Vocabulary size", table, lambda of: f"{of.vocabulary:,}"),
        _single_line("Games with a score above 0", table, lambda of: f"{of.scoring_share:.1%}"),
    )


def _spread_line(
    label: str,
    table: DatasetTable,
    spread: Callable[[DatasetTable], Spread],
    form: Callable[[float], str] | None = None,
) -> ComparisonLine:
    here, paper = (_three(spread(of), form) for of in (table, PAPER_TABLE))
    return ComparisonLine(label, here if table.games else (NOTHING,) * 3, paper)


def _three(spread: Spread, form: Callable[[float], str] | None) -> tuple[str, ...]:
    if form is not None:
        return form(spread.mean), form(spread.median), form(spread.max)
    return f"{spread.mean:,.1f}", f"{spread.median:,.1f}", f"{spread.max:,.0f}"


def _single_line(
    label: str, table: DatasetTable, form: Callable[[DatasetTable], str]
) -> ComparisonLine:
    return ComparisonLine(label, (form(table) if table.games else NOTHING,), (form(PAPER_TABLE),))


def clock(seconds: float) -> str:
    """Minutes and seconds: `16:28`."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def origin_sentence(statistics: Statistics) -> str:
    """Whether people played these games, in plain words."""
    games, synthetic = statistics.games, statistics.origin.synthetic_games
    if games == 0:
        return "There are no games."
    if synthetic == games:
        return (
            f"Synthetic data: no person took part in any of these {games:,} games. Their language,"
            " their timing and their scores are those of programs and say nothing about people."
        )
    if synthetic:
        return (
            f"Partly synthetic data: no person took part in {synthetic:,} of these {games:,} games."
            " What follows mixes what people did with what programs did."
        )
    return f"People took part in all of these {games:,} games."


def part_sentence(statistics: Statistics) -> str:
    """Which games the statistics are of."""
    games, interactions = statistics.games, statistics.table.interactions
    if statistics.part == "all":
        return f"Statistics of all {games:,} games."
    name = PART_NAMES.get(statistics.part, statistics.part)
    return f"Statistics of the {games:,} {name} games, of {interactions:,} in all."
