import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.copies import copy_clean, without_node

INDEX = "src/cerealbar/server/static/index.html"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """As much of a clean clone as tells whether pages must be built."""
    return copy_clean(tmp_path / "clone", "building", "client/*.json", "client/index.html")


def build_pages(clone: Path, *programs: Path) -> tuple[int, str]:
    """The exit code, and what is said, on a machine with these programs beside Python."""
    path = os.pathsep.join(map(str, programs))
    done = subprocess.run(
        [sys.executable, "-W", "error", str(clone / "building" / "pages.py")],
        env={**without_node(), "PATH": path},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stderr


def write_pages(clone: Path, seconds: int) -> None:
    """Pages that were built so long after the sources were written."""
    index = clone / INDEX
    index.parent.mkdir(parents=True)
    index.write_text("<title>built</title>")
    written = max(path.stat().st_mtime for path in clone.glob("client/*"))
    os.utime(index, (written + seconds, written + seconds))


def fake_node(folder: Path, version: str, npm_code: int) -> Path:
    """A folder with a Node.js of some version, and an npm that ends with a code."""
    folder.mkdir()
    for name, script in (("node", f"echo {version}"), ("npm", f"exit {npm_code}")):
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    return folder


def test_without_node_a_build_fails_with_one_sentence(clone: Path) -> None:
    code, told = build_pages(clone)
    assert (code, told.count("\n")) == (1, 1)
    assert "needs Node.js 20.19 or newer with npm, which is not on the PATH: install it" in told


@pytest.mark.parametrize(
    ("version", "npm_code", "sentence"),
    [
        ("v18.20.1", 0, "node is v18.20.1: install it"),
        ("", 0, "of no known version"),
        ("v20.19.0", 7, "`npm ci --silent --no-audit --no-fund` failed with code 7"),
    ],
)
def test_an_old_node_and_a_failing_npm_are_named(
    clone: Path, tmp_path: Path, version: str, npm_code: int, sentence: str
) -> None:
    code, told = build_pages(clone, fake_node(tmp_path / "bin", version, npm_code))
    assert (code, told.count("\n")) == (1, 1)
    assert sentence in told


@pytest.mark.parametrize(("seconds", "code"), [(1, 0), (-1, 1)])
def test_pages_are_built_again_only_if_a_source_is_newer(
    clone: Path, seconds: int, code: int
) -> None:
    write_pages(clone, seconds)
    assert build_pages(clone)[0] == code


@pytest.mark.parametrize("has_pages", [True, False])
def test_an_sdist_needs_its_pages_and_no_sources(tmp_path: Path, has_pages: bool) -> None:
    sdist = copy_clean(tmp_path / "sdist", "building")
    if has_pages:
        write_pages(copy_clean(sdist, "client/index.html"), 0)
        (sdist / "client" / "index.html").unlink()
    code, told = build_pages(sdist)
    assert code == (not has_pages)
    assert has_pages or "index.html is missing, and so are its sources" in told


def test_an_editable_install_needs_no_node_and_builds_no_pages(tmp_path: Path) -> None:
    names = ("building", "client/*.json", "pyproject.toml", "*.md", "LICENSE", "src/cerealbar/*.py")
    clone = copy_clean(tmp_path / "clone", *names)
    code = f"import backend; print(backend.build_editable({str(tmp_path)!r}))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=clone,
        env={**without_node(), "PYTHONPATH": str(clone / "building")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (tmp_path / done.stdout.splitlines()[-1]).is_file()
    assert not (clone / INDEX).exists()
