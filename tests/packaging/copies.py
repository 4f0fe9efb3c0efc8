"""A clean clone: the files of the project that git knows, without anything that was made."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def project_files(*under: str) -> list[str]:
    """The files that git keeps, or would, as paths from the root."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *under]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def copy_clean(target: Path, *under: str) -> Path:
    """A folder with these files and nothing else."""
    for name in project_files(*under):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)
    return target


def link_modules(clone: Path) -> None:
    """The client's packages as `npm ci` left them here, to be spared its downloads."""
    modules = "client/node_modules"
    shutil.copytree(ROOT / modules, clone / modules, copy_function=os.link, symlinks=True)


def without_node() -> dict[str, str]:
    """The environment of a machine with Python alone."""
    return {**os.environ, "PATH": str(Path(sys.executable).parent)}


def build(folder: Path, kind: str, out: Path, variables: dict[str, str]) -> Path:
    """The sdist or wheel that `python -m build` makes of a folder; fails if it warns."""
    command = [sys.executable, "-m", "build", f"--{kind}", "--outdir", str(out), str(folder)]
    quiet = {**variables, "PYTHONDONTWRITEBYTECODE": ""}  # of which setuptools would warn
    done = subprocess.run(command, env=quiet, capture_output=True, text=True)
    told = done.stdout + done.stderr
    assert done.returncode == 0, told[-4000:]
    assert "warning" not in told.lower(), told
    return next(out.glob("*.tar.gz" if kind == "sdist" else "*.whl"))
