"""The written suite that comes with the package, and suites by name."""

from importlib.resources import as_file, files
from pathlib import Path

from cerealbar.evaluation.suites.suite import SuiteError, SuiteItem, read_suite

PARTS = ("train", "dev", "test")
_PREFIX = "written-"


def open_suite(name: str) -> list[SuiteItem]:
    """The items of a suite: of a file, or `written-train`, `written-dev`, `written-test`.

    Raises:
        SuiteError: there is no such suite, or its file cannot be read.

    Examples:
        >>> len(open_suite("written-dev"))
        512
    """
    part = name.removeprefix(_PREFIX)
    if name.startswith(_PREFIX) and part in PARTS:
        with as_file(files("cerealbar.evaluation").joinpath("written", f"{part}.jsonl")) as path:
            return read_suite(path)
    path = Path(name)
    if not path.is_file():
        known = ", ".join(_PREFIX + part for part in PARTS)
        raise SuiteError(f"there is no suite {name!r}: expected a file, or one of {known}")
    return read_suite(path)
