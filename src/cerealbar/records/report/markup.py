"""Pieces of HTML, in which no text of a corpus can become markup."""

import re
from collections.abc import Iterable, Sequence
from html import escape

# Neither HTML nor UTF-8 has room for these.
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def safe(text: str) -> str:
    """Any text for the inside of an element or an attribute."""
    return escape(_UNPRINTABLE.sub("\ufffd", text))


def cells(values: Iterable[str], style: str = "") -> str:
    """The cells of a row, or some of them."""
    return "".join(f"<td{_class(style)}>{safe(value)}</td>" for value in values)


def row(label: str, content: str) -> str:
    """A row: its label, then cells."""
    return f'<tr><th scope="row"><bdi>{safe(label)}</bdi></th>{content}</tr>'


def heads(titles: Iterable[str], style: str = "", *, across: int = 1) -> str:
    """The heads of columns, or of groups of `across` columns."""
    scope = f'scope="colgroup" colspan="{across}"' if across > 1 else 'scope="col"'
    return "".join(f"<th{_class(style)} {scope}>{safe(title)}</th>" for title in titles)


def table(head_rows: Sequence[str], rows: Iterable[str]) -> str:
    """A table of rows under one or more rows of heads."""
    head = "\n".join(f"<tr>{content}</tr>" for content in head_rows)
    body = "\n".join(rows)
    return f"<table>\n<thead>\n{head}\n</thead>\n<tbody>\n{body}\n</tbody>\n</table>"


def _class(style: str) -> str:
    return f' class="{style}"' if style else ""


def figure(title: str, caption: str, content: str, style: str = "") -> str:
    """A titled figure; `content` is HTML already."""
    return (
        f"<figure{_class(style)}>\n<figcaption><h3>{safe(title)}</h3>"
        f"<p>{safe(caption)}</p></figcaption>\n{content}\n</figure>"
    )
