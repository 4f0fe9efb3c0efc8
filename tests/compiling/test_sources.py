"""The stamp of a compiled function: what changes it, and what does not."""

import shutil
import subprocess
import sys
from collections import namedtuple
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from shutil import ignore_patterns
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import cerealbar
from cerealbar.compiling.dispatcher import Kernel, reach, stamp_of
from cerealbar.game.maps import draw_map
from cerealbar.game.prng import draw

PACKAGE = Path(cerealbar.__file__).parent
SOURCE = """
def inner(number):
    return number + TABLE[0] + Step.ON


@kernel
def outer(number):
    return LIMIT * inner(number)
"""
VALUES: dict[str, Any] = {
    "TABLE": np.array([1, 2]),
    "LIMIT": 3,
    "Step": IntEnum("Step", {"ON": 1}),
}


def made(source: str = SOURCE, **values: object) -> Any:
    """The function `outer` of a module with such a source and such values."""
    module: dict[str, Any] = {**VALUES, **values, "kernel": _compiled}
    exec(source.replace("\ndef inner", "\n@kernel\ndef inner"), module)
    return module["outer"]


def _compiled(function: Callable[..., Any]) -> Kernel:
    return Kernel(function, targetoptions={"nopython": True})


@pytest.mark.parametrize(
    "other",
    [
        made(SOURCE.replace("number + TABLE", "number - TABLE")),
        made(SOURCE.replace("LIMIT *", "2 * LIMIT *")),
        made(LIMIT=4),
        made(LIMIT=3.0),
        made(TABLE=np.array([1, 3])),
        made(TABLE=np.array([1, 2], np.int16)),
        made(Step=IntEnum("Step", {"ON": 2})),
    ],
    ids=["inner code", "code", "number", "type", "table", "type of table", "word"],
)
def test_whatever_the_code_is_made_from_changes_the_stamp(other: Any) -> None:
    assert stamp_of(other) != stamp_of(made())


def test_the_order_of_a_records_fields_changes_the_stamp() -> None:
    source = "@kernel\ndef outer(record: Record):\n    return record.a"
    records = [namedtuple("Record", names) for names in ("a b", "b a")]
    one, other = (stamp_of(made(source, Record=record)) for record in records)
    assert one != other


def test_a_comment_does_not_change_the_stamp() -> None:
    commented = SOURCE.replace("    return LIMIT", "    # a limit\n    return LIMIT")
    assert stamp_of(made(commented)) == stamp_of(made())


def test_a_value_that_may_change_unseen_cannot_be_compiled_with() -> None:
    with pytest.raises(TypeError, match="outer: LIMIT is namespace"):
        stamp_of(made(LIMIT=SimpleNamespace()))


def test_what_a_function_calls_is_found_through_modules() -> None:
    assert draw in reach(draw_map)
    assert draw_map not in reach(draw)


def test_a_change_in_one_file_reaches_the_cached_functions_of_another(tmp_path: Path) -> None:
    """`draw_kind` of deal.py calls `draw` of prng.py; numba alone would keep the old one."""
    copied = tmp_path / "cerealbar"
    for folder in ("compiling", "game"):
        shutil.copytree(PACKAGE / folder, copied / folder, ignore=ignore_patterns("__pycache__"))
    for name in ("__init__.py", "errors.py", "extras.py"):
        shutil.copy(PACKAGE / name, copied)
    prng = copied / "game" / "prng.py"
    assert _first_kind(tmp_path) != 0
    source = prng.read_text()
    changed = source.replace("return low + int(words[3])", "return low + 0 * int(words[3])")
    assert changed != source
    prng.write_text(changed)
    assert _first_kind(tmp_path) == 0


def _first_kind(path: Path) -> int:
    """What a fresh interpreter draws with the package under `path` and a cache of its own."""
    code = (
        "import numpy, cerealbar.game.deal as deal;"
        "print(deal.draw_kind(numpy.array([1, 2, 3, 4], numpy.uint32)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(path), "NUMBA_CACHE_DIR": str(path / "cache")},
    )
    return int(result.stdout)
