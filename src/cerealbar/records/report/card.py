"""The data card: the `README.md` of a corpus."""

import re
from collections.abc import Sequence
from html import escape

from cerealbar.records.corpus import ABOUT, GAMES, INDEX, SPLITS, About
from cerealbar.records.report.comparison import (
    DEFINITIONS,
    PAPER_SOURCE,
    comparison,
    origin_sentence,
    part_sentence,
)
from cerealbar.records.statistics import PartSummary, Statistics

_SPECIAL = re.compile(r"([\\`*_\[\]#|~]|^[-+=])")
# Line breaks, and what has no place in a text file or turns the direction of writing.
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+")


def data_card(
    statistics: Statistics, about: About, parts: Sequence[PartSummary] = (), *, digest: str = ""
) -> str:
    """A corpus described in Markdown; `digest` is `Corpus.digest()`."""
    sections = (
        f"# {plain(about.name)}",
        plain(about.description),
        f"**{origin_sentence(statistics)}**",
        "## What it is",
        _what(statistics),
        "## How it was made",
        _how(about, digest),
        "## Parts",
        _parts(parts),
        "## Statistics",
        plain(part_sentence(statistics)),
        _comparison(statistics),
        f"The paper's numbers are those of {PAPER_SOURCE}. {DEFINITIONS}",
        "## Format",
        _FORMAT,
        "## Known limits",
        _limits(statistics),
    )
    return "\n\n".join(section for section in sections if section) + "\n"


def plain(text: str) -> str:
    """A text in one line, in which nothing is markup."""
    line = _UNPRINTABLE.sub(" ", text).strip()
    return escape(_SPECIAL.sub(r"\\\1", line), quote=False)


def _what(statistics: Statistics) -> str:
    origin = statistics.origin
    pairs = ", ".join(f"{plain(pair)} ({games:,})" for pair, games in origin.pairs.items())
    lines = [
        "Recorded games of CerealBar: a leader writes instructions, a follower carries them out,"
        " and together they collect sets of cards on a hexagonal board.",
        "",
        f"- Games: {statistics.table.interactions:,}",
        f"- Instructions in the games below: {statistics.instructions_sent.total:,} sent,"
        f" {statistics.instructions_finished.total:,} finished",
        f"- Players (leader / follower) in the games below: {pairs or 'none'}",
    ]
    if origin.participants:
        lines.append(f"- Different named players in the games below: {origin.participants:,}")
    return "\n".join(lines)


def _how(about: About, digest: str) -> str:
    made = _fenced(about.command) if about.command.strip() else "It is not recorded how."
    return f"{made}\n\nDigest of the games: `{digest}`" if digest else made


def _fenced(code: str) -> str:
    """A code block whose fence is longer than any run of back quotes in it."""
    longest = max(map(len, re.findall("`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}sh\n{_UNPRINTABLE.sub(' ', code).strip()}\n{fence}"


def _parts(parts: Sequence[PartSummary]) -> str:
    if not any(part.games for part in parts):
        return "The games are not split."
    rows = (f"| {plain(part.name)} | {part.games:,} | {part.mean_score:.2f} |" for part in parts)
    return "\n".join(
        (
            "| part | games | mean score |",
            "|---|--:|--:|",
            *rows,
            "",
            "The validation games are training games that are held out of parameter updates.",
        )
    )


def _comparison(statistics: Statistics) -> str:
    head = "| | mean | median | max | paper: mean | median | max |"
    rows = []
    for line in comparison(statistics.table):
        padding = ("",) * (3 - len(line.here))
        cells = (line.label, *line.here, *padding, *line.paper, *padding)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join((head, "|---|--:|--:|--:|--:|--:|--:|", *rows))


_FORMAT = f"""\
| file | what |
|---|---|
| `{ABOUT}` | what the corpus is, and the version of its schema |
| `{GAMES}` | the games, one line of JSON each: a header and all events; `zcat` reads it |
| `{INDEX}` | where each game lies in the file, and its digest |
| `{SPLITS}` | the ids of the games of each part |

`cerealbar.records.events` defines a line, and `cerealbar.records.json_schema()` returns its JSON
Schema. A header's seed and rules and the events are the whole game: replaying them by the rules
yields every state."""


def _limits(statistics: Statistics) -> str:
    limits = [
        "Which steps belong to which instruction follows from when the follower marked it as"
        " finished, and is wrong where the follower was late or early.",
        "Steps against obstacles change nothing and are not recorded.",
        "The paper's own games are not part of this corpus; its numbers are quoted to compare.",
    ]
    if statistics.origin.synthetic_games:
        limits.insert(
            0,
            "In synthetic games programs chose the words, the ways and the times. Do not draw"
            " conclusions about people from them, and do not mix them with games of people"
            " unmarked: each header says `synthetic`.",
        )
    unfinished = statistics.instructions_sent.total - statistics.instructions_finished.total
    if unfinished:
        limits.append(
            f"{unfinished:,} instructions were never finished; they are recorded, but not counted"
            " in the table."
        )
    return "\n".join(f"- {limit}" for limit in limits)
