"""Several processes on one PostgreSQL database, behind nginx as the manual configures it."""

import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.live.hosted import UNHURRIED, Hosted, Site
from tests.live.postgresql import running_postgresql

DEPLOY = Path(__file__).parents[2] / "docs" / "deploy"
NAMES = ("1", "2")
BEHIND_PROXY = "is_behind_proxy = true\n"
_WRAPPER = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
worker_processes 1;
events {{ worker_connections 8192; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as plug:
        plug.bind(("127.0.0.1", 0))
        port: int = plug.getsockname()[1]
        return port


def self_signed(folder: Path) -> tuple[Path, Path]:
    """A certificate of our own for localhost, and its key."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    command += ["-out", str(certificate), "-keyout", str(key)]
    subprocess.run(command, check=True, capture_output=True)
    return certificate, key


def site_configuration(ports: dict[str, int], listens: int, certificate: Path, key: Path) -> str:
    """The manual's configuration with other ports and paths."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for name, port in ports.items():
        text, count = re.subn(rf"127\.0\.0\.1:808{name}\b", f"127.0.0.1:{port}", text)
        assert count == 2, f"process {name} is named in the pool and by itself"
    for old, new in (
        ("listen 443 ssl", f"listen 127.0.0.1:{listens} ssl"),
        ("/etc/ssl/cerealbar/certificate.pem", str(certificate)),
        ("/etc/ssl/cerealbar/key.pem", str(key)),
    ):
        assert old in text, f"{old!r} is in the manual's configuration"
        text = text.replace(old, new)
    return text


class Cluster(Site):
    """An installation: processes that can be killed and started again, and their proxy."""

    def __init__(self, folder: Path, database: str, settings: str = UNHURRIED) -> None:
        self.folder, self.database = folder, database
        self._settings = BEHIND_PROXY + settings
        self.ports = {name: free_port() for name in NAMES}
        self.processes: dict[str, Hosted] = {}
        certificate, key = self_signed(folder)
        listens = free_port()
        super().__init__(f"https://localhost:{listens}", certificate)
        site = site_configuration(self.ports, listens, certificate, key)
        (folder / "site.conf").write_text(site, encoding="utf-8")
        (folder / "nginx.conf").write_text(_WRAPPER.format(folder=folder), encoding="utf-8")
        self._nginx: subprocess.Popen[bytes] | None = None

    def start(self, name: str) -> Hosted:
        """Start a process."""
        place = self.folder / f"process{name}.sqlite"
        self.processes[name] = Hosted(
            place, self._settings, port=self.ports[name], url=self.database, process=name
        )
        return self.processes[name]

    def kill(self, name: str) -> None:
        """End a process as a power cut would."""
        self.processes.pop(name).kill()

    def start_proxy(self) -> None:
        """Start nginx, and wait until it listens."""
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        log = (self.folder / "nginx.out").open("wb")
        with log:
            self._nginx = subprocess.Popen(
                [program, "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")],
                stdout=log,
                stderr=log,
            )
        port = int(self.url.rpartition(":")[2])
        for _ in range(500):
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                return
            if self._nginx.poll() is not None:
                break
            with suppress(subprocess.TimeoutExpired):
                self._nginx.wait(0.02)
        raise RuntimeError(f"nginx does not start: {(self.folder / 'nginx.out').read_text()}")

    def close(self) -> None:
        """End everything."""
        for name in tuple(self.processes):
            self.kill(name)
        if self._nginx is not None:
            self._nginx.send_signal(signal.SIGTERM)
            self._nginx.wait(20)


@contextmanager
def running_cluster(folder: Path, settings: str = UNHURRIED) -> Iterator[Cluster]:
    """Two processes behind nginx, on a PostgreSQL of their own."""
    with running_postgresql() as postgresql:
        cluster = Cluster(folder, postgresql.new_database(), settings)
        try:
            for name in NAMES:
                cluster.start(name)
            cluster.start_proxy()
            yield cluster
        finally:
            cluster.close()
