"""The page of the command line: what the program says of itself, with an example each."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

from cerealbar.cli.main import app

EXAMPLES = Path(__file__).parents[1] / "reference" / "cli-examples.toml"
_HEADING = re.compile(r"(?=^#{2,} `?cerealbar )", re.M)
_CALLER = re.compile(r"(?<=[a-z]) -m \w+")
"""The program that builds the site, which usage lines would name."""
_NAME = re.compile(r"#{2,} `?(cerealbar [a-z -]+)`?")


def examples() -> dict[str, list[str]]:
    """By command: lines for a shell, which run in the order of the file, in one folder."""
    with EXAMPLES.open("rb") as file:
        told: dict[str, list[str]] = tomllib.load(file)
    return told


def commands() -> Iterator[str]:
    """Every command that does something, as it is typed."""
    named = (_NAME.match(section) for section in _sections())
    names = [name[1].strip() for name in named if name is not None]
    yield from (name for name in names if not any(each.startswith(f"{name} ") for each in names))


def arguments_of(line: str) -> list[str]:
    """What a line of an example gives the program, without a comment."""
    return shlex.split(line, comments=True)[1:]


def command_pages() -> str:
    """A section for each command: how it is called, an example, and its options."""
    told = examples()
    return "\n".join(_with_example(section, told) for section in _sections())


def _sections() -> list[str]:
    text = app.generate_docs(output_format="markdown")
    return _HEADING.split(_CALLER.sub("", text))[1:]


def _with_example(section: str, told: dict[str, list[str]]) -> str:
    name = _NAME.match(section)
    lines = told.get(name[1].strip(), []) if name else []
    if not lines:
        return section
    usage, fence, rest = section.partition("```\n\n")
    first, gap, options = rest.partition("\n\n")
    block = "\n".join(["```sh", *lines, "```"])
    return f"{usage}{fence}{first}\n\n{block}{gap or chr(10)}{options}"
