"""What may come over a socket: each frame is counted where it begins, before anyone reads it."""

from collections.abc import Iterator

from websockets.frames import Opcode

from cerealbar.server.rate_limits import TokenBucket
from cerealbar.server.traffic.counts import Traffic

MAX_PIECES = 64
"""In which one message may come."""
FRAME_BYTES = 4096
"""A longer frame counts as several."""
_LONG = {126: 2, 127: 8}
"""How many bytes say how long a longer frame is, by what stands where shorter ones say it."""


def frames(stream: bytes) -> Iterator[tuple[int, int, int]]:
    """The frames that begin in a stream of a client: kind, length of the content, where it ends."""
    at = 0
    while at + 2 <= len(stream):
        length, more = stream[at + 1] & 127, _LONG.get(stream[at + 1] & 127, 0)
        if at + 2 + more > len(stream):
            return
        if more:
            length = int.from_bytes(stream[at + 2 : at + 2 + more], "big")
        end = at + 2 + more + (4 if stream[at + 1] & 128 else 0) + length
        yield stream[at] & 15, length, end
        at = end


class FrameMeter:
    """What one socket sends: little before its client has a seat, then at a rate."""

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic
        self._left = float(traffic.settings.stranger_frames)
        self._bucket: TokenBucket | None = None
        self._pieces = 0
        self._skip, self._begun = 0, b""
        """How much of what comes next belongs to a frame that was counted; or its first bytes."""

    def welcome(self) -> None:
        """The client has a seat, so that it may say more."""
        limits = self._traffic.settings
        self._bucket = TokenBucket(
            limits.frames_per_second, limits.frame_burst, self._traffic.clock
        )

    def may_pass(self, data: bytes, address: str) -> bool:
        """Whether all that begins in a piece of the stream may be read."""
        if self._skip >= len(data):
            self._skip -= len(data)
            return True
        stream, read = self._begun + data[self._skip :], 0
        for kind, length, end in frames(stream):
            if not self._count(kind, 1 + length / FRAME_BYTES, address):
                return False
            read = end
        self._begun, self._skip = stream[read:], max(0, read - len(stream))
        return True

    def _count(self, kind: int, cost: float, address: str) -> bool:
        if kind == Opcode.CONT:
            self._pieces += 1
        elif kind in (Opcode.TEXT, Opcode.BINARY):
            self._pieces = 0
        if self._bucket is None:
            self._left -= cost
            may_send = self._left >= 0
        else:
            may_send = self._bucket.take(cost)
        return may_send and self._pieces < MAX_PIECES and self._traffic.frames.take(address, cost)
