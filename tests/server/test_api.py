from collections.abc import Iterator

import pytest

from cerealbar.server.settings import Settings
from tests.server.clients import Client, prepared_client

ROUTES = {
    "/api/lobby": "get",
    "/api/rooms": "post",
    "/api/seats": "post",
    "/api/replay": "post",
    "/api/replay/record": "post",
    "/api/study/enter": "post",
    "/api/study/visit": "post",
    "/api/study/answer": "post",
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    database = tmp_path_factory.mktemp("api") / "games.sqlite"
    with prepared_client(Settings(database=str(database))) as client:
        yield client


def test_the_api_is_described_for_programs(client: Client) -> None:
    told = client.get("/api/docs/openapi.json").json()
    assert {path: next(iter(how)) for path, how in told["paths"].items()} == ROUTES
    schemas = told["components"]["schemas"]
    assert set(schemas["OpenRoom"]["properties"]) >= {"mode", "role", "agent", "name"}
    assert schemas["Problem"]["required"] == ["reason"]
    for path, how in told["paths"].items():
        operation = how[ROUTES[path]]
        is_parsed = ROUTES[path] == "post" and path != "/api/replay/record"
        assert ("requestBody" in operation) == is_parsed
        assert "500" not in operation["responses"]


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"mode": "alone"}, "mode: "),
        ({"mode": "agent", "seed": -1}, "seed: "),
        ({"mode": "agent", "secret": 1}, "secret"),
        ({}, "mode"),
    ],
)
def test_what_is_wrong_with_a_request_is_told_by_name(
    client: Client, wish: object, told: str
) -> None:
    answer = client.post("/api/rooms", json=wish)
    assert answer.status_code == 400
    assert set(answer.json()) == {"reason"}
    assert told in answer.json()["reason"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[" * 60_000, b'{"mode": "\xff"}', b"null", b'"agent"', b"7"]
)
def test_a_body_that_is_no_wish_is_the_senders_mistake(client: Client, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    answer = client.post("/api/rooms", content=body, headers=headers)
    assert answer.status_code == 400
    assert set(answer.json()) == {"reason"}


def test_browsers_are_led_to_a_page_where_nothing_is_and_programs_are_told_so(
    client: Client,
) -> None:
    for path in ("/nowhere", "/admin", "/assets/none.js", "/api/nothing"):
        page = client.get(path, headers={"accept": "text/html,*/*;q=0.8"})
        assert page.status_code == 404
        assert page.text == client.get("/").text
        assert page.headers["cache-control"] == "no-store"
        problem = client.get(path, headers={"accept": "*/*"})
        assert problem.status_code == 404
        assert set(problem.json()) == {"reason"}
    posted = client.post("/nowhere", headers={"accept": "text/html"})
    assert set(posted.json()) == {"reason"}
