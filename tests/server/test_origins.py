import pytest

from cerealbar.server.origins import (
    address,
    is_allowed_host,
    is_allowed_origin,
    is_secure,
)
from cerealbar.server.settings import Settings
from tests.server.asgi import scope_of

LOCAL = Settings()
PROXIED = Settings(is_behind_proxy=True)
PUBLIC = Settings(allowed_origins=("https://game.example.org",), is_behind_proxy=True)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        (None, "localhost:8080"),
        ("http://localhost:8080", "localhost:8080"),
        ("http://LOCALHOST:8080", "localhost:8080"),
        ("http://[::1]:8080", "[::1]:8080"),
        ("http://game.example.org", "game.example.org"),
        ("https://game.example.org", "game.example.org"),
        ("https://game.example.org", "game.example.org:443"),
        ("http://game.example.org:80", "game.example.org"),
    ],
)
def test_pages_of_the_server_itself_may_act(origin: str | None, host: str) -> None:
    assert is_allowed_origin(origin, host, LOCAL)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("null", "localhost:8080"),
        ("", "localhost:8080"),
        ("http://localhost", "localhost:8080"),
        ("http://localhost:8081", "localhost:8080"),
        ("http://127.0.0.1:8080", "localhost:8080"),
        ("http://evil.example", "localhost:8080"),
        ("http://localhost:8080.evil.example", "localhost:8080"),
        ("http://localhost:8080@evil.example", "localhost:8080"),
        ("http://user@localhost:8080", "localhost:8080"),
        ("http://localhost:8080/path", "localhost:8080"),
        ("file://", "localhost:8080"),
        ("chrome-extension://localhost:8080", "localhost:8080"),
        ("http://localhost:99999", "localhost:8080"),
        ("http://[::1", "localhost:8080"),
        ("https://game.example.org:8443", "game.example.org"),
        ("http://localhost:8080", None),
        ("http://localhost:8080, http://evil.example", "localhost:8080"),
    ],
)
def test_pages_of_other_sites_may_not_act(origin: str, host: str | None) -> None:
    assert not is_allowed_origin(origin, host, LOCAL)


def test_a_listed_origin_may_act_whatever_host_the_proxy_names() -> None:
    assert is_allowed_origin("https://game.example.org", "127.0.0.1:8080", PUBLIC)
    assert not is_allowed_origin("http://game.example.org", "127.0.0.1:8080", PUBLIC)


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8080", "127.0.0.1:9", "[::1]:8080", "192.168.1.5:8080"]
)
def test_a_loopback_server_answers_under_addresses_and_localhost(host: str) -> None:
    assert is_allowed_host(host, LOCAL)


@pytest.mark.parametrize(
    "host",
    [
        None,
        "",
        "evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "localhost:8080/x",
        "localhost:port",
        "localhost:8080@evil.example",
        "evil.example\\localhost",
        "localhost, evil.example",
        "lo calhost",
        "localhöst",
        "[::1",
    ],
)
def test_a_loopback_server_does_not_answer_under_names_that_others_can_claim(
    host: str | None,
) -> None:
    assert not is_allowed_host(host, LOCAL)


def test_a_server_with_listed_origins_answers_under_their_names_only() -> None:
    assert is_allowed_host("game.example.org", PUBLIC)
    assert is_allowed_host("GAME.example.org:443", PUBLIC)
    assert not is_allowed_host("evil.example", PUBLIC)
    assert is_allowed_host("localhost:8080", PUBLIC)


def test_an_open_server_without_listed_origins_answers_under_any_name() -> None:
    assert is_allowed_host("my-laptop.local:8080", Settings(host="0.0.0.0"))
    assert is_allowed_host("game.example.org", PROXIED)


@pytest.mark.parametrize(
    ("settings", "client", "forwarded", "expected"),
    [
        (LOCAL, "127.0.0.1", "6.6.6.6", "127.0.0.1"),
        (PROXIED, "127.0.0.1", None, "127.0.0.1"),
        (PROXIED, "127.0.0.1", "7.7.7.7", "7.7.7.7"),
        (PROXIED, "127.0.0.1", "6.6.6.6, 7.7.7.7", "7.7.7.7"),
        (PROXIED, "127.0.0.1", "nonsense", "unknown"),
        (PROXIED, "127.0.0.1", "127.0.0.1\\x00", "unknown"),
        (PROXIED, "9.9.9.9", "7.7.7.7", "9.9.9.9"),
        (LOCAL, "2001:db8:1:2:3:4:5:6", None, "2001:db8:1:2::/64"),
        (LOCAL, "::ffff:8.8.8.8", None, "8.8.8.8"),
    ],
)
def test_only_a_proxy_on_this_machine_is_believed_who_asks(
    settings: Settings, client: str, forwarded: str | None, expected: str
) -> None:
    headers = [] if forwarded is None else [("x-forwarded-for", forwarded)]
    assert address(scope_of(client=client, headers=headers), settings) == expected


def test_whoever_has_no_address_is_one_unknown_for_all_limits() -> None:
    scope = scope_of() | {"client": None}
    assert address(scope, LOCAL) == "unknown"


def test_the_scheme_is_the_proxys_word_only_behind_a_proxy() -> None:
    scope = scope_of(headers=[("x-forwarded-proto", "https")])
    assert is_secure(scope, PROXIED)
    assert not is_secure(scope, LOCAL)
    assert not is_secure(
        scope_of(client="9.9.9.9", headers=[("x-forwarded-proto", "https")]), PROXIED
    )
    assert is_secure(scope_of(scheme="https"), LOCAL)
