"""What MkDocs calls: it adds pages that are made, fills the places for them, and moves links."""

import re
from collections.abc import Callable, Iterable

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from docs.making.command_line import command_pages
from docs.making.errors import error_table
from docs.making.notebook import notebook_page
from docs.making.repository import ROOT, linked_files, shown, site_path, with_site_links
from docs.making.schemas import schema_tables

_MARK = re.compile(r"<!-- made: (\w+) ?(\S*) -->")
_MAKERS: dict[str, Callable[[str], str]] = {
    "commands": lambda _: command_pages(),
    "errors": lambda _: error_table(),
    "schema": lambda path: schema_tables(ROOT / path),
}
_ALWAYS = (
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "CITATION.cff",
    "results/README.md",
)
"""Files that are in the site whether or not a page links to them."""

_ALONE = ("index.md", "tutorial.md", "repository/results/README.md")
"""Pages without others beside them, which need no list of pages."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """All that is in `docs/`, with notebooks as pages, and what these link to elsewhere."""
    for file in list(files):
        if file.src_uri.endswith(".ipynb"):
            _add_notebook(file, files, config)
    pages = {f"docs/{file.src_uri}": file.content_string for file in files.documentation_pages()}
    waiting = [*_ALWAYS, *_targets(pages.items())]
    while waiting:
        path = waiting.pop()
        if files.get_file_from_path(site_path(path)) is not None or not (ROOT / path).exists():
            continue  # a link to nothing is MkDocs's to tell
        content = shown(path)
        files.append(File.generated(config, site_path(path), content=content))
        if isinstance(content, str):
            waiting += linked_files(content, _repository_path(site_path(path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The page's text with what is made put in, and with links as they are in the site."""
    if page.file.src_uri in _ALONE:
        page.meta["hide"] = ["navigation"]
    made = _MARK.sub(lambda mark: _MAKERS[mark[1]](mark[2]), markdown)
    return with_site_links(made, _repository_path(page.file.src_uri))


def _add_notebook(file: File, files: Files, config: MkDocsConfig) -> None:
    text, pictures = notebook_page(ROOT / "docs" / file.src_uri)
    folder = file.src_uri.rpartition("/")[0]
    files.append(File.generated(config, file.src_uri.replace(".ipynb", ".md"), content=text))
    for name, picture in pictures.items():
        files.append(File.generated(config, f"{folder}/{name}", content=picture))


def _targets(pages: Iterable[tuple[str, str]]) -> list[str]:
    return [target for path, text in pages for target in linked_files(text, path)]


def _repository_path(source: str) -> str:
    """The file of the repository that a page was made of."""
    if source == "index.md":
        return "README.md"
    if source.startswith("repository/"):
        return source.removeprefix("repository/")
    return f"docs/{source}"
