"""Arguments that several commands take."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter, Token

from cerealbar.agents import WITHOUT_INTENTION, describe_players
from cerealbar.errors import CerealBarError
from cerealbar.records.splits import PartName
from cerealbar.views import ViewName


class FileKindError(CerealBarError, ValueError):
    """A file name that says nothing, or something else, about the kind of file."""


def file_kind(path: Path, what: str, *kinds: str) -> str:
    """How the name of a file ends that is about to be written, in small letters.

    Raises:
        FileKindError: it is none of the kinds.
    """
    kind = path.suffix.lower()
    if kind not in kinds:
        raise FileKindError(
            f"{path.name!r} is no {what} file: expected a name in {' or '.join(kinds)}"
        )
    return kind


def _whole_number(type_: Any, tokens: Sequence[Token]) -> int:
    """The token as an integer; by itself the parser would round 1.5."""
    value = tokens[0].value
    if not re.fullmatch(r"[+-]?[0-9]+", value):
        raise ValueError(f"{value!r} is no integer")
    return int(value)


WholeNumber = Annotated[int, Parameter(converter=_whole_number)]
"""An integer, written as one."""
JSON = Parameter(name="--json", negative="")
JsonFlag = Annotated[bool, JSON, Parameter(help="Print one JSON object.")]
"""Print JSON for programs instead of text for people."""
CorpusFolder = Annotated[Path, Parameter(help="The corpus.")]
NewFolder = Annotated[Path, Parameter(name="--out", help="A new folder.")]
OutputFile = Annotated[Path, Parameter(name=("--output", "-o"))]
GamesName = Literal[PartName, "all"]
"""Which games of a corpus: those of a part, or all."""
LeaderName = Annotated[str, Parameter(help=f"Who leads: {describe_players('leader')}")]
"""A leader of the registry."""
FollowerName = Annotated[str, Parameter(help=f"Who follows: {describe_players('follower')}")]
"""A follower of the registry."""
ReadingFollowerName = Annotated[
    str, Parameter(help=f"Who follows: {describe_players('follower', WITHOUT_INTENTION)}")
]
"""A follower who need not be told what is meant."""
EyesName = Annotated[
    ViewName,
    Parameter(help="What the follower sees: the whole board, or what it has come to see."),
]
"""How the follower sees."""
RayAddress = Annotated[
    str | None,
    Parameter(
        name="--ray",
        help="Work on a Ray cluster: HOST:PORT, ray://HOST:PORT, auto for the one of this machine, "
        "or local to start one here for trying.",
    ),
]
"""A Ray cluster."""
WorkerCount = Annotated[
    WholeNumber,
    Parameter(name="--workers", help="Processes to work in; 0 for as many as there are cores."),
]
"""Processes on this machine."""
