"""The built client: read into memory once, served by name; no address leads to the disk."""

import gzip
import hashlib
import mimetypes
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from litestar import HttpMethod, Request, Response, route
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from cerealbar.errors import CerealBarError
from cerealbar.server.problems import tell_problem

STATIC = Path(__file__).parent / "static"
PAGES = ("/", "/play", "/join", "/watch", "/replay")
STUDY = "/study/"
"""Under which each study has its page."""
FOREVER = "public, max-age=31536000, immutable"
"""For files whose names change with their contents."""
REVALIDATE = "no-cache"
READING = (HttpMethod.GET, HttpMethod.HEAD)
_TEXT = ("text/", "application/json", "image/svg+xml", "application/wasm", "application/manifest")
_LEAST_COMPRESSED = 512
_KINDS = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}


class PagesMissingError(CerealBarError, FileNotFoundError):
    """There is nothing to show to browsers."""


class Page:
    """A file of the client, with its compressed forms."""

    def __init__(self, name: str, data: bytes, *, brotli: bytes | None = None) -> None:
        suffix = Path(name).suffix
        kind = _KINDS.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        self.kind = kind
        self.caching = FOREVER if name.startswith("assets/") else REVALIDATE
        self.tag = f'"{hashlib.blake2b(data, digest_size=12).hexdigest()}"'
        self._forms: dict[str, bytes] = {"identity": data}
        if kind.startswith(_TEXT) and len(data) >= _LEAST_COMPRESSED:
            if brotli is not None:
                self._forms["br"] = brotli
            self._forms["gzip"] = gzip.compress(data, 9, mtime=0)

    def form(self, accepted: str) -> tuple[str, bytes]:
        """The name and bytes of the smallest form that a browser takes."""
        for name in ("br", "gzip"):
            if name in self._forms and _accepts(accepted, name):
                return name, self._forms[name]
        return "identity", self._forms["identity"]


def _accepts(accepted: str, name: str) -> bool:
    for part in accepted.lower().split(","):
        coding, _, weight = part.strip().partition(";")
        if coding.strip() == name:
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def read_pages(folder: Path = STATIC) -> dict[str, Page]:
    """The client's files by name.

    Raises:
        PagesMissingError: they were not built.
    """
    if not (folder / "index.html").is_file():
        raise PagesMissingError(
            f"the server cannot start: {folder} has no pages; in a clone `make play` builds them,"
            " elsewhere install cerealbar again, from a wheel"
        )
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    return {
        name: Page(name, data, brotli=files.get(f"{name}.br"))
        for name, data in files.items()
        if not name.endswith((".br", ".gz"))
    }


def page_routes(pages: Mapping[str, Page]) -> list[HTTPRouteHandler]:
    """The routes of the client: one page under several addresses, its assets, its icon."""

    @route([*PAGES, STUDY + "{name:str}"], http_method=READING, sync_to_thread=False)
    def index(request: Request[Any, Any, Any]) -> Response[bytes]:
        return _answer(pages.get("index.html"), request)

    @route("/assets/{name:str}", http_method=READING, sync_to_thread=False)
    def asset(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
        return _answer(pages.get(f"assets/{name}"), request)

    @route("/icon.svg", http_method=READING, sync_to_thread=False)
    def icon(request: Request[Any, Any, Any]) -> Response[bytes]:
        return _answer(pages.get("icon.svg"), request)

    return [index, asset, icon]


def not_found(
    pages: Mapping[str, Page],
) -> Callable[[Request[Any, Any, Any], NotFoundException], Response[bytes]]:
    """What answers when nothing is there: the client's page to browsers, a problem to programs."""

    def tell(request: Request[Any, Any, Any], error: NotFoundException) -> Response[bytes]:
        if request.method not in READING or "text/html" not in request.headers.get("accept", ""):
            return tell_problem(request, error)
        answer = _answer(pages["index.html"], request)
        answer.status_code = 404
        answer.headers |= {"cache-control": "no-store", "vary": "accept, accept-encoding"}
        return answer

    return tell


def _answer(page: Page | None, request: Request[Any, Any, Any]) -> Response[bytes]:
    if page is None:
        raise NotFoundException("there is no such file")
    headers = {"cache-control": page.caching, "etag": page.tag, "vary": "accept-encoding"}
    if page.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    coding, data = page.form(request.headers.get("accept-encoding", ""))
    if coding != "identity":
        headers["content-encoding"] = coding
    return Response(data, media_type=page.kind, headers=headers)
