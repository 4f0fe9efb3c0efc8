"""Files of the repository as pages of the site, so that one link serves in both.

A file `docs/X` is the page `X`; any other file `X` is `repository/X`. Code is shown as a page of
its own, and so is what a folder without a README holds.
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
_LINK = re.compile(r"(?<=\]\()([^)\s#:]+)(?=(?:#[^)\s]*)?\))")
_FENCE = re.compile(r"^```.*?^```$", re.M | re.S)
_CODE = {
    ".conf": "nginx",
    ".mk": "make",
    ".py": "python",
    ".service": "ini",
    ".toml": "toml",
    ".ts": "typescript",
    "": "",
}
"""By suffix: the language of files that are shown as pages."""


def site_path(path: str) -> str:
    """The source of the page, or the file, of the site that a file of the repository becomes."""
    if path == "README.md":
        return "index.md"
    if (ROOT / path).is_dir():
        readme = posixpath.join(path, "README.md")
        return site_path(readme) if (ROOT / readme).exists() else f"repository/{path}/index.md"
    if Path(path).suffix in _CODE:
        return f"repository/{path}.md"
    if path.endswith(".ipynb"):
        path = path.removesuffix(".ipynb") + ".md"  # shown as a page
    return path.removeprefix("docs/") if path.startswith("docs/") else f"repository/{path}"


def linked_files(text: str, path: str) -> Iterator[str]:
    """The files of the repository that a page, itself at `path` in it, links to."""
    for part, is_code in _parts(text):
        for target in [] if is_code else _LINK.findall(part):
            yield posixpath.normpath(posixpath.join(posixpath.dirname(path), target))


def with_site_links(text: str, path: str) -> str:
    """The page with links to what its targets become in the site."""
    here = posixpath.dirname(path)
    there = posixpath.dirname(site_path(path))

    def moved(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(here, link[1]))
        return posixpath.relpath(site_path(target), there or ".")

    return _outside_code(text, lambda part: _LINK.sub(moved, part))


def shown(path: str) -> str | bytes:
    """What stands in the site for a file or folder: text of a page, or the bytes of a file."""
    file = ROOT / path
    if file.is_dir():
        names = sorted(each.name for each in file.iterdir() if each.is_file())
        lines = [f"- [{name}]({name})" for name in names]
        return "\n".join([f"# {path}/", "", *lines, ""])
    if file.suffix in _CODE:
        text = file.read_text(encoding="utf-8").rstrip("\n")
        return f"# {path}\n\n````{_CODE[file.suffix]}\n{text}\n````\n"
    return file.read_text(encoding="utf-8") if file.suffix == ".md" else file.read_bytes()


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, and whether each is a block of code."""
    end = 0
    for fence in _FENCE.finditer(text):
        yield text[end : fence.start()], False
        yield fence[0], True
        end = fence.end()
    yield text[end:], False


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    return "".join(part if is_code else change(part) for part, is_code in _parts(text))
