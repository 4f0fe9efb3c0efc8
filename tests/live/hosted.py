"""A server in a process of its own."""

import os
import re
import resource
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec

from cerealbar.wire.lobby import OpenRoom, Seated, SeatGiven, TakeSeat

_ADDRESS = re.compile(r"CerealBar is at (\S+) ")
_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
_PAGE_BYTES = resource.getpagesize()
PATIENCE = 120.0
"""Seconds after which a server counts as one that hangs; the machine may be busy."""
UNHURRIED = """
messages_per_second = 100_000
message_burst = 100_000
frames_per_second = 100_000
frame_burst = 1_000_000
stranger_frames = 100_000
address_frames_per_second = 100_000
all_frames_per_second = 100_000
hellos_per_minute = 100_000
handshakes_per_minute = 100_000
all_handshakes_per_second = 100_000
watch_kilobytes_per_second = 1_000_000
all_watch_kilobytes_per_second = 1_000_000
requests_per_minute = 100_000
all_requests_per_second = 100_000
rooms_per_minute = 100_000
posts_per_minute = 100_000
sockets_per_address = 10_000
connections_per_address = 10_000
max_connections = 10_000
rooms_per_address = 10_000
max_games = 10_000
arrival_seconds = 600
"""
"""Settings that limit nobody."""


class Site:
    """Where rooms can be opened and played in."""

    def __init__(self, url: str, certificate: Path | None = None) -> None:
        self.url = url
        self.tls = None if certificate is None else ssl.create_default_context(cafile=certificate)

    @property
    def socket_url(self) -> str:
        """Where clients connect."""
        return f"{self.url.replace('http', 'ws', 1)}/socket"

    def open_room(self, wish: OpenRoom) -> tuple[SeatGiven, ...]:
        """The seats that the server gives."""
        return self._ask("/api/rooms", wish)

    def take_seat(self, invite: str) -> SeatGiven:
        """The seat to which someone is invited."""
        return self._ask("/api/seats", TakeSeat(invite=invite))[0]

    def _ask(self, path: str, wish: OpenRoom | TakeSeat) -> tuple[SeatGiven, ...]:
        headers = {"content-type": "application/json"}
        body = msgspec.json.encode(wish)
        reply = httpx.post(
            f"{self.url}{path}",
            content=body,
            headers=headers,
            timeout=PATIENCE,
            verify=self.tls or True,
        )
        reply.raise_for_status()
        return msgspec.json.decode(reply.content, type=Seated).seats

    def is_healthy(self) -> bool:
        """Whether the server says that it and its database are well."""
        reply = httpx.get(f"{self.url}/health", timeout=PATIENCE, verify=self.tls or True)
        return reply.status_code == 200


class Hosted(Site):
    """A running server, and what the system knows of it.

    `url` is where its games are if they are not in the file, whose name its other files have too.
    """

    def __init__(
        self,
        database: Path,
        settings: str,
        cores: Collection[int] = (),
        port: int = 0,
        url: str = "",
        process: str = "",
    ) -> None:
        file = database.with_suffix(".toml")
        file.write_text(settings, encoding="utf-8")
        command = [sys.executable, "-m", "cerealbar", "serve", "--port", str(port)]
        command += ["--database", url or str(database), "--settings", str(file)]
        if process:
            command += ["--process", process]
        self.database = database
        self.errors = database.with_suffix(".log")
        began = time.perf_counter()
        with self.errors.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        if cores:
            os.sched_setaffinity(self.process.pid, cores)
        assert self.process.stdout is not None
        found = _ADDRESS.match(self.process.stdout.readline())
        self.start_seconds = time.perf_counter() - began
        """From its call to the line that says where it is."""
        if found is None:
            self.kill()
            raise RuntimeError(f"the server does not start: {self.errors.read_text()}")
        super().__init__(found[1])
        self.port = int(self.url.rpartition(":")[2])

    def cpu_seconds(self) -> float:
        """Used by the server's process so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS_PER_SECOND

    def waited_seconds(self) -> float:
        """That the server's threads were ready to run while others had the core."""
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((thread / "schedstat").read_text().split()[1]) for thread in threads) / 1e9

    def memory_bytes(self) -> int:
        """Held by the server's process now."""
        fields = Path(f"/proc/{self.process.pid}/statm").read_text().split()
        return int(fields[1]) * _PAGE_BYTES

    def terminate(self) -> int:
        """Ask the server to stop; the status with which it did."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(PATIENCE)
        self._close()
        return status

    def kill(self) -> None:
        """End the server as a power cut would."""
        self.process.kill()
        self.process.wait()
        self._close()

    def _close(self) -> None:
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def hosted(
    database: Path, settings: str = UNHURRIED, cores: Collection[int] = (), port: int = 0
) -> Iterator[Hosted]:
    """A server that is ended in the end."""
    server = Hosted(database, settings, cores, port)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
