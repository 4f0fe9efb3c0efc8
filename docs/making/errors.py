"""The table of every error that the package raises on purpose."""

import importlib
import inspect
import pkgutil

import cerealbar
from cerealbar.game import CerealBarError

_SKIPPED = ("migrations", "__main__")
"""Modules that do something when they are imported."""


def error_table() -> str:
    """A row for each error: its name, what it extends, where it lies, and what it says."""
    lines = ["| error | also a | module | raised when |", "|---|---|---|---|"]
    for error in sorted(_errors(), key=lambda each: (each.__module__, each.__name__)):
        kinds = [f"`{base.__name__}`" for base in error.__bases__ if base is not CerealBarError]
        told = (inspect.getdoc(error) or "").partition("\n\n")[0].replace("\n", " ")
        name, module = error.__name__, error.__module__
        lines.append(f"| `{name}` | {', '.join(kinds)} | `{module}` | {told} |")
    return "\n".join(lines)


def _errors() -> set[type[CerealBarError]]:
    for module in pkgutil.walk_packages(cerealbar.__path__, "cerealbar."):
        if not any(word in module.name for word in _SKIPPED):
            importlib.import_module(module.name)
    found: set[type[CerealBarError]] = set()
    waiting = [CerealBarError]
    while waiting:
        error = waiting.pop()
        found.add(error)
        waiting += error.__subclasses__()
    return {each for each in found if each.__module__.startswith("cerealbar.")}
