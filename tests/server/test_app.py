"""What is answered when the database is away, or when something goes wrong that nobody foresaw."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client import generate_latest

from cerealbar.server.admin.pages import COOKIE
from cerealbar.server.rooms import RoomRouter
from cerealbar.server.settings import Settings
from cerealbar.server.store import StoreError, UnavailableError
from tests.server.clients import Client, prepared_client

RECORDS = [f"/admin/games/{number:016x}/record.json" for number in range(3)]


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setenv("CEREALBAR_ADMIN_PASSWORD", "a long password")
    with prepared_client(Settings(database=str(tmp_path / "games.sqlite"))) as client:
        client.cookies.set(COOKIE, "of nobody")
        yield client


def fail_with(client: Client, error: Exception, monkeypatch: pytest.MonkeyPatch) -> RoomRouter:
    """Let every look into the database end with an error."""
    router: RoomRouter = client.app.state.router

    async def fail(*_: object) -> None:
        raise error

    for name in ("game", "read"):
        monkeypatch.setattr(router.services.store, name, fail)
    return router


def ask_all(client: Client) -> set[tuple[int, str]]:
    """The answers of routes that look into the database, by status and reason."""
    tokens = client.app.state.router.services.tokens
    wish = {"token": tokens.make("0" * 16, "replay")}
    answers = [client.post("/api/replay", json=wish), *map(client.get, RECORDS)]
    return {(answer.status_code, answer.json()["reason"]) for answer in answers}


@pytest.mark.parametrize("kind", [StoreError, UnavailableError])
def test_a_database_that_is_away_is_told_as_such_and_is_no_error_of_ours(
    client: Client, monkeypatch: pytest.MonkeyPatch, kind: type[StoreError]
) -> None:
    router = fail_with(client, kind("no connection to db7.internal, port 5432"), monkeypatch)
    ((status, reason),) = ask_all(client)
    assert status == 503
    assert "try again" in reason
    assert "db7" not in reason
    assert b"cerealbar_errors_total{" not in generate_latest(router.services.metrics.registry)


def test_errors_that_nobody_foresaw_are_counted_by_route_whatever_was_asked_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    router = fail_with(client, ZeroDivisionError("ours"), monkeypatch)
    assert ask_all(client) == {(500, "something went wrong in the server")}
    told = generate_latest(router.services.metrics.registry).decode().splitlines()
    assert {line for line in told if line.startswith("cerealbar_errors_total{")} == {
        'cerealbar_errors_total{where="/api/replay"} 1.0',
        'cerealbar_errors_total{where="/admin/games/{game_id}/record.json"} 3.0',
    }
