"""The data card: the `README.md` of a corpus."""

import re
from collections.abc import Sequence
from html import escape

from markupsafe import Markup

from cerealbar.records import corpus
from cerealbar.records.corpus import About
from cerealbar.records.pages import templates
from cerealbar.records.report.comparison import description
from cerealbar.records.statistics import PartSummary, Statistics

_SPECIAL = re.compile(r"([\\`*_\[\]#|~]|^[-+=])")
# Line breaks, and what has no place in a text file or turns the direction of writing.
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]+")


def plain_markdown(value: object) -> str:
    """A text in one line, in which nothing is markup unless it is said to be."""
    if isinstance(value, Markup):
        return value
    line = _UNPRINTABLE.sub(" ", str(value)).strip()
    return escape(_SPECIAL.sub(r"\\\1", line), quote=False)


_card = templates(plain_markdown, autoescape=False).get_template("records/report/card.md")


def data_card(
    statistics: Statistics, about: About, parts: Sequence[PartSummary] = (), *, digest: str = ""
) -> str:
    """A corpus described in Markdown; `digest` is `Corpus.digest()`."""
    return _card.render(
        description(statistics, about, parts),
        digest=digest,
        made=_fenced(about.command),
        files={
            name: Markup(getattr(corpus, name))  # noqa: S704  # constants of ours
            for name in ("ABOUT", "GAMES", "INDEX", "SPLITS")
        },
    )


def _fenced(code: str) -> Markup:
    """A code block, if there is code; its fence is longer than any run of back quotes in it."""
    line = _UNPRINTABLE.sub(" ", code).strip()
    longest = max(map(len, re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return Markup(f"{fence}sh\n{line}\n{fence}" if line else "")  # noqa: S704  # fenced
