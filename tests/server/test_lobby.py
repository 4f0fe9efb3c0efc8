from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from cerealbar.records import GameRecord, Instructed, Paused
from cerealbar.records.codec import encode_game
from cerealbar.records.events import Event
from cerealbar.server.settings import Settings
from cerealbar.wire.lobby import Lobby, Problem, ReplayShown, Seated
from tests.records.random_games import random_game
from tests.server.clients import Client, prepared_client


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    settings = Settings(database=str(tmp_path_factory.mktemp("lobby") / "games.sqlite"))
    with prepared_client(settings) as client:
        yield client


def test_the_lobby_says_who_plays_here(client: Client) -> None:
    lobby = msgspec.json.decode(client.get("/api/lobby").content, type=Lobby)
    assert lobby.followers[0] == "learned"
    assert lobby.leaders[0] == "scripted"


@pytest.mark.parametrize(
    ("wish", "roles"),
    [
        ({"mode": "agent"}, ["leader"]),
        ({"mode": "agent", "role": "follower", "agent": "novice"}, ["follower"]),
        ({"mode": "friend", "role": "follower"}, ["follower"]),
        ({"mode": "match", "role": "leader", "name": "Ann"}, ["leader"]),
        ({"mode": "both", "seed": 7}, ["leader", "follower"]),
    ],
)
def test_a_room_is_opened_with_seats_for_whoever_asked(
    client: Client, wish: dict[str, object], roles: list[str]
) -> None:
    answer = client.post("/api/rooms", json=wish)
    assert answer.status_code == 201
    seated = msgspec.json.decode(answer.content, type=Seated)
    assert [seat.role for seat in seated.seats] == roles
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"mode": "alone"},
        {"mode": "agent", "seed": -1},
        {"mode": "agent", "agent": "nobody"},
        {"mode": "agent", "secret": 1},
        {"mode": "agent", "name": "x" * 41},
        [],
    ],
)
def test_a_wish_that_cannot_be_fulfilled_has_a_reason(client: Client, wish: object) -> None:
    answer = client.post("/api/rooms", json=wish)
    assert answer.status_code == 400
    assert msgspec.json.decode(answer.content, type=Problem).reason


def test_an_unknown_invitation_and_an_unknown_replay_are_not_found(client: Client) -> None:
    assert client.post("/api/seats", json={"invite": "x"}).status_code == 404
    assert client.post("/api/replay", json={"token": "x"}).status_code == 404


def test_a_seat_token_opens_no_replay(client: Client) -> None:
    seated = client.post("/api/rooms", json={"mode": "agent"}).json()
    token = seated["seats"][0]["token"]
    assert client.post("/api/replay", json={"token": token}).status_code == 404


def test_any_recorded_game_can_be_replayed(client: Client) -> None:
    record = random_game(3, 1)
    line = encode_game(record)
    headers = {"content-type": "application/json"}
    answer = client.post("/api/replay/record", content=line, headers=headers)
    assert answer.status_code == 200
    assert msgspec.json.decode(answer.content, type=ReplayShown).frames
    broken = client.post("/api/replay/record", content=line[:100], headers=headers)
    assert broken.status_code == 400


@pytest.mark.parametrize(
    ("event", "count", "told"),
    [
        (Paused(0.0), 5_001, "5,001 events: 5,000 are the most"),
        (Instructed(0.0, "turn"), 501, "501 instructions: 500 are the most"),
    ],
)
def test_a_record_that_no_people_made_is_refused(
    client: Client, event: Event, count: int, told: str
) -> None:
    header = random_game(3, 1).header
    line = encode_game(GameRecord(header, (event,) * count))
    headers = {"content-type": "application/json"}
    refused = client.post("/api/replay/record", content=line, headers=headers)
    assert refused.status_code == 400
    assert told in refused.json()["reason"]


def test_an_address_cannot_have_many_records_replayed_at_once(tmp_path: Path) -> None:
    line = encode_game(random_game(3, 1))
    headers = {"content-type": "application/json"}
    with prepared_client(Settings(database=str(tmp_path / "games.sqlite"))) as client:

        def post(_: int) -> int:
            return client.post("/api/replay/record", content=line, headers=headers).status_code

        with ThreadPoolExecutor(12) as posts:  # all wait while the first process starts
            statuses = list(posts.map(post, range(12)))
        assert set(statuses) == {200, 429}
        assert post(0) == 200
