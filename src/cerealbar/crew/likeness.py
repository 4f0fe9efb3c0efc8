"""What must be alike on all machines of a cluster, so that all compute the same."""

import hashlib
import platform
import zlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

import cerealbar


@cache
def traits() -> dict[str, str]:
    """What this process computes with: names and versions, and a digest of our own source."""
    return {
        "Python": platform.python_version(),
        "cerealbar": cerealbar.__version__,
        "source of cerealbar": _source_digest(),
        "numpy": version("numpy"),
        "numba": version("numba"),
        "zlib": zlib.ZLIB_RUNTIME_VERSION,
    }


def _source_digest() -> str:
    package = Path(cerealbar.__file__).parent
    total = hashlib.blake2b(digest_size=6)
    for path in sorted(package.rglob("*.py")):
        total.update(str(path.relative_to(package)).encode() + path.read_bytes())
    return total.hexdigest()


def find_difference(wanted: dict[str, str]) -> str | None:
    """In words how this process differs from what is wanted; None if it does not."""
    for name, value in wanted.items():
        if (own := traits().get(name)) != value:
            return f"{name} is {own} on {platform.node()} and {value} where the command runs"
    return None
