"""A real PostgreSQL for tests: started in a folder of its own, reached by a socket file."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

PROGRAMS = ("initdb", "postgres")
_FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
_SECONDS = 120


def find_program(name: str) -> str | None:
    """Where a program of PostgreSQL is installed."""
    found = shutil.which(name)
    if found:
        return found
    beside = [path for folder in _FOLDERS for path in Path("/").glob(f"{folder[1:]}/{name}")]
    return str(max(beside)) if beside else None


class PostgreSQL:
    """A server in a folder; as it refuses to run as root, another user then runs it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._user: int | None = None
        if os.getuid() == 0:
            names = {entry.pw_name: entry for entry in pwd.getpwall()}
            user = names.get("postgres") or names["nobody"]
            self._user = user.pw_uid
            os.chown(folder, user.pw_uid, user.pw_gid)
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count()

    def create(self) -> None:
        """Make the files."""
        command = [find_program("initdb"), "-D", self.folder / "data", "-U", "tester"]
        options = ["-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        self._run([*command, *options]).wait(_SECONDS)

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [find_program("postgres"), "-D", self.folder / "data", "-k", self.folder]
        settings = ["-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=60"]
        self._process = self._run([*command, *settings])
        last: Exception | None = None
        for _ in range(50 * _SECONDS):
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError as error:
                last = error
            try:
                self._process.wait(0.02)
                break
            except subprocess.TimeoutExpired:
                continue
        log = (self.folder / "log").read_text()
        raise RuntimeError(f"PostgreSQL does not start: {last}\n{log}")

    def stop(self) -> None:
        """Stop, ending all connections."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(_SECONDS)
            self._process = None

    def _run(self, command: list[object]) -> "subprocess.Popen[bytes]":
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [str(word) for word in command],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                cwd=self.folder,
                user=self._user,
                env={**os.environ, "LC_ALL": "C"},
            )

    def url(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql:///{name}?host={self.folder}&user=tester"

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = f"games{next(self._numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)


@contextmanager
def running_postgresql() -> Iterator[PostgreSQL]:
    """A server that runs for as long as it is needed."""
    folder = Path(tempfile.mkdtemp(prefix="cerealbar-pg-", dir="/tmp"))  # socket paths are short
    server = PostgreSQL(folder)
    try:
        server.create()
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder)
