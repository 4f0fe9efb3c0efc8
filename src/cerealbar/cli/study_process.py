"""A study's server in a process of its own, which can be killed and started again."""

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

from cerealbar.extras import require
from cerealbar.studies.errors import StudyError

STOP_SECONDS = 60.0
_ADDRESS = re.compile(r"CerealBar is at (http://\S+:(\d+))")
_MOST_TOLD = 2000
"""Characters of what a server says that does not start."""


class StudyProcess:
    """Serves a folder's study; without a database over one that is gone in the end."""

    def __init__(self, folder: Path, speed: float, database: str | None = None) -> None:
        self._folder, self._speed = folder, speed
        self._temporary = TemporaryDirectory(prefix="cerealbar-bots-")
        self._log = Path(self._temporary.name, "server.log")
        self.database = database or str(Path(self._temporary.name, "study.sqlite"))
        self._port = 0
        self.address = ""
        self.kills = 0
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the server end, and leave nothing behind."""
        self.stop()
        self._temporary.cleanup()

    def start(self) -> None:
        """Start it, and wait until it can be visited; again on the same port.

        Raises:
            MissingExtraError: what serves is not installed.
            StudyError: it does not start; the message tells what it said.
        """
        require("cerealbar.server")  # here, where it is one sentence
        command = [sys.executable, "-m", "cerealbar.cli.bots_server", str(self._folder)]
        command += [self.database, str(self._port), str(self._speed)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603  # our own module
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self._process.stdout is not None, "it is a pipe"
        found = _ADDRESS.match(self._process.stdout.readline())
        if found is None:
            told = self._log.read_text(encoding="utf-8", errors="replace")[-_MOST_TOLD:]
            raise StudyError(f"the server of {self._folder} does not start:\n{told}")
        self.address, self._port = found[1], int(found[2])

    def kill(self) -> None:
        """End it as a power cut would, and start it again."""
        assert self._process is not None, "it runs"
        self._process.kill()
        self._end()
        self.kills += 1
        self.start()

    def stop(self) -> None:
        """Let it end in order; it is killed if it takes too long."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._end()

    def _end(self) -> None:
        assert self._process is not None, "it runs"
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process = None

    def errors(self) -> list[str]:
        """What the server itself calls an error, each kind once."""
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        counts = Counter(told for line in lines if (told := _error_in(line)) is not None)
        return [f"the server says {count} times: {told}" for told, count in counts.items()]


def _error_in(line: str) -> str | None:
    """The error that a log line tells of, and where it came from."""
    try:
        told = json.loads(line)
    except ValueError:  # no log line, such as what the interpreter says
        return None
    if told.get("level") not in ("error", "critical"):
        return None
    where = (told.get("trace") or [""])[-1]
    return f"{told.get('event')}: {told.get('error', '')} {where}".rstrip()
