"""A real server in a process of its own, which can be stopped, killed and started again."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

SETTINGS = """
pace_seconds = [0, 0]
rooms_per_minute = 1000
[rules]
half_turns = 4
"""


class ServerProcess:
    """A server over a folder with its settings and its database."""

    def __init__(self, folder: Path, settings: str = SETTINGS) -> None:
        self._folder = folder
        (folder / "settings.toml").write_text(settings)
        self._process: subprocess.Popen[str] | None = None
        self._port = "0"
        self.url = ""

    def start(self) -> None:
        """Start it, on the same port as before."""
        command = [sys.executable, "-m", "cerealbar", "serve", "--port", self._port]
        command += ["--database", str(self._folder / "games.sqlite")]
        command += ["--settings", str(self._folder / "settings.toml")]
        with (self._folder / "log.txt").open("a") as log:
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, cwd=self._folder
            )
        assert self._process.stdout is not None
        told = self._process.stdout.readline()
        found = re.search(r"http://[^ ]+:(\d+)", told)
        assert found, told + (self._folder / "log.txt").read_text()
        self.url, self._port = found[0], found[1]

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Send a signal, and wait for the end."""
        process, self._process = self._process, None
        if process is None:
            return
        os.kill(process.pid, number)
        process.communicate(timeout=30)

    def kill(self) -> None:
        """End it without any warning."""
        self.stop(signal.SIGKILL)
