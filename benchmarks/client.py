"""The client in Chromium's software renderer at 1280x720; the reference is each goal.

The leader's page is measured, with the follower's view in its inset, while a follower in this
process never stands still.
"""

import random
import statistics
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page

from benchmarks.figure import Figure
from cerealbar.remote import RemoteGame
from cerealbar.remote import open_room as open_remotely
from cerealbar.wire.lobby import OpenRoom
from tests.browser_support import running_chromium
from tests.live.hosted import UNHURRIED, Hosted, hosted

SEED = 42
SECONDS = 10.0
STARTS = 5
STEP_SECONDS = 0.25
SIZE = (1280, 720)
SETTINGS = f"""
{UNHURRIED}
[rules]
follower_steps = 250
follower_seconds = 600.0
"""
COUNTING = """(() => {
  const drawn = (window.drawn = { frames: 0, calls: 0, most: 0 });
  let calls = 0;
  for (const name of ["Arrays", "Elements", "ArraysInstanced", "ElementsInstanced"]) {
    const draw = WebGL2RenderingContext.prototype[`draw${name}`];
    WebGL2RenderingContext.prototype[`draw${name}`] = function (...args) {
      calls += 1;
      return draw.apply(this, args);
    };
  }
  requestAnimationFrame(function tick() {
    drawn.frames += calls > 0 ? 1 : 0;
    drawn.calls += calls;
    drawn.most = Math.max(drawn.most, calls);
    calls = 0;
    requestAnimationFrame(tick);
  });
})()"""
MEASURE = """(seconds) => new Promise((resolve) => {
  Object.assign(window.drawn, { frames: 0, calls: 0, most: 0 });
  const began = performance.now();
  setTimeout(() => {
    resolve({ ...window.drawn, seconds: (performance.now() - began) / 1000 });
  }, 1000 * seconds);
})"""
LOBBY_IS_READY = """() => {
  const button = document.querySelector("[data-testid=play-leader]");
  return button && !button.disabled && performance.now();
}"""
BOARD_IS_READY = """() =>
  document.querySelector("[data-testid=stage][data-is-ready=true]") && performance.now()"""


def measure() -> list[Figure]:
    with (
        TemporaryDirectory() as folder,
        hosted(Path(folder) / "client.sqlite", SETTINGS) as server,
        running_chromium(has_webgl=True) as browser,
    ):
        lobby = _seconds_to(browser, server, LOBBY_IS_READY, in_game=False)
        play = _seconds_to(browser, server, BOARD_IS_READY, in_game=True)
        rate, calls = _drawing(browser, server)
    name = "leader's view with the inset, follower moving"
    return [
        Figure(f"{name}: frames", rate, "1/s", 30, ">= 30"),
        Figure(f"{name}: draw calls a frame, at most", calls, "calls", 200, "< 200"),
        Figure("lobby: from nothing to interactive", lobby, "s", 2, "< 2"),
        Figure("game: from nothing to the board", play, "s", 2, ""),
    ]


def _seconds_to(browser: Browser, server: Hosted, is_ready: str, *, in_game: bool) -> float:
    """How long a page without anything in its cache takes; the median of several."""
    times: list[float] = []
    for _ in range(STARTS):
        path = "/"
        if in_game:
            path = f"/play#{server.open_room(OpenRoom(mode='agent', seed=SEED))[0].token}"
        with _page(browser) as page:
            page.goto(server.url + path)
            times.append(page.wait_for_function(is_ready).json_value() / 1000)
    return statistics.median(times)


def _drawing(browser: Browser, server: Hosted) -> tuple[float, float]:
    """Frames a second, and the most draw calls in a frame."""
    follows = open_remotely(server.url, "friend", role="follower", seed=SEED)
    with follows.connect() as follower, _page(browser) as page:
        page.add_init_script(COUNTING)
        page.goto(f"{server.url}/join#{follower.known.room.invite}")
        page.wait_for_function(BOARD_IS_READY)
        page.get_by_test_id("instruction-box").fill("walk about until I say stop")
        page.keyboard.press("Enter")
        page.get_by_test_id("end-turn").click()
        with _walking(follower):
            page.evaluate(MEASURE, 2)
            found = page.evaluate(MEASURE, SECONDS)
    return found["frames"] / found["seconds"], found["most"]


@contextmanager
def _page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
    page = context.new_page()
    page.set_default_timeout(120_000)
    try:
        yield page
    finally:
        context.close()


@contextmanager
def _walking(follower: RemoteGame) -> Iterator[None]:
    """Meanwhile the follower takes a step as soon as the one before was shown."""
    is_over = threading.Event()
    walk = threading.Thread(target=_walk, args=(follower, is_over))
    walk.start()
    try:
        yield
    finally:
        is_over.set()
        walk.join()


def _walk(follower: RemoteGame, is_over: threading.Event) -> None:
    rng = random.Random(SEED)
    follower.wait_for_turn()
    while not is_over.wait(STEP_SECONDS):
        is_free = "forward" in follower.known.legal
        follower.act("forward" if is_free and rng.random() < 0.7 else "left")
