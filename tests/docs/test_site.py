"""The site builds without a warning, its links lead somewhere, and it loads nothing else."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from docs.making.command_line import commands

ROOT = Path(__file__).parents[2]
LOADING = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
"""By element: the attribute with what a page loads by itself."""


class BuiltPage(HTMLParser):
    """What a page of the site has to point at, points at, and loads."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the element."""
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found.get("id", ""), found.get("name", "")}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if found.get(LOADING.get(tag, "")) and found.get("rel") != "canonical":
            self.loaded.append(found[LOADING[tag]])


def build(folder: Path) -> dict[Path, BuiltPage]:
    """The pages of the site, by their files."""
    # Not with --quiet: MkDocs counts only the warnings that it shows.
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stderr
    return {file: BuiltPage(file) for file in folder.rglob("*.html")}


def broken_links(file: Path, pages: dict[Path, BuiltPage]) -> Iterator[str]:
    """Links of a page that lead nowhere, or to no such place of a page."""
    for link in pages[file].links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
        if target.is_dir():
            target /= "index.html"
        anchor = unquote(parts.fragment)
        is_there = target.is_file() and (
            not anchor or target not in pages or anchor in pages[target].anchors
        )
        if not is_there:
            yield f"{file.name}: {link}"


def test_the_site_is_whole_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    pages = build(tmp_path)  # once, as it takes seconds
    assert len(pages) > 40
    del pages[tmp_path / "404.html"]  # its links are absolute
    assert [link for file in pages for link in broken_links(file, pages)] == []
    loaded = {each for page in pages.values() for each in page.loaded}
    assert any(each.endswith(".js") for each in loaded)
    assert {each for each in loaded if urlsplit(each).netloc} == set()
    for style in tmp_path.rglob("*.css"):
        assert "url(http" not in style.read_text(encoding="utf-8")
    check_search(json.loads((tmp_path / "search" / "search_index.json").read_text()))


def check_search(index: dict[str, list[dict[str, str]]]) -> None:
    """What is made of code, schemas and notebooks is in the site, and is found."""
    titles = {entry["title"] for entry in index["docs"]}
    assert set(commands()) <= titles
    assert {"PublishPlan", "Instructed", "First steps in Python", "Examples as arrays"} <= titles
    text = " ".join(entry["text"] for entry in index["docs"])
    assert "OutOfTurnError" in text
    assert "forward -&gt; MOVED|TOGGLED" in text
