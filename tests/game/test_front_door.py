"""What `cerealbar.game` offers, and what it takes to import it."""

import subprocess
import sys
from pathlib import Path

import pytest

import cerealbar.game

NAMES = Path(__file__).with_name("public_names.txt")
ALLOWED = {"numpy", "numba", "llvmlite", "cerealbar"}


def test_the_public_names_are_pinned() -> None:
    """A changed name is a changed interface: edit the list on purpose."""
    assert sorted(cerealbar.game.__all__) == NAMES.read_text().split()


@pytest.mark.parametrize("name", cerealbar.game.__all__)
def test_every_public_name_exists(name: str) -> None:
    assert getattr(cerealbar.game, name) is not None


def test_public_names_are_listed_once_and_none_is_private() -> None:
    assert len(set(cerealbar.game.__all__)) == len(cerealbar.game.__all__)
    assert not [name for name in cerealbar.game.__all__ if name.startswith("_")]


def test_importing_the_game_loads_numpy_numba_and_the_standard_library_only() -> None:
    code = (
        "import sys; import numpy, numba; before = set(sys.modules);"
        "import cerealbar.game;"
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(Path(cerealbar.game.__file__).parents[2])},
    )
    foreign = set(result.stdout.split()) - ALLOWED - sys.stdlib_module_names
    assert "cerealbar" in result.stdout
    assert not foreign


def test_importing_the_game_loads_no_other_package_of_ours() -> None:
    code = "import sys; import cerealbar.game; print(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(Path(cerealbar.game.__file__).parents[2])},
    )
    loaded = set(result.stdout.split())
    ours = {name for name in loaded if name.startswith("cerealbar.")}
    others = {name.split(".")[1] for name in ours} - {"game"}
    assert others == {"compiling", "errors", "extras"}
    assert loaded.isdisjoint({"msgspec", "PIL", "rich", "gymnasium", "pettingzoo", "torch"})
