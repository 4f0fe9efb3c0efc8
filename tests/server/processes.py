"""The real `cerealbar serve` in a process of its own."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

START_SECONDS = 60


class Served(NamedTuple):
    process: "subprocess.Popen[str]"
    line: str
    """What the server printed when it listened."""

    @property
    def port(self) -> int:
        found = re.search(r":(\d+) ", self.line)
        assert found is not None, self.line
        return int(found[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, str, str]:
        """The exit code, and the rest of what the server printed."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out, err


def command(folder: Path, *arguments: str) -> list[str]:
    database = str(folder / "games.sqlite")
    serve = [sys.executable, "-W", "error", "-m", "cerealbar", "serve", "--database", database]
    return [*serve, *arguments]


@contextmanager
def serving(folder: Path, *arguments: str, password: str = "") -> Iterator[Served]:
    """A server on a free port; killed in the end if it runs still."""
    process = subprocess.Popen(
        command(folder, "--port", "0", *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=os.environ | {"CEREALBAR_ADMIN_PASSWORD": password},
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if not line:
            raise AssertionError(process.communicate(timeout=30)[1])
        yield Served(process, line)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()
