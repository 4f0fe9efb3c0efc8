import re
import subprocess
import sys
from pathlib import Path

import pytest

from cerealbar.compiling import NOTICE
from cerealbar.errors import CerealBarError, MissingExtraError
from cerealbar.extras import NEEDS, ExtraFinder, require
from tests.packaging.imports import (
    EXTRAS,
    PROJECT,
    ROOT,
    distributions,
    foreign,
    imports,
    loaded_with,
    modules,
    parents,
    provided,
)

GUIDE = ROOT / "docs" / "install.md"
COLLECTIONS = ("all", "dev", "docs", "trainers")
"""Extras that are other extras together, or tools, or for the examples."""
LATE = {name for name in NEEDS if name not in modules()}
"""Functions that ask when they are called."""


def rows_of(module: str) -> list[str]:
    """The rows that are looked at before a module is imported."""
    return [name for name in parents(module) if name in NEEDS]


def installable(names: list[str]) -> set[str]:
    """What can be imported with the extras of rows."""
    return set(provided("")).union(*(provided(NEEDS[name].extra) for name in names))


def test_an_extra_suffices_for_the_packages_that_name_it() -> None:
    for name in modules():
        rows = rows_of(name)
        assert loaded_with(name) <= installable(rows), name
        late = [row for row in LATE if row.startswith(f"{name}.")]
        assert foreign(imports(name)[1]) <= installable([*rows, *late]), name


def test_what_a_module_imports_is_looked_for_first() -> None:
    for name in modules():
        known = {module for row in rows_of(name) for module in NEEDS[row].modules}
        assert foreign(imports(name)[0]) <= known | provided(""), name
    assert len(modules()) > 300


@pytest.mark.parametrize("name", NEEDS)
def test_whoever_lacks_a_module_is_told_the_extra(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    extra, needed = NEEDS[name]
    assert set(needed) <= provided(extra)
    place, _, function = name.rpartition(".")
    assert name in modules() or f'require("{name}")' in modules()[place].read_text(), function
    require(name)
    for module in needed:
        with monkeypatch.context() as without:
            without.setitem(sys.modules, module, None)
            with pytest.raises(MissingExtraError, match=f"{module} is not installed") as caught:
                ExtraFinder().find_spec(name, None)
        assert caught.value.name == module
        assert f"{name} cannot be used" in str(caught.value)
        assert f"`pip install 'cerealbar[{extra}]'`" in str(caught.value)
    assert issubclass(MissingExtraError, CerealBarError)
    assert issubclass(MissingExtraError, ImportError)


def run_without(missing: str, code: str, folder: Path) -> str:
    """What a program says on a machine that lacks some packages."""
    lack = f"import sys; sys.modules |= dict.fromkeys({missing.split()!r}); "
    command = [sys.executable, "-W", "error", "-c", lack + code]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stderr


def test_a_command_that_needs_more_says_so_in_one_line(tmp_path: Path) -> None:
    code = f"""
from cerealbar.__main__ import main
for line in {COMMANDS!r}:
    sys.argv = ["cerealbar", *line.split()]
    try:
        main()
    except SystemExit as end:
        assert end.code == 1, (line, end)
"""
    lines = run_without("litestar torch", code, tmp_path).splitlines()
    told = [line for line in lines if not line.startswith(("starting the study's", NOTICE))]
    extras = [re.search(r"^error: .* `pip install 'cerealbar\[(\w+)\]'`", line) for line in told]
    assert [found and found[1] for found in extras] == [*COMMANDS.values()], told


COMMANDS = {
    "serve": "server",
    "warm-up": "server",
    "study run pilot": "server",
    "study check pilot": "server",
    "study bots pilot": "server",
    "corpus from-server games.sqlite --out games": "server",
    "train full --data games --out run": "learning",
    "follow --seed 1 --follower paper walk": "learning",
}


def test_the_bare_command_has_one_line_and_no_traceback(tmp_path: Path) -> None:
    code = """
from cerealbar.__main__ import main
try:
    main()
except SystemExit as end:
    print(end, file=sys.stderr)
"""
    told = run_without("cyclopts markupsafe msgspec rich", code, tmp_path)
    assert told.count("\n") == 1
    assert "cerealbar.cli cannot be used" in told
    assert f"$ cerealbar serve\n{told}" in GUIDE.read_text()


def test_the_guide_lists_the_extras_and_what_each_adds() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .* \| (.*) \|$", GUIDE.read_text(), re.M)
    listed = {extra: set(re.findall(r"`([\w.-]+)`", adds)) for extra, adds in rows}
    others = {
        extra: {re.split(r"[^\w-]", each)[0] for each in wanted if not each.startswith("cerealbar")}
        | set(re.findall(r"\w+", "".join(re.findall(r"cerealbar\[(.*)\]", " ".join(wanted)))))
        for extra, wanted in EXTRAS.items()
        if extra not in COLLECTIONS
    }
    assert listed == others
    assert set(EXTRAS) - set(COLLECTIONS) == {need.extra for need in NEEDS.values()}
    assert distributions("all").keys() == set().union(*(distributions(name) for name in others))
    assert PROJECT["requires-python"] == ">=3.11"
