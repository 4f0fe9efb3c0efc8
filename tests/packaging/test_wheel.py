import os
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from tests.packaging.copies import build, copy_clean, link_modules, project_files, without_node
from tests.packaging.walk import walk

STATIC = "cerealbar/server/static/"


def wheel_of_clean_clone(folder: Path) -> Path:
    """A wheel from the sdist of a clean clone; only the sdist needs Node.js."""
    clone = copy_clean(folder / "clone")
    link_modules(clone)
    sdist = build(clone, "sdist", folder, dict(os.environ))
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "unpacked", filter="data")
    (unpacked,) = (folder / "unpacked").iterdir()
    assert not (unpacked / "client").exists()
    return build(unpacked, "wheel", folder, without_node())


def check_files(wheel: Path) -> None:
    """Every file of the package, the built pages, and nothing else."""
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        metadata = archive.read(
            f"{wheel.name.removesuffix('-py3-none-any.whl')}.dist-info/METADATA"
        )
    pages = {name for name in names if name.startswith(STATIC)}
    assert names - pages == {name.removeprefix("src/") for name in project_files("src")}
    assert {STATIC + name for name in ("index.html", "licenses.md")} < pages
    scripts = {Path(name).name.partition("-")[0] for name in pages if name.endswith(".js")}
    assert scripts == {"index", "stage"}
    fields = Parser().parsestr(metadata.decode())
    assert fields["License-Expression"] == "MIT"
    for minor in ("3.11", "3.12", "3.13"):
        assert f"Programming Language :: Python :: {minor}" in fields.get_all("Classifier", [])


@pytest.mark.timeout(600)  # a real installation, and all rules compiled anew
def test_a_wheel_from_a_clean_clone_is_all_that_one_needs(tmp_path: Path) -> None:
    wheel = wheel_of_clean_clone(tmp_path)
    check_files(wheel)
    walk(wheel, tmp_path)  # one test, since its parts would each make the wheel in parallel
