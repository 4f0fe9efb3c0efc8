"""The notebook runs, and prints what it was committed with."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs" / "notebooks" / "first-steps.ipynb"


def told(file: Path) -> list[list[object]]:
    """The outputs of each cell: texts as they are, in however many pieces they came, and of
    pictures that there is one."""
    cells = json.loads(file.read_bytes())["cells"]
    return [_joined([_told(output) for output in cell.get("outputs", ())]) for cell in cells]


def _joined(outputs: list[object]) -> list[object]:
    found: list[object] = []
    for output in outputs:
        if isinstance(output, str) and found and isinstance(found[-1], str):
            found[-1] += output
        else:
            found.append(output)
    return found


def _told(output: dict[str, list[str]]) -> object:
    return "".join(output["text"]) if "text" in output else sorted(output["data"])


def test_the_notebook_prints_what_it_was_committed_with(tmp_path: Path) -> None:
    again = tmp_path / "again.ipynb"
    module = [sys.executable, "-m", "docs.making.run_notebook"]
    done = subprocess.run(
        [*module, str(FILE), str(again)], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert told(again) == told(FILE)
    assert [["image/png", "text/plain"]] in told(again)
