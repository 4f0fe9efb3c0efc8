"""With a Numba that the dispatcher is not tested with, Numba itself compiles functions."""

import os
import subprocess
import sys
from pathlib import Path

from numba import version_info

from cerealbar.compiling.kernels import TESTED

PLAY = """
import hashlib
import numpy as np
from cerealbar.compiling import counting_compiled
from cerealbar.game import ACTIONS, Rules, blank_states, step_many, turns
states = blank_states(64, Rules(half_turns=None))
states["card_cell"] = 100 + 7 * np.arange(states["card_cell"].shape[1])
states["card_kind"] = 7 * np.arange(states["card_kind"].shape[1])
states["player_cell"] = (104, 118)
states["rng"] = np.arange(1, 257).reshape(64, 4)
chance = np.random.default_rng(0)
told = []
with counting_compiled(told.append):
    for _ in range(1000):
        step_many(states, chance.integers(len(ACTIONS), size=64, dtype=np.uint8))
score = bool(states['score'].any())
digest = hashlib.sha256(states.tobytes()).hexdigest()
print(type(turns._apply_all).__name__, bool(told), score, digest)
"""
OTHER = """
import numba
numba.version_info = numba.version_info._replace(short=(0, 999))
import sys
sys.modules["cerealbar.compiling.dispatcher"] = None  # as if it could not be loaded
"""


def played(code: str, cache: Path) -> list[str]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return done.stdout.split()


def test_games_are_the_same_with_another_numba(tmp_path: Path) -> None:
    assert version_info.short == TESTED
    whole, plain = played(PLAY, tmp_path / "whole"), played(OTHER + PLAY, tmp_path / "plain")
    assert (whole[:3], plain[:3]) == (["Kernel", "True", "True"], ["CPUDispatcher", "True", "True"])
    assert whole[3] == plain[3]
