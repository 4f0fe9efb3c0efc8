"""Builds the pages of the game with npm, if they are missing or older than their sources.

`python building/pages.py` does it, and `python building/pages.py modules` installs what building
and checking the client needs. Only the standard library is used, as both run before any set-up.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
CLIENT = ROOT / "client"
MODULES = CLIENT / "node_modules" / ".ready"
"""Written when the client's packages are installed."""
INDEX = ROOT / "src" / "cerealbar" / "server" / "static" / "index.html"
LEAST_NODE = (20, 19)
_NEEDS = "building the pages of the game needs Node.js 20.19 or newer with npm"
_HINT = "install it, or use a wheel or an sdist, which hold the built pages"


def build_pages() -> None:
    """Build the pages unless they are there and fresh; an sdist has them without their sources."""
    if not (CLIENT / "package.json").is_file():
        if not INDEX.is_file():
            _refuse(f"{INDEX} is missing, and so are its sources: build from a clone or an sdist")
        return
    if _is_older(INDEX, _sources()):
        install_modules()
        _npm("run", "--silent", "build", "--", "--logLevel", "warn")


def install_modules() -> None:
    """Install the client's packages, exactly as its lock file says, unless they are there."""
    if _is_older(MODULES, [CLIENT / "package.json", CLIENT / "package-lock.json"]):
        _npm("ci", "--silent", "--no-audit", "--no-fund")
        MODULES.touch()


def _sources() -> Iterable[Path]:
    """What the pages are made of, with what makes them."""
    patterns = ("*.html", "*.json", "vite.config.ts", "src/**/*", "public/**/*")
    for pattern in (*patterns, "node_modules/.ready"):
        yield from (path for path in CLIENT.glob(pattern) if path.is_file())


def _is_older(made: Path, sources: Iterable[Path]) -> bool:
    """Whether a file is missing, or some source changed after it was made."""
    if not made.is_file():
        return True
    return any(source.stat().st_mtime > made.stat().st_mtime for source in sources)


def _npm(*arguments: str) -> None:
    command = [_npm_path(), *arguments]
    if code := subprocess.run(command, cwd=CLIENT).returncode:  # noqa: S603  # npm, by its path
        asked = " ".join(arguments)
        _refuse(f"the pages of the game cannot be built: `npm {asked}` failed with code {code}")


def _npm_path() -> str:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        _refuse(f"{_NEEDS}, which is not on the PATH: {_HINT}")
    asked = [node, "--version"]
    told = subprocess.run(asked, capture_output=True, text=True).stdout.strip()  # noqa: S603
    if tuple(int(part) for part in re.findall(r"\d+", told)[:2]) < LEAST_NODE:
        _refuse(f"{_NEEDS}; {node} is {told or 'of no known version'}: {_HINT}")
    return npm


def _refuse(sentence: str) -> NoReturn:
    """End the build with one sentence, without a traceback."""
    sys.exit(f"error: {sentence}")


if __name__ == "__main__":
    install_modules() if sys.argv[1:] == ["modules"] else build_pages()
