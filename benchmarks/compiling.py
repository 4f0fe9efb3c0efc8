"""Compiling with nothing compiled: a first game, the rules of rooms, the agents, each function that
Python calls with all its parts, and how often one is compiled; in CPU seconds, beside importing
Numba."""

import json
import os
import subprocess
import sys
import tempfile

from benchmarks.figure import Figure

_USES = {
    "a first game": "from cerealbar.game import Game; use = lambda: Game(42)",
    "the rules": "from cerealbar.server.partners.warming import warm_up_rules as use",
    "the agents": "from cerealbar.server.partners.warming import WARMING_STEPS\n"
    "def use(): [step() for step in WARMING_STEPS]",
}
_GOALS = {"a first game": "<= 12 x", "the rules": "<= 22 x", "the agents": "<= 40 x"}
_EACH = "<= 12 x"
_MEASURE = """
import json, time
from collections import Counter
from numba.core import event
{uses}
seconds, times, under_way = {{}}, Counter(), []
class Timer(event.Listener):
    def on_start(self, happened):
        under_way.append(time.process_time())
    def on_end(self, happened):
        function = happened.data["dispatcher"].py_func
        name = function.__module__ + "." + function.__qualname__
        taken = time.process_time() - under_way.pop()
        times[name] += name.startswith("cerealbar.")
        if not under_way:
            seconds[name] = taken
began = time.process_time()
with event.install_listener("numba:compile", Timer()):
    use()
print(json.dumps([time.process_time() - began, seconds, max(times.values())]))
"""


def _run(code: str) -> str:
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
        command = [sys.executable, "-c", code]
        return subprocess.run(
            command, check=True, capture_output=True, text=True, env=environment
        ).stdout


def measure() -> list[Figure]:
    numba = float(_run("import time; import numba; print(time.process_time())"))
    figures: list[Figure] = []
    each: dict[str, float] = {}
    most = 0
    for name, uses in _USES.items():
        total, seconds, times = json.loads(_run(_MEASURE.format(uses=uses)))
        figures.append(Figure(f"compile {name}", total, "CPU s", numba, _GOALS[name]))
        each |= seconds
        most = max(most, times)
    figures.append(Figure("most compilations of a function", most, "times", 1, "<= 2"))
    for name, value in sorted(each.items(), key=lambda item: -item[1]):
        short = name.removeprefix("cerealbar.")
        figures.append(Figure(f"compile {short}", value, "CPU s", numba, _EACH))
    return figures
