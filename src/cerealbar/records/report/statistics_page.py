"""The report: what a corpus holds, as one HTML file that loads nothing and runs no script."""

from collections.abc import Iterator, Sequence

from cerealbar import __version__
from cerealbar.records.corpus import About
from cerealbar.records.events import TurnEnd
from cerealbar.records.pages import fill_page
from cerealbar.records.report.comparison import description
from cerealbar.records.report.plots import (
    FOLLOWER,
    HERE,
    LEADER,
    PAPER,
    Bar,
    Curve,
    Figure,
    bars,
    curves,
    histogram,
    shown_limit,
)
from cerealbar.records.statistics import PAPER_TABLE, PartSummary, Statistics

_SHOWN_WORDS = 32
_POSSIBLE = {
    "leader": (TurnEnd.DONE, TurnEnd.TIME_OUT),
    "follower": (TurnEnd.DONE, TurnEnd.NO_STEPS, TurnEnd.TIME_OUT, TurnEnd.SKIPPED),
}
"""What is shown even if it never happened."""
_COLORS = {"leader": LEADER, "follower": FOLLOWER}


def report_page(statistics: Statistics, about: About, parts: Sequence[PartSummary] = ()) -> str:
    """A web page about a corpus; the same arguments give the same page.

    Raises:
        RecordError: the library that draws the plots is missing.
    """
    return fill_page(
        "records/report/page.html",
        style="records/report/page.css",
        **description(statistics, about, parts),
        distributions=(*distribution_figures(statistics), set_figure(statistics)),
        turns=(*turn_figures(statistics), *course_figures(statistics)),
        difficulty=tuple(difficulty_figures(statistics)),
        words=statistics.vocabulary.frequent[:_SHOWN_WORDS],
        version=__version__,
    )


def distribution_figures(statistics: Statistics) -> Iterator[Figure]:
    """Scores, instructions, tokens and steps beside the paper's."""
    of, paper = statistics, PAPER_TABLE
    for title, y, x, tally, spread in (
        ("Score", "games", "score", of.score, paper.score),
        (
            *("Finished instructions a game", "games", "instructions"),
            *(of.instructions_finished, paper.instructions),
        ),
        ("Tokens an instruction", "instructions", "tokens", of.tokens, paper.tokens),
        ("Follower steps an instruction", "instructions", "steps", of.actions, paper.actions),
    ):
        limit = shown_limit(tally.histogram, spread.max)
        beyond = sum(count for number, count in tally.histogram.items() if number > limit)
        drawn = f"; {beyond:,} above {limit} are not drawn." if beyond else "."
        plot = histogram(tally.histogram, tally.spread, spread, x=x, y=y, limit=limit)
        yield Figure(title, f"{tally.count:,} {y}{drawn}", plot)


def set_figure(statistics: Statistics) -> Figure:
    """How many sets games make."""
    left, shares = statistics.games, []
    for score in range(max(statistics.score.histogram, default=0) + 1):
        shares.append((score, left / max(1, statistics.games)))
        left -= statistics.score.histogram.get(score, 0)
    first = Curve("paper, first set", [(1, PAPER_TABLE.scoring_share)], PAPER)
    return Figure(
        "Games by sets made",
        "Share of the games that made at least so many.",
        curves([Curve("here", shares), first], x="sets, at least", y="games"),
    )


def turn_figures(statistics: Statistics) -> Iterator[Figure]:
    """How turns and games ended."""
    turns = [
        _bar(how, count, sum(ends.values()), role)
        for role, ends in statistics.turn_ends.items()
        for how, count in ends.items()
        if count or how in _POSSIBLE[role]
    ]
    yield Figure("How turns ended", "Shares are of the turns of each role.", bars(turns))
    games = [_bar(how, count, statistics.games) for how, count in statistics.game_ends.items()]
    caption = "Games whose recording stops count as abandoned."
    yield Figure("How games ended", caption, bars(games))


def course_figures(statistics: Statistics) -> Iterator[Figure]:
    """What became of instructions, and what was signalled if anything was."""
    sent = statistics.instructions_sent.total
    ends = [_bar(status, count, sent) for status, count in statistics.statuses.items()]
    caption = f"{sent:,} instructions that were sent."
    yield Figure("What became of instructions", caption, bars(ends))
    told = sum(statistics.signals.values())
    if told:
        signals = [_bar(kind, count, told) for kind, count in statistics.signals.items()]
        yield Figure("Signals", "What players told each other beside instructions.", bars(signals))


def difficulty_figures(statistics: Statistics) -> Iterator[Figure]:
    """How often instructions were carried out as meant, from easy ones to hard ones."""
    for cause, groups in statistics.difficulty.items():
        rows = [
            Bar(each.group, each.share, f"{each.share:.1%} of {each.instructions:,}", HERE)
            for each in groups
        ]
        caption = "Share of the instructions of which just the cards that were meant were toggled."
        yield Figure(f"Success by {cause}", caption, bars(rows))


def _bar(value: str, count: int, total: int, role: str = "") -> Bar:
    """How often a value of an enumeration occurred, in some role or at all."""
    label = f"{role}: {value}" if role else value
    share = f"{count:,} ({count / total:.1%})" if total else "0"
    return Bar(label.replace("-", " "), count, share, _COLORS.get(role, HERE))
