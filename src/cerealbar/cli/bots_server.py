"""The server that simulated people visit when no other is named: a study's own, in a hurry.

`python -m cerealbar.cli.bots_server FOLDER DATABASE PORT SPEED` serves it until SIGTERM;
`StudyProcess` runs that in a process of its own, which can be killed and started again.
"""

import json
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

import msgspec

from cerealbar.errors import CerealBarError
from cerealbar.extras import require
from cerealbar.studies.errors import StudyError
from cerealbar.studies.parts import Arm
from cerealbar.studies.study import Study

STOP_SECONDS = 60.0
_MOST_TOLD = 2000
"""Characters of what a server says that does not start."""
_PLENTY = 100_000
_KEPT = ("header_seconds", "body_seconds", "header_bytes")
"""Limits that no crowd behind one address comes near to."""
_LEAST_AWAY_MINUTES, _LEAST_GRACE_SECONDS = 0.5, 3.0
"""At any speed: the machine may be busy, and the server be started again."""
_PAUSES = ("pace_seconds", "reading_seconds", "typing_seconds")


class StudyProcess:
    """Serves a folder's study; without a database over one that is gone in the end."""

    def __init__(self, folder: Path, speed: float, database: str | None = None) -> None:
        self._folder, self._speed = folder, speed
        self._temporary = TemporaryDirectory(prefix="cerealbar-bots-")
        self._log = Path(self._temporary.name, "server.log")
        self.database = database or str(Path(self._temporary.name, "study.sqlite"))
        self.address = ""
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(STOP_SECONDS)
            self._end(self._process)
        self._temporary.cleanup()

    def start(self) -> None:
        """Start it, and wait until it can be visited; again on the same port.

        Raises:
            MissingExtraError: what serves is not installed.
            StudyError: it does not start; the message tells what it said.
        """
        require("cerealbar.server")  # here, where it is one sentence
        port = self.address.rpartition(":")[2] or "0"
        command = [sys.executable, "-m", __name__, str(self._folder), self.database, port]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603  # our own module
                [*command, str(self._speed)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout is not None, "it is a pipe"
        _, _, address = self._process.stdout.readline().partition(" is at ")
        if not address:
            told = self._log.read_text(encoding="utf-8", errors="replace")[-_MOST_TOLD:]
            self.__exit__()
            raise StudyError(f"the server of {self._folder} does not start:\n{told}")
        self.address = address.split()[0]

    def kill(self) -> None:
        """End it as a power cut would, and start it again."""
        assert self._process is not None, "it runs"
        self._end(self._process)
        self.start()

    @staticmethod
    def _end(process: subprocess.Popen[str]) -> None:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()

    def errors(self) -> list[str]:
        """What the server itself calls an error, each kind once."""
        counts: Counter[str] = Counter()
        for line in self._log.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                told = json.loads(line)
            except ValueError:  # no log line, such as what the interpreter says
                continue
            if told.get("level") in ("error", "critical"):
                where = (told.get("trace") or [""])[-1]
                counts[f"{told.get('event')}: {told.get('error', '')} {where}".rstrip()] += 1
        return [f"the server says {count} times: {told}" for told, count in counts.items()]


def hurried_settings(folder: Path, database: str, port: int, speed: float) -> Any:  # slow to import
    """The study's settings, for many people behind one address who are so many times quicker."""
    from cerealbar.server.settings import TrafficLimits
    from cerealbar.server.visits.opening import study_settings

    usual = study_settings(folder, None, {})
    shortest, longest = usual.pace_seconds
    limits = {name: _PLENTY for name in TrafficLimits.__struct_fields__ if name not in _KEPT}
    hurry = {
        "host": "127.0.0.1",
        "port": port,
        "database": database,
        "log_format": "json",
        "pace_seconds": (shortest / speed, longest / speed),
        "away_minutes": max(_LEAST_AWAY_MINUTES, usual.away_minutes / speed),
        "grace_seconds": max(_LEAST_GRACE_SECONDS, usual.grace_seconds / speed),
        "rooms_per_address": _PLENTY,
        "max_games": _PLENTY,
    }
    return study_settings(folder, None, limits | hurry)


def hurried_study(study: Study, speed: float) -> Study:
    """The study with shorter waits for those who are quicker; turns are as long as ever."""
    steps = tuple(step.hurried(speed) for step in study.steps)
    arms = {name: _hurried_arm(arm, speed) for name, arm in study.treatments.items()}
    return msgspec.structs.replace(study, steps=steps, treatments=arms)


def _hurried_arm(arm: Arm, speed: float) -> Arm:
    """The treatment with agents that are as quick as the people."""
    from cerealbar.server.treatments import BLIND

    usual = BLIND if arm.partner == "blind" else {}
    pauses = {key: arm.play.get(key, usual.get(key)) for key in _PAUSES}
    quick = {key: _divided(value, speed) for key, value in pauses.items() if value is not None}
    return msgspec.structs.replace(arm, play=arm.play | quick)


def _divided(seconds: Any, speed: float) -> Any:  # a number or a pair, as the study's file says
    return [each / speed for each in seconds] if isinstance(seconds, list) else seconds / speed


def _stop_with_parent() -> None:
    """End in order when whoever started this has ended, in whatever way: nobody holds the pipe."""
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


def main(folder: str, database: str, port: str, speed: str) -> None:
    """Serve the study of a folder."""
    from cerealbar.cli.serve import serve_app
    from cerealbar.server.visits.opening import open_study

    threading.Thread(target=_stop_with_parent, daemon=True).start()
    settings = hurried_settings(Path(folder), database, int(port), float(speed))
    study = hurried_study(open_study(Path(folder), settings), float(speed))
    serve_app(settings, {study.name: study})


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except CerealBarError as refusal:
        sys.exit(str(refusal))
