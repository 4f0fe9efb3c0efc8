"""How much of anything a socket, an address and all of them together may ask for."""

from typing import Annotated

import msgspec
from msgspec import Meta

Positive = Annotated[float, Meta(gt=0, le=1_000_000)]
Many = Annotated[int, Meta(ge=1, le=1_000_000)]
Pause = Annotated[float, Meta(ge=0, le=60)]
Grace = Annotated[float, Meta(ge=0, le=3600)]
StepLimit = Annotated[int, Meta(ge=1, le=1000)]


class TrafficLimits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits that hold before, or besides, what is asked for."""

    messages_per_second: Positive = 20.0
    """That one socket may send in the long run."""
    message_burst: Many = 60
    """That one socket may send at once."""
    frames_per_second: Positive = 40.0
    """That one socket may send in the long run: messages, their pieces, and pings."""
    frame_burst: Many = 240
    """That one socket may send at once; one that sends more is cut."""
    stranger_frames: Many = 12
    """That a socket may send before it says hello."""
    address_frames_per_second: Positive = 400.0
    """That all sockets of one address may send."""
    all_frames_per_second: Positive = 4000.0
    """That all sockets may send."""
    hellos_per_minute: Many = 30
    """With which one seat may be taken up again."""
    handshakes_per_minute: Many = 120
    """Sockets that one address may open; one that is cut counts as ten."""
    all_handshakes_per_second: Positive = 100.0
    """Sockets that all may open."""
    sockets_per_address: Many = 40
    """That one address may hold open."""
    watch_kilobytes_per_second: Positive = 200.0
    """That one address is sent as it begins to watch games."""
    all_watch_kilobytes_per_second: Positive = 5000.0
    """That all are sent as they begin to watch games."""
    requests_per_minute: Many = 1200
    """Of any kind, and connections, that one address may begin."""
    all_requests_per_second: Positive = 400.0
    """Of any kind, and connections, that all may begin."""
    rooms_per_minute: Many = 20
    """That one address may open."""
    posts_per_minute: Many = 240
    """Requests other than for pages that one address may send."""
    connections_per_address: Many = 100
    """That may be open at once."""
    max_connections: Many = 4000
    """That may be open at once; fewer where the system allows fewer files."""
    header_seconds: Positive = 10.0
    """A request whose headers take longer is cut."""
    header_bytes: Annotated[int, Meta(ge=1024, le=1_000_000)] = 16_384
    """Of the headers of one request."""
    body_seconds: Positive = 20.0
    """A request whose body takes longer is cut."""
