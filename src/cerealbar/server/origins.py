"""Where a request comes from: its address, its scheme, the host that it names, its site."""

import contextlib
import ipaddress
from typing import Any, cast
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from cerealbar.server.settings import DEFAULT_PORTS, Settings, is_loopback, site_of

Scope = dict[str, Any]
"""An ASGI scope: a table of a connection's properties, each of a type of its own."""


def scope_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Scope:
    """The scope of a connection; Litestar's type of it is closed."""
    return cast(Scope, connection.scope)


def header(scope: Scope, name: bytes) -> str | None:
    """The last header of a name, as text."""
    found: bytes | None = dict(scope["headers"]).get(name)
    return None if found is None else found.decode("latin-1")


def address(scope: Scope, settings: Settings) -> str:
    """Who asks, as a key for limits: an IPv4 address, or the network of an IPv6 address."""
    peer = _peer(scope)
    if settings.is_behind_proxy and is_loopback(peer):
        # The last entry is the proxy's own; those before it are whatever the sender claims.
        peer = (header(scope, b"x-forwarded-for") or peer).rpartition(",")[2].strip()
    try:
        parsed = ipaddress.ip_address(peer)
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


def is_secure(scope: Scope, settings: Settings) -> bool:
    """Whether the browser speaks TLS."""
    if settings.is_behind_proxy and is_loopback(_peer(scope)):
        return header(scope, b"x-forwarded-proto") == "https"
    return scope.get("scheme") in ("https", "wss")


def is_allowed_host(host: str | None, settings: Settings) -> bool:
    """Whether the server is to answer under a Host header.

    A page of another site can have its own name resolve to this machine. Addresses cannot be
    claimed so, and names must be known ones where the server knows its own.
    """
    name = _hostname(host)
    if name is None:
        return False
    with contextlib.suppress(ValueError):  # as it is a name
        ipaddress.ip_address(name)
        return True
    if name == "localhost":
        return True
    if settings.allowed_origins:
        return name in {urlsplit(origin).hostname for origin in settings.allowed_origins}
    return settings.is_behind_proxy or not settings.is_loopback


def is_allowed_origin(origin: str | None, host: str | None, settings: Settings) -> bool:
    """Whether a request of a page of this origin may change something or open a socket.

    Only browsers send an Origin, and they always do; other clients act for nobody else.
    """
    if origin is None:
        return True
    if origin in settings.allowed_origins:
        return True
    site = site_of(origin)
    return site is not None and host is not None and site in _sites(host)


def _sites(host: str) -> set[tuple[str, int]]:
    """What a Host header can mean: without a port, either default."""
    name = _hostname(host)
    if name is None:
        return set()
    port = urlsplit(f"//{host}").port
    return {(name, port)} if port else {(name, port) for port in DEFAULT_PORTS.values()}


def _hostname(host: str | None) -> str | None:
    """The name in a Host header; None unless the header is a name and perhaps a port."""
    if not host or any(letter in host for letter in "/\\@?#, \t") or not host.isascii():
        return None
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # raises unless it is a number in range
    except ValueError:
        return None
    return parts.hostname


def _peer(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else ""
