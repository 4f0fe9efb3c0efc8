"""The server that simulated people visit when no other is named: a study's own, in a hurry.

`python -m cerealbar.cli.bots_server FOLDER DATABASE PORT SPEED` serves it until SIGTERM.
"""

import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

import msgspec

from cerealbar.cli.serve import serve_app
from cerealbar.errors import CerealBarError
from cerealbar.server.limits import TrafficLimits
from cerealbar.server.settings import Settings
from cerealbar.server.treatments import BLIND
from cerealbar.server.visits.opening import open_study, study_settings
from cerealbar.studies.study import Arm, GamesStep, Information, Step, Study

_PLENTY = 100_000
_KEPT = ("header_seconds", "body_seconds", "header_bytes")
"""Limits that no crowd behind one address comes near to."""
_LEAST_AWAY_MINUTES, _LEAST_GRACE_SECONDS = 0.5, 3.0
"""At any speed: the machine may be busy, and the server be started again."""
_LEAST_WAIT_MINUTES = 0.05
_PAUSES = ("pace_seconds", "reading_seconds", "typing_seconds")


def hurried_settings(folder: Path, database: str, port: int, speed: float) -> Settings:
    """The study's settings, for many people behind one address who are so many times quicker."""
    usual = study_settings(folder, None, {})
    shortest, longest = usual.pace_seconds
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
    limits = {name: _PLENTY for name in TrafficLimits.__struct_fields__ if name not in _KEPT}
    return study_settings(folder, None, limits | hurry)


def hurried_study(study: Study, speed: float) -> Study:
    """The study with shorter waits for those who are quicker."""
    steps = tuple(_hurried_step(step, speed) for step in study.steps)
    arms = {name: _hurried_arm(arm, speed) for name, arm in study.treatments.items()}
    return msgspec.structs.replace(study, steps=steps, treatments=arms)


def _hurried_step(step: Step, speed: float) -> Step:
    if isinstance(step, GamesStep):
        minutes = max(_LEAST_WAIT_MINUTES, step.waiting.minutes / speed)
        waiting = msgspec.structs.replace(step.waiting, minutes=minutes)
        return msgspec.structs.replace(step, waiting=waiting)
    if isinstance(step, Information):
        return msgspec.structs.replace(step, least_seconds=step.least_seconds / speed)
    return step


def _hurried_arm(arm: Arm, speed: float) -> Arm:
    """The treatment with agents that are as quick as the people; turns are as long as ever."""
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
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    settings = hurried_settings(Path(folder), database, int(port), float(speed))
    study = hurried_study(open_study(Path(folder), settings), float(speed))
    serve_app(settings, {study.name: study})


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except CerealBarError as refusal:
        sys.exit(str(refusal))
