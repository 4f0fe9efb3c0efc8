"""While a server is being prepared it answers at once, and says how far it is."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from cerealbar.server.preparing import Doorway, Preparation
from tests.server.asgi import ask, asked, scope_of
from tests.server.processes import HELD, PATIENCE, first_answer, starting


async def inner(_: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"inner"})


def doorway(folder: Path) -> tuple[Doorway, Preparation]:
    (folder / "preparing.html").write_bytes(b"<p>soon")
    preparation = Preparation(rules=("Compiling the rules", 60), games=("Opening the games", 1))
    return Doorway(inner, preparation, folder), preparation


def test_pages_show_what_is_prepared_and_health_tells_how_far_it_is(tmp_path: Path) -> None:
    app, preparation = doorway(tmp_path)
    preparation.move("rules", 12)
    for path in ("/", "/play", "/replay", "/study/pilot"):
        page = ask(app, path)
        assert (page.status, page.body) == (503, b"<p>soon")
        assert page.headers["cache-control"] == "no-store"
    health = ask(app, "/health")
    assert (health.status, health.headers["retry-after"]) == (503, "2")
    asked_by_page = ask(app, "/api/preparing")
    assert (asked_by_page.status, asked_by_page.body) == (200, health.body)
    assert json.loads(health.body)["status"] == "starting"
    assert json.loads(health.body)["steps"] == [
        {"title": "Compiling the rules", "done": 12, "total": 60},
        {"title": "Opening the games", "done": 0, "total": 1},
    ]


def test_nobody_gets_in_before_all_is_prepared(tmp_path: Path) -> None:
    app, preparation = doorway(tmp_path)
    answer = ask(app, "/api/rooms", method="POST")
    assert answer.status == 503
    assert json.loads(answer.body) == {
        "reason": "the server is being prepared: try again in a moment"
    }
    handshake = scope_of("/socket", kind="websocket", extensions={"websocket.http.response": {}})
    assert asyncio.run(asked(app, handshake)).status == 503
    assert ask(app, "/assets/main.js").body == b"inner"
    preparation.is_ready = True
    assert ask(app, "/").body == ask(app, "/api/rooms", method="POST").body == b"inner"


def test_a_page_that_was_not_built_comes_again_by_itself(tmp_path: Path) -> None:
    page = ask(Doorway(inner, Preparation(), tmp_path), "/")
    assert b'http-equiv="refresh"' in page.body


def test_the_steps_are_told_as_a_share_of_all() -> None:
    preparation = Preparation(rules=("Compiling", 3), games=("Opening", 1))
    told: list[tuple[str, float]] = []
    preparation.tell = lambda title, share: told.append((title, share))
    preparation.move("rules", 3)
    preparation.move("games", 1)
    assert told == [("Compiling", 0.75), ("Opening", 1.0)]


def test_the_port_answers_while_agents_are_loaded_and_the_line_comes_after(tmp_path: Path) -> None:
    own = f'followers = {{ {HELD}, broken = "own_agents:broken" }}'
    with starting(tmp_path, own) as (process, address, gate):
        health = first_answer(address)
        assert (health.status_code, health.json()["status"]) == (503, "starting")
        assert httpx.get(address, timeout=PATIENCE).status_code == 503
        gate.close()
        assert process.stdout is not None
        assert process.stdout.readline().startswith("CerealBar is at ")
        assert httpx.get(f"{address}/health", timeout=PATIENCE).json()["status"] == "ok"
        assert httpx.get(f"{address}/api/preparing", timeout=PATIENCE).status_code == 404
        followers = httpx.get(f"{address}/api/lobby", timeout=PATIENCE).json()["followers"]
        assert "held" in followers
        assert "broken" not in followers
        process.terminate()
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "agent cannot play here" in err
    assert "out of luck" in err


@pytest.mark.parametrize("name", ["broken", "own_agents:broken"])
def test_a_server_whose_own_follower_cannot_be_loaded_ends_with_one_line(
    tmp_path: Path, name: str
) -> None:
    settings = f'follower = "{name}"\nfollowers = {{ broken = "own_agents:broken" }}'
    with starting(tmp_path, settings) as (process, *_):
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (1, "")
    assert err.splitlines()[-1].startswith(f"error: the follower '{name}' cannot play here: ")
    assert "Traceback" not in err
