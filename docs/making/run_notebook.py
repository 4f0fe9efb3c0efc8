"""Run a notebook and write it with what it printed: `python -m docs.making.run_notebook IN OUT`."""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient


def run_notebook(source: Path, target: Path) -> None:
    """Execute every cell in a new kernel, and keep of the outputs what is the same each time."""
    notebook = nbformat.read(source, as_version=4)  # type: ignore[no-untyped-call]  # no types
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    for cell in notebook.cells:
        cell.metadata = {}  # when it ran
        if "outputs" in cell:  # what a first start compiles is told on standard error
            cell.outputs = [told for told in cell.outputs if told.get("name") != "stderr"]
    notebook.metadata.language_info = {"name": "python"}
    nbformat.write(notebook, target)  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    run_notebook(*map(Path, sys.argv[1:3]))
