import asyncio
import json
from typing import Any

import pytest

from cerealbar.server.middleware import Guard
from cerealbar.server.settings import Settings
from cerealbar.server.traffic import Traffic
from tests.server.asgi import Answer, ask, asked, scope_of

JSON = ("content-type", "application/json")
OWN = ("origin", "http://127.0.0.1:8080")


class Echo:
    """An app that answers with the body that it was sent, and counts what reaches it."""

    def __init__(self) -> None:
        self.reached = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.reached += 1
        message = await receive()
        if scope["type"] == "websocket":
            await send({"type": "websocket.accept"})
            await receive()
            return
        body = message["body"]
        while message.get("more_body"):
            message = await receive()
            body += message["body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})


def guard(**settings: Any) -> tuple[Guard, Echo]:
    app = Echo()
    return Guard(app, Traffic(Settings(**settings))), app


def post(app: Any, path: str = "/api/seats", **properties: Any) -> Answer:
    properties.setdefault("headers", [JSON])
    return ask(app, path, method="POST", **properties)


def reason(answer: Answer) -> str:
    told = json.loads(answer.body)
    assert set(told) == {"reason"}
    return str(told["reason"])


# Headers.


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "evil.example"])
def test_every_answer_carries_the_security_headers_refusals_too(host: str) -> None:
    headers = ask(guard()[0], host=host).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "strict-transport-security" not in headers


def test_pages_may_be_in_frames_of_named_sites_but_not_those_of_admins() -> None:
    framed, _ = guard(framing_sites=("https://tasks.example",))
    page = ask(framed, "/study/pilot").headers
    assert page["content-security-policy"].endswith(
        "form-action 'self' https://tasks.example; frame-ancestors https://tasks.example"
    )
    assert "x-frame-options" not in page
    for path, app in (("/admin", framed), ("/study/pilot", guard()[0])):
        headers = ask(app, path).headers
        policy = headers["content-security-policy"]
        assert policy.endswith("form-action 'self'; frame-ancestors 'none'")
        assert headers["x-frame-options"] == "DENY"


def test_browsers_are_told_to_keep_to_tls_only_where_there_is_tls() -> None:
    proxied, _ = guard(is_behind_proxy=True)
    secure = ask(proxied, headers=[("x-forwarded-proto", "https")])
    assert secure.headers["strict-transport-security"] == "max-age=31536000"
    plain = ask(proxied, headers=[("x-forwarded-proto", "http")])
    assert "strict-transport-security" not in plain.headers


def test_an_app_cannot_weaken_a_security_header() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        weak = [(b"Content-Security-Policy", b"default-src *")]
        await send({"type": "http.response.start", "status": 200, "headers": weak})
        await send({"type": "http.response.body", "body": b""})

    answer = ask(Guard(app, Traffic(Settings())))
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert "Content-Security-Policy" not in answer.headers


# Host and Origin.


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8080", "", None])
def test_a_name_that_is_not_the_servers_is_misdirected(host: str | None) -> None:
    front, app = guard()
    assert ask(front, host=host).status == 421
    assert app.reached == 0


def test_two_host_headers_are_misdirected() -> None:
    front, app = guard()
    assert ask(front, headers=[("host", "127.0.0.1:8080")]).status == 421
    assert app.reached == 0


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_a_page_of_another_site_cannot_change_anything(method: str) -> None:
    front, app = guard()
    headers = [JSON, ("origin", "https://evil.example")]
    answer = ask(front, "/api/rooms", method=method, headers=headers)
    assert answer.status == 403
    assert reason(answer) == "a page of another site asks"
    assert app.reached == 0


def test_the_servers_own_pages_and_programs_can_post() -> None:
    front, _ = guard()
    assert post(front, headers=[JSON, OWN], body=[b"{}"]).body == b"{}"
    assert post(front, headers=[JSON]).status == 200
    assert post(front, headers=[JSON, ("sec-fetch-site", "same-origin")]).status == 200


def test_a_browser_that_hides_the_origin_is_still_seen_to_be_elsewhere() -> None:
    assert post(guard()[0], headers=[JSON, ("sec-fetch-site", "cross-site")]).status == 403
    assert post(guard()[0], headers=[JSON, ("origin", "null")]).status == 403


# Bodies.


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json"]
)
def test_the_api_takes_json_only(kind: str) -> None:
    front, app = guard()
    headers = [("content-type", kind)] if kind else []
    assert post(front, headers=headers).status == 415
    assert app.reached == 0


def test_json_may_name_its_charset() -> None:
    assert (
        post(guard()[0], headers=[("content-type", "Application/JSON; charset=utf-8")]).status
        == 200
    )


# Limits.


def test_an_address_can_open_so_many_rooms_a_minute() -> None:
    front, _ = guard(rooms_per_minute=3)
    statuses = [post(front, "/api/rooms").status for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    assert post(front, "/api/rooms", client="10.0.0.9").status == 200
    refused = post(front, "/api/rooms")
    assert "wait" in reason(refused)
    assert refused.headers["retry-after"] == "10"


def test_other_posts_have_a_limit_of_their_own_and_reading_has_none() -> None:
    front, _ = guard(rooms_per_minute=1, posts_per_minute=2)
    assert [post(front).status for _ in range(3)] == [200, 200, 429]
    assert post(front, "/api/rooms").status == 200
    assert all(ask(front).status == 200 for _ in range(50))


# Sockets.


def knock(front: Guard, **properties: Any) -> list[dict[str, Any]]:
    """What is sent to whoever opens a socket and closes it."""
    sent: list[dict[str, Any]] = []

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(front(scope_of("/socket", kind="websocket", **properties), receive, send))
    return sent


def test_the_servers_pages_and_programs_may_open_sockets() -> None:
    front, app = guard()
    assert knock(front, headers=[OWN])[0]["type"] == "websocket.accept"
    assert knock(front)[0]["type"] == "websocket.accept"
    assert app.reached == 2


@pytest.mark.parametrize(
    "properties",
    [
        {"headers": [("origin", "https://evil.example")]},
        {"headers": [("origin", "null")]},
        {"host": "evil.example", "headers": [("origin", "http://evil.example")]},
    ],
)
def test_pages_of_other_sites_may_not(properties: dict[str, Any]) -> None:
    front, app = guard()
    assert knock(front, **properties)[0]["type"] == "websocket.close"
    told = knock(front, **properties, extensions={"websocket.http.response": {}})
    assert told[0]["status"] in (403, 421)
    assert app.reached == 0


def test_an_address_holds_so_many_sockets_and_gets_new_ones_when_it_closes_some() -> None:
    front, app = guard(sockets_per_address=2)

    async def play() -> None:
        ends = [asyncio.Event() for _ in range(2)]
        held = [asyncio.create_task(hold(end)) for end in ends]
        while app.reached < 2:
            await asyncio.sleep(0)
        assert (await hold(None))[0]["type"] == "websocket.close"
        assert (await hold(None, client="10.0.0.9"))[0]["type"] == "websocket.accept"
        ends[0].set()
        await held[0]
        assert (await hold(None))[0]["type"] == "websocket.accept"
        ends[1].set()
        await held[1]

    async def hold(end: asyncio.Event | None, **properties: Any) -> list[dict[str, Any]]:
        sent: list[dict[str, Any]] = []
        heard = 0

        async def receive() -> Any:
            nonlocal heard
            heard += 1
            if heard == 2 and end is not None:
                await end.wait()
            return {"type": "websocket.connect" if heard == 1 else "websocket.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        await front(scope_of("/socket", kind="websocket", **properties), receive, send)
        return sent

    asyncio.run(play())


def test_requests_at_the_same_time_do_not_mix_their_bodies() -> None:
    front, _ = guard(posts_per_minute=1000)

    async def many() -> list[bytes]:
        scopes = [scope_of("/api/seats", method="POST", headers=[JSON]) for _ in range(50)]
        asking = [asked(front, scope, [b"%d" % n, b"!"]) for n, scope in enumerate(scopes)]
        return [answer.body for answer in await asyncio.gather(*asking)]

    assert asyncio.run(many()) == [b"%d!" % number for number in range(50)]
