"""A wheel is all that is there: install it in an empty place, play, make games, run environments.

`python -m tests.packaging.walk WHEEL [PYTHON] [EXTRAS]` does it for any Python, which needs nothing
but pip; only the browser is driven from here. Without torch for that Python, name the other extras.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import expect

from tests.browser.visitor import visiting
from tests.browser_support import running_chromium

ROOT = Path(__file__).parents[2]
EXTRAS = "all"
SEED, CARD = 163, "1 black heart"
"""A map, and a card on it that the follower reaches in one turn."""
GAMES = 4
BARE = """
from importlib import import_module

from cerealbar import extras, game, language, views
from cerealbar.errors import MissingExtraError

for package, (extra, _) in extras.NEEDS.items():
    if package.count(".") == 1 or package == "cerealbar.views.picture":
        try:
            import_module(package)
        except MissingExtraError as error:
            assert f"pip install 'cerealbar[{extra}]'" in str(error), error
            print(package)
        else:
            raise AssertionError(package)
"""
"""What works without extras, and what each package says that needs one."""
ENVIRONMENTS = """
import gymnasium
import numpy as np

from cerealbar.env import cerealbar_v0
from cerealbar.env.vector import FollowerVectorEnv

env = cerealbar_v0.env(view="paper", render_mode="rgb_array")
env.reset(seed=7)
env.step({"action": 5, "text": "walk to the windmill"})
env.step({"action": 4, "text": ""})
assert env.agent_selection == "follower_0", env.agent_selection
assert env.render().any()
env.close()
games = FollowerVectorEnv(8)
games.reset(seed=7)
actions = np.zeros(8, np.int64)
_, rewards, _, _, _ = games.step(actions)
assert rewards.shape == (8,)
games.close()
for name in ("Follower", "Leader", "Fetch"):
    task = gymnasium.make(f"cerealbar.env:CerealBar/{name}-v0")
    task.reset(seed=7)
    mask = task.unwrapped.action_masks()
    task.step(task.action_space.sample(mask.astype(np.int8)))
    task.close()
"""
"""Everything that makes an environment, run with warnings as errors."""
_ADDRESS = re.compile(r"CerealBar is at (\S+) ")


class Installation:
    """A virtual environment with a wheel, and a folder with nothing in it."""

    def __init__(self, folder: Path, python: str) -> None:
        self.folder = folder / "empty"
        self.folder.mkdir()
        self._bin = folder / "venv" / "bin"
        # Neither the source nor its environment may be found by accident.
        away = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV")
        self._variables = {key: value for key, value in os.environ.items() if key not in away}
        subprocess.run([python, "-m", "venv", str(folder / "venv")], check=True)

    def install(self, wanted: str) -> None:
        """Install a wheel or an extra, in the pinned versions."""
        options = ["--quiet", "--no-compile", "--constraint", str(ROOT / "constraints.txt")]
        self.run("python", "-m", "pip", "install", *options, wanted)

    def run(self, program: str, *arguments: str, code: int = 0) -> str:
        """What a program of the environment says; fails unless it ends with the code."""
        done = subprocess.run(
            [str(self._bin / program), *arguments],
            cwd=self.folder,
            env=self._variables,
            capture_output=True,
            text=True,
        )
        told = done.stdout + done.stderr
        assert done.returncode == code, f"{program} {' '.join(arguments)}: {told}"
        assert "Traceback" not in told, told
        return told

    @contextmanager
    def serving(self) -> Iterator[str]:
        """The address of the game in the browser."""
        with (self.folder / "server.log").open("wb") as log:
            server = subprocess.Popen(
                [str(self._bin / "cerealbar"), "serve", "--port", "0"],
                cwd=self.folder,
                env=self._variables,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert server.stdout is not None, "it is a pipe"
        try:
            found = _ADDRESS.match(server.stdout.readline())
            assert found is not None, (self.folder / "server.log").read_text()
            yield found[1]
        finally:
            server.terminate()
            server.wait(60)
            server.stdout.close()


def ask_without_extras(place: Installation) -> None:
    """The command of a bare installation says what to install, as does each package."""
    told = place.run("cerealbar", "serve", code=1)
    assert told.startswith("error: cerealbar.cli cannot be used: cyclopts"), told
    assert told.count("\n") == 1, told
    assert "pip install 'cerealbar[cli]'" in told
    assert place.run("python", "-m", "cerealbar", code=1) == told
    assert "cerealbar.server" in place.run("python", "-W", "error", "-c", BARE)


def play(place: Installation) -> None:
    """Lead a game in Chromium: the agent does what it is told."""
    with (
        place.serving() as url,
        running_chromium(has_webgl=True) as browser,
        visiting(browser, url) as visitor,
    ):
        visitor.go("/")
        visitor.find("more-options").locator("summary").click()
        visitor.find("option-seed").fill(str(SEED))
        visitor.find("play-leader").click()
        visitor.expect_game(status="playing")
        visitor.await_stage()
        visitor.find("instruction-box").fill(f"get the {CARD}")
        visitor.find("send").click()
        visitor.find("end-turn").click()
        selected = visitor.find("selected").get_by_role("img")
        expect(selected).to_have_attribute("aria-label", CARD)
        visitor.page.screenshot(path=place.folder / "played.png")


def make_corpus(place: Installation) -> None:
    """Make games, and see that they agree with the rules."""
    place.run("cerealbar", "corpus", "make", "--out", "games", "--games", str(GAMES))
    assert f"{GAMES} games" in place.run("cerealbar", "corpus", "verify", "games")


def run_environments(place: Installation) -> None:
    """Step environments."""
    place.run("python", "-W", "error", "-c", ENVIRONMENTS)


def walk(wheel: Path, folder: Path, python: str = sys.executable, extras: str = EXTRAS) -> None:
    """Go the whole way, telling how long each part takes."""
    place = Installation(folder, python)
    steps: dict[str, Callable[[], None]] = {
        "installs without extras": partial(place.install, str(wheel)),
        "says what it lacks": partial(ask_without_extras, place),
        f"installs [{extras}]": partial(place.install, f"cerealbar[{extras}]"),
        "plays in Chromium": partial(play, place),
        "makes a corpus": partial(make_corpus, place),
        "runs environments": partial(run_environments, place),
    }
    for told, step in steps.items():
        began = time.perf_counter()
        step()
        print(f"{told}: {time.perf_counter() - began:.1f} s", flush=True)


if __name__ == "__main__":
    with TemporaryDirectory(prefix="cerealbar-wheel-") as temporary:
        walk(Path(sys.argv[1]).resolve(), Path(temporary), *sys.argv[2:])
