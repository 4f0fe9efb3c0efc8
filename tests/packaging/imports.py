"""What the source imports, read from it without importing anything."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS: Mapping[str, list[str]] = PROJECT["optional-dependencies"]


@cache
def modules() -> Mapping[str, Path]:
    """The modules and packages of the source by name."""
    found = {}
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def imports(module: str) -> tuple[frozenset[str], frozenset[str]]:
    """What a module imports when it is imported itself, and what its functions import late."""
    early: set[str] = set()
    late: set[str] = set()

    def read(node: ast.AST, into: set[str]) -> None:
        match node:
            case ast.If(test=ast.Name("TYPE_CHECKING")):
                return
            case ast.Import(names):
                into.update(alias.name for alias in names)
            case ast.ImportFrom(name, names) if name is not None:
                into.update([name], (f"{name}.{alias.name}" for alias in names))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                into = late
        for child in ast.iter_child_nodes(node):
            read(child, into)

    read(ast.parse(modules()[module].read_text(encoding="utf-8")), early)
    return frozenset(early), frozenset(late)


def foreign(names: frozenset[str]) -> set[str]:
    """The packages among names that are neither ours nor Python's."""
    return {name.partition(".")[0] for name in names} - {"cerealbar"} - sys.stdlib_module_names


def parents(module: str) -> Iterator[str]:
    """A module and the packages that hold it: all are imported with it."""
    while module:
        yield module
        module = module.rpartition(".")[0]


def loaded_with(module: str) -> set[str]:
    """The packages of others that are imported when a module is, directly or not."""
    seen: set[str] = set()
    waiting, found = [module], set()
    while waiting:
        name = waiting.pop()
        if name in seen or name not in modules():
            continue
        seen.add(name)
        early, _ = imports(name)
        found |= foreign(early)
        waiting += [*parents(name), *(each for each in early if each.startswith("cerealbar."))]
    return found


def distributions(extra: str) -> dict[str, str]:
    """What an extra asks for, other extras of ours included: each with its requirement."""
    found: dict[str, str] = {}
    for wanted in EXTRAS[extra]:
        own = re.fullmatch(r"cerealbar\[(.+)\]", wanted)
        for name in own[1].split(",") if own else ():
            found |= distributions(name)
        if own is None:
            found[_name_of(wanted)] = wanted
    return found


@cache
def provided(extra: str) -> frozenset[str]:
    """The packages that can be imported with an extra; without a name, with no extra."""
    wanted = {_name_of(each) for each in PROJECT["dependencies"]}
    if extra:
        wanted |= distributions(extra).keys()
    return frozenset(
        module
        for module, names in packages_distributions().items()
        if wanted & {_name_of(name) for name in names}
    )


def _name_of(requirement: str) -> str:
    """The name of a distribution, in one spelling."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].lower().replace("_", "-")
