import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from cerealbar.records import GameRecord, Header, Instructed, complete
from cerealbar.records.codec import encode_game
from cerealbar.server.running import ListenError, bind
from cerealbar.wire.messages import Goodbye, Hello, decode_from_server, encode
from cerealbar.wire.words import VERSION
from tests.cli.test_cli import run
from tests.server.processes import PATIENCE, command, serving

AT_ONCE = 30.0
"""Seconds, as a busy machine may need them; records that are replayed could take minutes."""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_server_says_where_it_is_and_stops_in_order(
    tmp_path: Path, number: signal.Signals
) -> None:
    with serving(tmp_path) as served:
        assert (
            served.line == f"CerealBar is at http://localhost:{served.port} (stop it with Ctrl+C)\n"
        )
        assert httpx.get(f"{served.url}/health", timeout=PATIENCE).json()["status"] == "ok"
        assert served.stop(number) == (0, "", "")


def test_everything_is_answered_by_one_process_with_its_headers(tmp_path: Path) -> None:
    with serving(tmp_path) as served, httpx.Client(base_url=served.url, timeout=PATIENCE) as client:
        for path in ("/", "/play", "/api/lobby", "/health"):
            answer = client.get(path)
            assert answer.status_code == 200, path
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert "server" not in answer.headers
        assert client.get("/admin").status_code == 404
        assert client.get("/metrics").status_code == 404
        for status, answer in [
            (404, client.get("/nowhere")),
            (405, client.delete("/api/rooms")),
            (415, client.post("/api/rooms", content=b"{}")),
            (413, client.post("/api/rooms", json={"name": "x" * 70_000})),
            (403, client.post("/api/rooms", json={}, headers={"origin": "https://evil.example"})),
            (421, client.get("/", headers={"host": "evil.example"})),
            (400, client.post("/api/rooms", json={"mode": "fly"})),
        ]:
            assert answer.status_code == status
            assert set(answer.json()) == {"reason"}
            assert answer.headers["content-security-policy"].startswith("default-src 'none'")


@pytest.mark.parametrize(
    "target",
    [
        "/../../../../etc/passwd",
        "/assets/../../settings.py",
        "/assets/%2e%2e/%2e%2e/settings.py",
        "/assets/..%2f..%2fsettings.py",
        "/assets/..%5c..%5csettings.py",
        "/assets/%00",
        "/assets/%2fetc%2fpasswd",
        "//etc/passwd",
        "/static/index.html",
        "http://127.0.0.1/etc/passwd",
    ],
)
def test_raw_request_lines_lead_to_no_file(raw_server: int, target: str) -> None:
    told = raw(raw_server, f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    assert told.startswith(b"HTTP/1.1 404 ")
    assert b"root:" not in told


@pytest.mark.parametrize(
    "request_",
    [
        "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
        "\x00\x01\x02\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        "POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
)
def test_broken_requests_are_refused_and_the_server_lives_on(
    raw_server: int, request_: str
) -> None:
    assert raw(raw_server, request_).startswith((b"HTTP/1.1 400", b"HTTP/1.1 421"))
    health = httpx.get(f"http://127.0.0.1:{raw_server}/health", timeout=PATIENCE)
    assert health.status_code == 200


@pytest.fixture(scope="module")
def raw_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with serving(tmp_path_factory.mktemp("raw")) as served:
        yield served.port


def raw(port: int, request_: str) -> bytes:
    """All that the server sends in answer to these bytes."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        line.sendall(request_.encode("latin-1"))
        told = b""
        while piece := line.recv(65536):
            told += piece
        return told


def test_pages_of_other_sites_open_no_socket_and_programs_do(raw_server: int) -> None:
    address = f"ws://127.0.0.1:{raw_server}/socket"
    for origin in ("https://evil.example", "null", "http://127.0.0.1"):
        with pytest.raises(InvalidStatus) as raised, connect(address, origin=Origin(origin)):
            pass
        assert raised.value.response.status_code == 403
    for mine in (None, Origin(f"http://127.0.0.1:{raw_server}")):
        with connect(address, origin=mine) as line:
            line.send(encode(Hello(version=VERSION, token="none")), text=True)
            goodbye = decode_from_server(line.recv())
            assert isinstance(goodbye, Goodbye)
            assert goodbye.code == "unknown-token"


def test_players_are_told_that_the_server_stops(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        wish = {"mode": "both"}
        answer = httpx.post(f"{served.url}/api/rooms", json=wish, timeout=PATIENCE)
        seat = answer.json()["seats"][0]
        with connect(f"ws://127.0.0.1:{served.port}/socket") as line:
            line.send(encode(Hello(version=VERSION, token=seat["token"])), text=True)
            assert json.loads(line.recv())["type"] == "welcome"
            code, _, err = served.stop()
            kinds = [decode_from_server(message) for message in line]
        assert isinstance(kinds[-1], Goodbye)
        assert kinds[-1].code == "stopping"
        assert code == 0
        assert "rror" not in err


def test_the_server_answers_and_stops_at_once_while_records_are_replayed(tmp_path: Path) -> None:
    header = Header(game_id="long", seed=1, synthetic=True)
    short, long = (
        encode_game(complete(GameRecord(header, (Instructed(0.0, "turn"),) * count)))
        for count in (500, 19_000)
    )
    with serving(tmp_path) as served, ThreadPoolExecutor(16) as visitors:
        posts = [
            visitors.submit(
                httpx.post,
                f"{served.url}/api/replay/record",
                content=line,
                headers={"content-type": "application/json"},
                timeout=PATIENCE,
            )
            for line in (*[short] * 8, *[long] * 8)
        ]
        wait(posts, return_when=FIRST_COMPLETED)
        assert httpx.get(f"{served.url}/health", timeout=AT_ONCE).status_code == 200
        served.process.send_signal(signal.SIGTERM)
        served.process.communicate(timeout=AT_ONCE)
        assert served.process.returncode == 0


def test_a_port_that_is_taken_is_one_line_and_exit_code_1(tmp_path: Path) -> None:
    with bind("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        ended = subprocess.run(
            command(tmp_path, "--port", str(port)), capture_output=True, text=True, timeout=PATIENCE
        )
    assert ended.returncode == 1
    assert ended.stdout == ""
    told = f"error: cannot listen on 127.0.0.1 port {port}: Address already in use\n"
    assert ended.stderr == told


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--host", "203.0.113.9"), 1, "cannot listen on 203.0.113.9"),
        (("--host", "no.such.host.invalid"), 1, "cannot listen on no.such.host.invalid"),
        (("--port", "99999"), 1, "command line: port = 99999: expected int <= 65535"),
        (("--port", "http"), 2, "http"),
        (("--database", "/no/such/folder/x.sqlite"), 1, "/no/such/folder/x.sqlite"),
        (("--database", "mysql://host/x"), 1, "mysql"),
        (("--follower", "nobody"), 1, "'nobody' is no follower"),
        (("--settings", "/no/such.toml"), 1, "cannot read settings /no/such.toml"),
        (("--pace", "2", "1"), 1, "expected the shorter pause before the longer"),
    ],
)
def test_what_cannot_be_served_is_one_line(
    arguments: tuple[str, ...],
    code: int,
    words: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    given = arguments if "--port" in arguments else ("--port", "0", *arguments)
    assert run("serve", *given) == code
    captured = capsys.readouterr()
    assert words in captured.err
    assert "Traceback" not in captured.err
    assert captured.out == ""


def test_a_short_admin_password_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CEREALBAR_ADMIN_PASSWORD", "short")
    assert run("serve", "--port", "0") == 1
    assert "expected 8 or more" in capsys.readouterr().err


def test_every_log_line_is_json_if_asked_and_names_no_address(tmp_path: Path) -> None:
    with serving(tmp_path, "--log-format", "json", password="long enough") as served:
        wish = {"mode": "both"}
        answer = httpx.post(f"{served.url}/api/rooms", json=wish, timeout=PATIENCE)
        seats = answer.json()["seats"]
        with connect(f"ws://127.0.0.1:{served.port}/socket") as line:
            line.send(encode(Hello(version=VERSION, token=seats[0]["token"])), text=True)
            line.recv()
            with pytest.raises(ConnectionClosed):
                flood(line)
        _, _, err = served.stop()
    lines = [json.loads(line) for line in err.splitlines()]
    events = [line["event"] for line in lines]
    assert "room opened" in events
    assert "connection cut" in events
    assert all(line["time"] and line["level"] and line["where"] for line in lines)
    assert "127.0.0.1" not in err
    assert not any(seat["token"] in err for seat in seats)


def flood(line: ClientConnection) -> None:
    """Send pings until the connection is cut."""
    while True:
        line.ping()


def test_a_server_for_others_is_warned_about(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0") as served:
        code, _, err = served.stop()
    assert code == 0
    assert err.startswith("warning: 0.0.0.0 is reachable from other machines, without encryption;")
    assert err.count("\n") == 1


def test_an_address_that_is_not_ours_cannot_be_bound() -> None:
    with pytest.raises(ListenError, match=r"cannot listen on 203\.0\.113\.9 port 1"):
        bind("203.0.113.9", 1)


def test_other_commands_do_not_load_the_web_framework() -> None:
    code = (
        "import sys; from cerealbar.cli.main import app;"
        "assert all(app[name] for name in app if not name.startswith('-'));"
        "sys.exit(bool({'litestar', 'uvicorn', 'sqlalchemy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
