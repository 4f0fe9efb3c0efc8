"""Servers that start at once: forked from a process that has everything loaded.

A server that is killed a thousand times would else spend an hour on imports. What is forked is the
whole server, as `cerealbar serve` runs it, but for the agents, whom nobody here plays with.

`python -m benchmarks.live.brood` reads lines of JSON, each the settings of a server to start, and
answers with its process id; it ends with its standard input.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import traceback
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cerealbar.server.settings import Settings


def main() -> None:
    import uvloop  # noqa: F401  # loaded before the forks, as all of this

    from cerealbar.server.app import create_app
    from cerealbar.server.logs import configure_logs
    from cerealbar.server.partners.pool import AgentPool
    from cerealbar.server.partners.warming import warm_up_rules
    from cerealbar.server.running import run
    from cerealbar.server.settings import load_settings

    async def start(*_: object) -> None:
        """Nobody plays with agents here."""

    async def load_all(*_: object) -> dict[object, str]:
        """Nor are any to be loaded."""
        return {}

    AgentPool.start = start  # type: ignore[method-assign,assignment]  # see above
    AgentPool.load_all = load_all  # type: ignore[method-assign,assignment]
    warm_up_rules(None)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print("ready", flush=True)
    for line in sys.stdin:
        child = os.fork()
        if child:
            print(child, flush=True)
            continue
        sys.stdin.close()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        settings = load_settings(None, json.loads(line))
        try:
            with _bound(settings) as listener:
                app = create_app(settings)
                configure_logs(settings.log_format)
                run(app, listener, lambda _: None)
        except Exception:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(0)


def _bound(settings: "Settings") -> socket.socket:
    """A socket on the port of a server that was killed a moment ago and may not be gone yet."""
    from cerealbar.server.running import ListenError, bind

    for _ in range(200):
        try:
            return bind(settings.host, settings.port)
        except ListenError:
            time.sleep(0.05)
    return bind(settings.host, settings.port)


class Brood:
    """The process from which servers are forked."""

    def __init__(self, log: str) -> None:
        command = [sys.executable, "-m", "benchmarks.live.brood"]
        with open(log, "ab") as file:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=file, text=True
            )
        assert self._read() == "ready", "see the log"

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def start(self, settings: dict[str, Any]) -> int:
        """The process id of a new server."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(settings) + "\n")
        self._process.stdin.flush()
        return int(self._read())

    def close(self) -> None:
        """Start no more."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(20)
        self._process.stdout.close()


if __name__ == "__main__":
    main()
