"""A notebook as a page: its texts, its code, and the outputs that it was committed with."""

import base64
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Cell = Mapping[str, Any]


def notebook_page(file: Path) -> tuple[str, dict[str, bytes]]:
    """The page in Markdown, and the pictures of its outputs by their file names."""
    cells: list[Cell] = json.loads(file.read_bytes())["cells"]
    pictures: dict[str, bytes] = {}
    parts: list[str] = []
    for number, cell in enumerate(cells):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            parts += _shown(output, f"{file.stem}-{number}.png", pictures)
    return "\n\n".join(parts) + "\n", pictures


def _shown(output: Cell, name: str, pictures: dict[str, bytes]) -> Iterator[str]:
    """An output as Markdown; a picture is put beside it."""
    data = output.get("data", {})
    if "image/png" in data:
        pictures[name] = base64.b64decode("".join(data["image/png"]))
        yield f"![Output]({name})"
    else:
        text = "".join(output.get("text", data.get("text/plain", "")))
        yield f"```{{.text .output}}\n{text.rstrip()}\n```"
