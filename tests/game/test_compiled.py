"""The cache of compiled functions: a change in any source file makes all of them stale."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cerealbar
from cerealbar.game import apply, compiled

PACKAGE = Path(cerealbar.__file__).parent
SOURCES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.glob("game/*.py"))


@pytest.fixture
def copied_package(tmp_path: Path) -> Path:
    """The game's source files, where they can be changed."""
    copy = tmp_path / "cerealbar"
    for source in (Path("__init__.py"), *SOURCES):
        (copy / source).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(PACKAGE / source, copy / source)
    return copy


@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_touching_any_source_file_changes_the_stamp(
    source: Path, copied_package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "_PACKAGE", copied_package)
    before = compiled.source_stamp()
    assert compiled.source_stamp() == before
    os.utime(copied_package / source, ns=(1, 1))
    assert compiled.source_stamp() != before


def test_a_new_and_a_lost_source_file_change_the_stamp(
    copied_package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "_PACKAGE", copied_package)
    before = compiled.source_stamp()
    new = copied_package / "game" / "new.py"
    new.touch()
    assert compiled.source_stamp() != before
    new.unlink()
    assert compiled.source_stamp() == before
    (copied_package / "game" / "world.py").unlink()
    assert compiled.source_stamp() != before


def test_outside_the_game_only_files_with_compiled_functions_count(
    copied_package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "_PACKAGE", copied_package)
    before = compiled.source_stamp()
    (copied_package / "views").mkdir()
    new = copied_package / "views" / "new.py"
    new.write_text("VALUE = 1\n")
    assert compiled.source_stamp() == before
    new.write_text("@kernel\ndef value() -> int:\n    return 1\n")
    assert compiled.source_stamp() != before


def test_every_compiled_function_carries_the_stamp_of_the_whole_package() -> None:
    stamps = {
        dispatcher._cache._cache_file._source_stamp
        for dispatcher in vars(sys.modules["cerealbar.game.turns"]).values()
        if hasattr(dispatcher, "_cache")
    }
    assert hasattr(apply, "_cache")
    assert stamps == {compiled._STAMP}
    assert {name for name, _, _ in compiled._STAMP} >= {str(source) for source in SOURCES}


def test_a_change_in_one_file_reaches_the_cached_functions_of_another(
    copied_package: Path, tmp_path: Path
) -> None:
    """`draw_kind` of deal.py calls `draw` of prng.py; numba alone would keep the old one."""
    prng = copied_package / "game" / "prng.py"
    assert _first_kind(tmp_path) != 0
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
