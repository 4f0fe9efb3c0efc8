"""The figures of the report: which plots there are, and what they say."""

from collections.abc import Mapping, Sequence

from cerealbar.records.events import GameEnd, TurnEnd
from cerealbar.records.report.axes import Axes
from cerealbar.records.report.comparison import clock
from cerealbar.records.report.markup import cells, figure, heads, row, safe, table
from cerealbar.records.report.plots import (
    Bar,
    Curve,
    Strip,
    bars,
    histogram,
    lines,
    shown_limit,
)
from cerealbar.records.statistics import PAPER_TABLE, SetTiming, Spread, Statistics, Tally

_TURN_ENDS = {
    TurnEnd.DONE: "done",
    TurnEnd.NO_STEPS: "no steps left",
    TurnEnd.TIME_OUT: "time-out",
    TurnEnd.SKIPPED: "skipped",
}
_POSSIBLE = {
    "leader": (TurnEnd.DONE, TurnEnd.TIME_OUT),
    "follower": tuple(_TURN_ENDS),
}
_GAME_ENDS = {
    GameEnd.NO_TURNS: "no turns left",
    GameEnd.LEADER_LEFT: "the leader left",
    GameEnd.FOLLOWER_LEFT: "the follower left",
    GameEnd.ABANDONED: "abandoned",
}

_SHOWN_WORDS = 32


def distribution_figures(statistics: Statistics) -> str:
    """Scores, instructions, tokens and steps beside the paper's."""
    shown = (
        ("Score", "games", "score", statistics.score, PAPER_TABLE.score),
        (
            "Finished instructions a game",
            "games",
            "instructions",
            statistics.instructions_finished,
            PAPER_TABLE.instructions,
        ),
        (
            "Tokens an instruction",
            "instructions",
            "tokens",
            statistics.tokens,
            PAPER_TABLE.tokens,
        ),
        (
            "Follower steps an instruction",
            "instructions",
            "steps",
            statistics.actions,
            PAPER_TABLE.actions,
        ),
    )
    return "\n".join(_distribution(*each) for each in shown)


def _distribution(title: str, things: str, unit: str, tally: Tally, paper: Spread) -> str:
    limit = shown_limit(tally.histogram, paper.max)
    strips = (Strip("here", "ours", tally.spread), Strip("paper", "paper", paper))
    about = f"{title}: a histogram"
    plot = histogram(tally.histogram, Axes(unit, things), strips, limit=limit, about=about)
    beyond = sum(count for number, count in tally.histogram.items() if number > limit)
    caption = f"{tally.count:,} {things}"
    caption += f"; {beyond:,} above {limit} are not drawn." if beyond else "."
    return figure(title, caption, plot)


def set_figures(statistics: Statistics) -> str:
    """How many sets games make, and when."""
    if not statistics.sets:
        return figure("Sets", "No game made a set.", "", "span")
    return "\n".join((_set_shares(statistics), _set_times(statistics), _set_table(statistics)))


def _set_shares(statistics: Statistics) -> str:
    """The share of games that made at least so many sets, which is the score's cumulative curve."""
    most = max(statistics.score.histogram)
    left, points = statistics.games, []
    for score in range(most + 1):
        points.append((float(score), left / statistics.games))
        left -= statistics.score.histogram.get(score, 0)
    plot = lines(
        [
            Curve("here", "ours", points),
            Curve("paper, first set", "paper", [(1.0, PAPER_TABLE.scoring_share)]),
        ],
        Axes("sets, at least", "games", percent=True),
        about="Share of games that made at least so many sets",
        dots=True,
    )
    return figure("Games by sets made", "Share of the games that made at least so many.", plot)


def _set_times(statistics: Statistics) -> str:
    plot = lines(
        [
            Curve("median", "ours", [(s.number, s.seconds.median / 60) for s in statistics.sets]),
            Curve("mean", "light", [(s.number, s.seconds.mean / 60) for s in statistics.sets]),
        ],
        Axes("set", "minutes", from_x=1),
        about="Minutes from the start of the game to each set",
        dots=True,
    )
    return figure("Time to each set", "From the start, in the games that made it.", plot)


_SET_GROUPS = (
    "time from the start",
    "time since the set before",
    "half-turns from the start",
    "half-turns since the set before",
)


def _set_table(statistics: Statistics) -> str:
    groups = "<td></td><td></td>" + heads(_SET_GROUPS, "group", across=2)
    titles = heads(("set", "games")) + heads(("median", "mean") * len(_SET_GROUPS))
    rows = (row(str(timing.number), cells(_set_cells(timing))) for timing in statistics.sets)
    caption = "In the games that made it: time in minutes and seconds, and half-turns used."
    return figure("Set by set", caption, table((groups, titles), rows), "span")


def _set_cells(timing: SetTiming) -> tuple[str, ...]:
    times = (timing.seconds, timing.seconds_since)
    turns = (timing.half_turns, timing.half_turns_since)
    return (
        f"{timing.games:,}",
        *(clock(value) for spread in times for value in (spread.median, spread.mean)),
        *(f"{value:.1f}" for spread in turns for value in (spread.median, spread.mean)),
    )


def turn_figures(statistics: Statistics) -> str:
    """How turns and games ended."""
    rows: list[Bar] = []
    for role, ends in statistics.turn_ends.items():
        total = sum(ends.values())
        rows += [
            Bar(f"{role}: {_TURN_ENDS[how]}", ends[how], _counted(ends[how], total), role)
            for how in _TURN_ENDS
            if ends[how] or how in _POSSIBLE[role]
        ]
    turns = bars(rows, about="How turns ended")
    games = bars(_game_ends(statistics.game_ends), about="How games ended")
    caption = "Shares are of the turns of each role."
    return "\n".join(
        (
            figure("How turns ended", caption, turns),
            figure("How games ended", "Games whose recording stops count as abandoned.", games),
        )
    )


def _game_ends(ends: Mapping[str, int]) -> list[Bar]:
    total = sum(ends.values())
    return [Bar(word, ends[how], _counted(ends[how], total)) for how, word in _GAME_ENDS.items()]


def _counted(count: int, total: int) -> str:
    return f"{count:,} ({count / total:.1%})" if total else "0"


def word_figures(statistics: Statistics) -> str:
    """How the vocabulary grows, and its most frequent tokens."""
    vocabulary = statistics.vocabulary
    growth = lines(
        [Curve("types", "ours", vocabulary.growth)],
        Axes("tokens read", "different tokens"),
        about="Different tokens among the tokens read so far",
    )
    caption = (
        f"{vocabulary.size:,} different ones among {vocabulary.tokens:,} tokens;"
        f" {vocabulary.seen_once:,} occur once."
    )
    return "\n".join(
        (
            figure("Growth of the vocabulary", caption, growth),
            figure(
                "Most frequent tokens",
                "Of finished instructions.",
                _words(vocabulary.frequent[:_SHOWN_WORDS]),
            ),
        )
    )


def _words(frequent: Sequence[tuple[str, int]]) -> str:
    items = "\n".join(
        f"<li><bdi>{safe(word)}</bdi><span>{count:,}</span></li>" for word, count in frequent
    )
    return f'<ol class="words">\n{items}\n</ol>'
