"""Arguments that several commands take."""

import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from cyclopts import Parameter, Token

from cerealbar.records.splits import PartName


def _whole_number(type_: Any, tokens: Sequence[Token]) -> int:
    """The token as an integer; by itself the parser would round 1.5."""
    value = tokens[0].value
    if not re.fullmatch(r"[+-]?[0-9]+", value):
        raise ValueError(f"{value!r} is no integer")
    return int(value)


WholeNumber = Annotated[int, Parameter(converter=_whole_number)]
"""An integer, written as one."""
JsonFlag = Annotated[bool, Parameter(name="--json", negative="")]
"""Print JSON for programs instead of text for people."""
GamesName = Literal[PartName, "all"]
"""Which games of a corpus: those of a part, or all."""
