"""The dataset table beside the paper's, as text that a page, a card and a terminal show alike."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from cerealbar.records.corpus import About
from cerealbar.records.statistics import (
    PAPER_TABLE,
    DatasetTable,
    PartSummary,
    Spread,
    Statistics,
)

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


class ComparisonLine(NamedTuple):
    """A line of the table: mean, median and maximum, or a single number."""

    label: str
    here: tuple[str, ...]
    paper: tuple[str, ...]


def comparison(table: DatasetTable) -> tuple[ComparisonLine, ...]:
    """The lines of the paper's dataset table, here and in the paper."""
    paper = _numbers(PAPER_TABLE)
    return tuple(
        ComparisonLine(label, here if table.games else (NOTHING,) * len(here), paper[label])
        for label, here in _numbers(table).items()
    )


def _numbers(of: DatasetTable) -> dict[str, tuple[str, ...]]:
    time = of.seconds
    return {
        "Total game time (m:s)": (clock(time.mean), clock(time.median), clock(time.max)),
        "Score / interaction": _three(of.score),
        "Instructions / interaction": _three(of.instructions),
        "Tokens / instruction": _three(of.tokens),
        "Follower steps / instruction": _three(of.actions),
        "Interactions": (f"{of.interactions:,}",),
        "Vocabulary size": (f"{of.vocabulary:,}",),
        "Games with a score above 0": (f"{of.scoring_share:.1%}",),
    }


def _three(spread: Spread) -> tuple[str, ...]:
    return f"{spread.mean:,.1f}", f"{spread.median:,.1f}", f"{spread.max:,.0f}"


def clock(seconds: float) -> str:
    """Minutes and seconds: `16:28`."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def description(
    statistics: Statistics, about: About, parts: Sequence[PartSummary]
) -> dict[str, Any]:  # values of any type, for templates
    """What the page and the card of a corpus both say, by its names in their templates."""
    return {
        "about": about,
        "statistics": statistics,
        "parts": parts if any(part.games for part in parts) else (),
        "origin": origin_sentence(statistics),
        "part": part_sentence(statistics),
        "lines": comparison(statistics.table),
        "source": PAPER_SOURCE,
        "definitions": DEFINITIONS,
    }


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
    name = "training" if statistics.part == "train" else statistics.part
    return f"Statistics of the {games:,} {name} games, of {interactions:,} in all."
