import gzip
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import HTTPException

from cerealbar.server.app import create_app
from cerealbar.server.client_files import PAGES, PagesMissingError, page_routes, read_pages
from cerealbar.server.middleware import guarded
from cerealbar.server.problems import tell_problem
from cerealbar.server.settings import Settings
from cerealbar.server.traffic import Traffic
from tests.server.asgi import ask

SCRIPT = b"console.log('hello');\n" * 100
SECRET = "secret.txt"


@pytest.fixture
def app(tmp_path: Path) -> Litestar:
    """A client's files as the build leaves them, beside a file that must never be served."""
    (tmp_path / SECRET).write_text("never to be seen")
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>the game</title>" + " " * 600)
    (static / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (static / "assets" / "index-1a2b.js").write_bytes(SCRIPT)
    (static / "assets" / "index-1a2b.js.br").write_bytes(b"as brotli")
    (static / "assets" / "picture.png").write_bytes(b"\x89PNG" + b"0" * 2000)
    return app_of(static)


def app_of(static: Path) -> Litestar:
    routes = page_routes(read_pages(static))
    app = Litestar(
        [*routes],
        openapi_config=None,
        logging_config=None,
        exception_handlers={HTTPException: tell_problem},
    )
    return guarded(app, Traffic(Settings()))


@pytest.mark.parametrize("path", [*PAGES, "/study/pilot"])
def test_every_page_is_the_one_page_of_the_client(app: Litestar, path: str) -> None:
    answer = ask(app, path)
    assert answer.status == 200
    assert b"the game" in answer.body
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_assets_are_kept_for_ever_since_their_names_change(app: Litestar) -> None:
    answer = ask(app, "/assets/index-1a2b.js")
    assert answer.body == SCRIPT
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_the_icon_is_served(app: Litestar) -> None:
    assert ask(app, "/icon.svg").headers["content-type"] == "image/svg+xml"


def test_a_page_that_the_browser_has_is_not_sent_again(app: Litestar) -> None:
    tag = ask(app).headers["etag"]
    again = ask(app, headers=[("if-none-match", tag)])
    assert (again.status, again.body) == (304, b"")
    assert ask(app, headers=[("if-none-match", '"other"')]).status == 200


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("gzip;q=0", None),
        ("identity", None),
        ("", None),
    ],
)
def test_texts_are_compressed_as_the_browser_likes(
    app: Litestar, accepted: str, coding: str | None
) -> None:
    answer = ask(app, "/assets/index-1a2b.js", headers=[("accept-encoding", accepted)])
    assert answer.headers.get("content-encoding") == coding
    assert answer.headers["vary"] == "accept-encoding"
    expected = {"br": b"as brotli", "gzip": gzip.compress(SCRIPT, 9, mtime=0), None: SCRIPT}
    assert answer.body == expected[coding]


def test_pictures_are_not_compressed_twice(app: Litestar) -> None:
    answer = ask(app, "/assets/picture.png", headers=[("accept-encoding", "gzip, br")])
    assert "content-encoding" not in answer.headers


def test_asking_for_the_head_alone_sends_no_error(app: Litestar) -> None:
    assert ask(app, method="HEAD").status == 200


@pytest.mark.parametrize(
    "path",
    [
        f"/{SECRET}",
        f"/../{SECRET}",
        f"/assets/../../{SECRET}",
        f"/assets/..\\..\\{SECRET}",
        f"/assets/%2e%2e/%2e%2e/{SECRET}",
        f"/assets/..%2f..%2f{SECRET}",
        f"/assets/....//....//{SECRET}",
        "/assets/../index.html",
        "/assets/",
        "/assets",
        "/assets//etc/passwd",
        "//etc/passwd",
        "/assets/index-1a2b.js\x00.png",
        "/assets/\x00",
        "/assets/index-1a2b.js.br",
        "/assets/index-1a2b.js/",
        "/static/index.html",
        "/index.html",
        "/PLAY",
        "/play/../play",
        "file:///etc/passwd",
        "/C:\\Windows\\win.ini",
        "/assets/" + "x" * 5000,
        "/assets/\u202e",
    ],
)
def test_no_address_leads_to_the_disk(app: Litestar, path: str) -> None:
    scope_path: Any = path
    answer = ask(app, scope_path)
    if answer.status == 200:  # a trailing slash is forgiven, nothing else
        assert path == "/assets/index-1a2b.js/"
        assert answer.body == SCRIPT
        return
    assert answer.status == 404
    assert answer.headers["content-type"] == "application/json"
    assert answer.body.startswith(b'{"reason":"there is no such')


def test_without_pages_nothing_starts_and_no_database_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "games.sqlite"
    monkeypatch.setattr("cerealbar.server.app.read_pages", partial(read_pages, tmp_path))
    with pytest.raises(PagesMissingError, match=r"in a clone `make play` .* elsewhere install"):
        create_app(Settings(database=str(database)))
    assert not database.exists()
