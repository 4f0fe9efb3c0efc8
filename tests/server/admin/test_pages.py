import asyncio
import contextlib
import io
import json
import re
import sqlite3
import zipfile
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from cerealbar.records import Corpus, verify
from cerealbar.records.codec import decode_game
from cerealbar.server.settings import Settings
from cerealbar.server.store import Store
from tests.server.admin.invented import (
    HOSTILE,
    PASSWORD,
    add_game,
    admin_app,
    open_store,
)
from tests.server.asgi import Answer, ask

FORM = ("content-type", "application/x-www-form-urlencoded")
OWN = ("origin", "http://127.0.0.1:8080")
PAGES = ("/admin", "/admin/games", "/admin/corpus.zip")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    asyncio.run(opened.close())


@pytest.fixture
def app(store: Store, tmp_path: Path) -> Litestar:
    return admin_app(store, Settings(database=str(tmp_path / "games.sqlite")))


class Visitor:
    """A browser: keeps its cookie and fills in forms."""

    def __init__(self, app: Any, **properties: Any) -> None:
        self._app = app
        self._properties = properties
        self.cookie: str | None = None

    def see(self, path: str, **properties: Any) -> Answer:
        return self._keep(self._ask(path, **properties))

    def send(self, path: str, **fields: str) -> Answer:
        body = urlencode(fields).encode()
        headers = [FORM, OWN]
        return self._keep(self._ask(path, method="POST", headers=headers, body=[body]))

    def log_in(self, password: str = PASSWORD) -> Answer:
        form = form_token(self.see("/admin/login"))
        return self.send("/admin/login", form=form, password=password)

    def _ask(self, path: str, **properties: Any) -> Answer:
        kept = [("cookie", f"cerealbar_admin={self.cookie}")] if self.cookie else []
        headers = [*properties.pop("headers", []), *kept]
        return ask(self._app, path, headers=headers, **self._properties, **properties)

    def _keep(self, answer: Answer) -> Answer:
        if "set-cookie" in answer.headers:
            morsel = SimpleCookie(answer.headers["set-cookie"])["cerealbar_admin"]
            self.cookie = morsel.value
        return answer


def form_token(answer: Answer) -> str:
    found = re.search(r'name="form" value="([0-9a-f]{64})"', answer.body.decode())
    assert found is not None
    return found[1]


def admitted(app: Litestar) -> Visitor:
    visitor = Visitor(app)
    assert visitor.log_in().status == 303
    return visitor


# The way in.


def test_every_route_but_the_form_is_closed_to_whoever_is_not_logged_in(app: Litestar) -> None:
    asked = [
        (method, re.sub(r"\{.*?\}", "x", route.path))
        for route in app.routes
        if isinstance(route, HTTPRoute) and route.path.startswith("/admin")
        for method in route.methods - {"OPTIONS"}
        if route.path != "/admin/login"
    ]
    assert len(asked) >= 12
    for method, path in asked:
        answer = Visitor(app).send(path) if method == "POST" else ask(app, path, method=method)
        assert (answer.status, answer.headers.get("location")) == (303, "/admin/login"), path


@pytest.mark.parametrize("path", [*PAGES, "/admin/games/0000000000000001/record.json"])
def test_whoever_is_not_logged_in_is_led_to_the_form(app: Litestar, path: str) -> None:
    answer = ask(app, path, headers=[("cookie", "cerealbar_admin=guess")])
    assert answer.status == 303
    assert answer.headers["location"] == "/admin/login"
    assert answer.body == b""


def test_the_password_leads_to_the_pages(app: Litestar) -> None:
    visitor = Visitor(app)
    answer = visitor.log_in()
    assert (answer.status, answer.headers["location"]) == (303, "/admin")
    for path in PAGES:
        assert visitor.see(path).status == 200
    assert visitor.see("/admin/login").status == 303


def test_a_wrong_password_does_not(app: Litestar) -> None:
    visitor = Visitor(app)
    answer = visitor.log_in("wrong")
    assert answer.status == 403
    assert b"That is not the password" in answer.body
    assert visitor.see("/admin").status == 303


def test_the_cookie_is_for_the_server_alone(app: Litestar) -> None:
    flags = Visitor(app).log_in().headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=strict" in flags
    assert "path=/admin" in flags
    assert "max-age=28800" in flags
    assert "secure" not in flags


def test_the_cookie_is_for_tls_alone_where_there_is_tls(store: Store) -> None:
    app = admin_app(store, Settings(is_behind_proxy=True))
    answer = ask(app, "/admin/login", headers=[("x-forwarded-proto", "https")])
    assert "secure" in answer.headers["set-cookie"].lower()


def test_a_session_that_somebody_planted_is_not_taken_over(app: Litestar) -> None:
    visitor = Visitor(app)
    visitor.see("/admin/login")
    planted = visitor.cookie
    visitor.log_in()
    assert visitor.cookie != planted
    assert ask(app, "/admin", headers=[("cookie", f"cerealbar_admin={planted}")]).status == 303


def test_too_many_attempts_have_to_wait_and_are_told_so(app: Litestar) -> None:
    visitor = Visitor(app)
    assert [visitor.log_in("wrong").status for _ in range(3)] == [403, 403, 403]
    answer = visitor.log_in()
    assert answer.status == 429
    assert int(answer.headers["retry-after"]) >= 1
    assert b"Too many attempts" in answer.body
    assert Visitor(app, client="10.0.0.7").log_in().status == 303


def test_logging_out_ends_the_session_in_the_server(app: Litestar) -> None:
    visitor = admitted(app)
    session = visitor.cookie
    answer = visitor.send("/admin/logout", form=form_token(visitor.see("/admin")))
    assert answer.status == 303
    assert "max-age=0" in answer.headers["set-cookie"].lower()
    assert ask(app, "/admin", headers=[("cookie", f"cerealbar_admin={session}")]).status == 303


# Forms of others.


@pytest.mark.parametrize("fields", [{}, {"form": ""}, {"form": "0" * 64}])
def test_a_form_that_is_not_ours_is_refused(app: Litestar, fields: dict[str, str]) -> None:
    visitor = admitted(app)
    assert visitor.send("/admin/logout", **fields).status == 403
    assert visitor.see("/admin").status == 200
    stranger = Visitor(app)
    stranger.see("/admin/login")
    assert stranger.send("/admin/login", password=PASSWORD, **fields).status == 403
    assert Visitor(app).send("/admin/login", password=PASSWORD, **fields).status == 403


def test_the_form_of_another_session_is_refused(app: Litestar) -> None:
    first, second = admitted(app), admitted(app)
    token = form_token(first.see("/admin"))
    assert second.send("/admin/logout", form=token).status == 403


def test_a_form_on_another_site_is_refused_before_anything_is_read(app: Litestar) -> None:
    headers = [FORM, ("origin", "https://evil.example")]
    assert ask(app, "/admin/login", method="POST", headers=headers).status == 403


@pytest.mark.parametrize("body", [b"\xff\xfe", b"a&" * 50, b"form=1" * 20_000, b"{}"])
def test_a_body_that_is_no_form_is_refused(app: Litestar, body: bytes) -> None:
    answer = ask(app, "/admin/login", method="POST", headers=[FORM, OWN], body=[body])
    assert answer.status in (403, 413)


# What is shown.


def test_what_goes_on_now_is_shown(app: Litestar) -> None:
    page = admitted(app).see("/admin").body.decode()
    for words in ("Ada", "rule-based", "playing", "12 min 34 s", "no limit", "Edsger", "anyone"):
        assert words in page
    assert f'href="/watch#00000000000000a1W{"x" * 32}"' in page


def test_past_games_are_shown_with_replay_and_record(app: Litestar, store: Store) -> None:
    ended = asyncio.run(add_game(store, 1, comment="fun!"))
    running = asyncio.run(add_game(store, 2, ended=False))
    page = admitted(app).see("/admin/games").body.decode()
    assert f'href="/replay#{ended}R{"x" * 32}"' in page
    assert f'href="/admin/games/{ended}/record.json"' in page
    assert "fun!" in page
    assert "leader left" in page
    assert "<code>5e6f</code>" in page  # which person, whatever the name
    assert "1 min 10 s" in page
    assert running not in page


def test_nothing_that_players_wrote_can_become_markup(app: Litestar, store: Store) -> None:
    asyncio.run(add_game(store, 1, text=HOSTILE, comment=HOSTILE))
    visitor = admitted(app)
    for path in ("/admin", "/admin/games"):
        page = visitor.see(path).body.decode()
        assert "&lt;script&gt;alert(" in page
        assert "<script" not in page
        assert "<img" not in page


def test_older_games_are_on_further_pages(app: Litestar, store: Store) -> None:
    for number in range(30):
        asyncio.run(add_game(store, number))
    visitor = admitted(app)
    first = visitor.see("/admin/games").body.decode()
    found = re.search(r'href="/admin/games\?before=([0-9.]+)"', first)
    assert found is not None
    second = read(visitor, f"before={found[1]}")
    ids = [f"{number:016x}" for number in range(30)]
    shown = [[game for game in ids if f"<code>{game}</code>" in page] for page in (first, second)]
    assert shown == [ids[5:], ids[:5]]
    assert "Older games" not in second


def read(visitor: Visitor, query: str) -> str:
    """A page of past games by its query."""
    app = visitor._app

    async def with_query(scope: Any, receive: Any, send: Any) -> None:
        await app(scope | {"query_string": query.encode()}, receive, send)

    other = Visitor(with_query)
    other.cookie = visitor.cookie
    return other.see("/admin/games").body.decode()


@pytest.mark.parametrize("query", ["before=x", "before=", "before=nan", "before=1e9", "before=-1"])
def test_a_moment_that_is_none_leads_nowhere(app: Litestar, query: str) -> None:
    assert "There is no such page." in read(admitted(app), query)


def test_admin_pages_are_kept_nowhere_and_say_where_forms_come_from(app: Litestar) -> None:
    visitor = admitted(app)
    for path in PAGES:
        headers = visitor.see(path).headers
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "same-origin"


def test_the_style_is_a_file_of_its_own_as_the_policy_demands(app: Litestar) -> None:
    answer = ask(app, "/pages.css")
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    page = admitted(app).see("/admin").body.decode()
    assert "<style" not in page
    assert "style=" not in page


# What is downloaded.


def test_a_record_is_a_game_that_the_rules_confirm(app: Litestar, store: Store) -> None:
    game_id = asyncio.run(add_game(store, 7))
    answer = admitted(app).see(f"/admin/games/{game_id}/record.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-disposition"] == (
        f'attachment; filename="cerealbar-{game_id}.json"'
    )
    record = decode_game(answer.body)
    assert record.game_id == game_id
    assert verify(record) is None


@pytest.mark.parametrize("game_id", ["0" * 16, "..", "%2e%2e", "x\x00", "a b", "x" * 200])
def test_a_game_that_is_not_there_cannot_be_downloaded(app: Litestar, game_id: str) -> None:
    answer = admitted(app).see(f"/admin/games/{game_id}/record.json")
    assert answer.status == 404
    assert set(json.loads(answer.body)) == {"reason"}


def test_all_ended_games_come_as_a_corpus(app: Litestar, store: Store, tmp_path: Path) -> None:
    ended = [asyncio.run(add_game(store, number)) for number in (1, 2, 3)]
    asyncio.run(add_game(store, 4, ended=False))
    answer = admitted(app).see("/admin/corpus.zip")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        archive.extractall(tmp_path / "out")
    corpus = Corpus(tmp_path / "out" / "cerealbar-games")
    assert list(corpus.game_ids) == ended
    assert all(verify(game) is None for game in corpus)


def test_a_game_that_cannot_be_read_hides_no_older_ones(
    app: Litestar, store: Store, tmp_path: Path
) -> None:
    for number in range(30):
        asyncio.run(add_game(store, number))
    with contextlib.closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
        connection.execute("UPDATE games SET game = 'nothing' WHERE game_id = ?", (f"{20:016x}",))
        connection.commit()
    page = admitted(app).see("/admin/games").body.decode()
    assert page.count("Replay</a>") == 24
    assert "Older games" in page
