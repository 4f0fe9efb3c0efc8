"""Takes the pictures of the game in the browser: starts a server, really plays, and looks.

Run by `make screenshots`; writes `pictures/NAME.png` at 1280x800 and `NAME-1024.png` at 1024x640.
"""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from cerealbar.wire.lobby import OpenRoom
from tests.browser.visitor import HAS_PLAYED
from tests.browser_support import running_chromium
from tests.remote.server_process import ServerProcess

PICTURES = Path(__file__).parent / "pictures"
SIZES = {"": (1280, 800), "-1024": (1024, 640)}
MOST_BYTES = 450_000
SEED = 163
"""A map with ponds, a hill and a set of cards near the players."""
PATIENCE_MS = 120_000
UNHURRIED = """
pace_seconds = [2.0, 2.0]
rooms_per_minute = 1000
[rules]
leader_seconds = 300.0
follower_seconds = 300.0
"""
SHORT = """
pace_seconds = [0.1, 0.1]
[rules]
half_turns = 2
extra_half_turns = []
"""


def main() -> None:
    """Take all pictures."""
    expect.set_options(timeout=PATIENCE_MS)
    with TemporaryDirectory() as folder, running_chromium(has_webgl=True) as browser:
        with _served(Path(folder, "unhurried"), UNHURRIED) as server:
            take_lobby(browser, server)
            take_leader(browser, server)
            take_follower(browser, server)
        with _served(Path(folder, "short"), SHORT) as server:
            take_end(browser, server)


def take_lobby(browser: Browser, server: ServerProcess) -> None:
    """The first page."""
    with _opened(browser, server.url) as page:
        expect(page.get_by_test_id("play-leader")).to_be_enabled()
        _take(page, "lobby")


def take_leader(browser: Browser, server: ServerProcess) -> None:
    """The leader while an agent follows, tilted, and from above with the agent's plan."""
    with _seated(browser, server, OpenRoom(mode="agent", role="leader", seed=SEED)) as page:
        for text in ("get the 3 yellow hearts", "get the 2 orange diamonds", "then wait for me"):
            _instruct(page, text)
        page.get_by_test_id("end-turn").click()
        texts = page.get_by_test_id("instructions").locator("li")
        expect(texts.nth(1)).to_have_attribute("data-status", "current")
        expect(page.get_by_test_id("selected")).to_be_visible()
        _take(page, "leader")
        page.get_by_test_id("camera").click()
        _take(page, "overhead")


def take_follower(browser: Browser, server: ServerProcess) -> None:
    """The follower while an agent leads."""
    with _seated(browser, server, OpenRoom(mode="agent", role="follower", seed=SEED)) as page:
        expect(page.get_by_test_id("done")).to_be_enabled()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_test_id("steps")).to_have_text("9")
        _take(page, "follower")


def take_end(browser: Browser, server: ServerProcess) -> None:
    """The end of a game with a set, and its replay."""
    with _opened(browser, server.url) as page:
        page.get_by_test_id("more-options").locator("summary").click()
        page.get_by_test_id("option-seed").fill(str(SEED))
        page.get_by_test_id("play-leader").click()
        _await_board(page)
        page.keyboard.press("ArrowUp")
        expect(page.get_by_test_id("selected")).to_be_visible()
        for text in ("get the 3 yellow hearts", "get the 1 blue torus"):
            _instruct(page, text)
        page.get_by_test_id("end-turn").click()
        expect(page.get_by_test_id("final-score")).to_have_text("1")
        _take(page, "end")
        page.get_by_test_id("replay-link").click()
        _await_board(page)
        for _ in range(5):
            page.keyboard.press("ArrowRight")
        expect(page.get_by_test_id("replay")).to_have_attribute("data-index", "5")
        _take(page, "replay-3d")


@contextmanager
def _served(folder: Path, settings: str) -> Iterator[ServerProcess]:
    folder.mkdir()
    server = ServerProcess(folder, settings)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def _opened(browser: Browser, url: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    context.add_init_script(HAS_PLAYED)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    try:
        page.goto(url)
        yield page
    finally:
        context.close()


@contextmanager
def _seated(browser: Browser, server: ServerProcess, wish: OpenRoom) -> Iterator[Page]:
    (seat,) = server.open_room(wish)
    with _opened(browser, f"{server.url}/play#{seat.token}") as page:
        _await_board(page)
        yield page


def _await_board(page: Page) -> None:
    expect(page.get_by_test_id("stage")).to_have_attribute("data-is-ready", "true")


def _instruct(page: Page, text: str) -> None:
    count = page.get_by_test_id("instructions").locator("li").count()
    page.get_by_test_id("instruction-box").fill(text)
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("instructions").locator("li")).to_have_count(count + 1)


def _take(page: Page, name: str) -> None:
    """The page as it is now, in both sizes."""
    for suffix, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(1000)  # the board is drawn sharply when it has come to rest
        _write(PICTURES / f"{name}{suffix}.png", page.screenshot())
    page.set_viewport_size({"width": 1280, "height": 800})


def _write(path: Path, png: bytes) -> None:
    """Keep a picture, with as many colours as fit into its share of the repository."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.save(path, optimize=True)
    for colours in (256, 128, 64):
        if path.stat().st_size <= MOST_BYTES:
            break
        # Other methods lose the colours of small cards.
        palette = picture.quantize(colours, method=Image.Quantize.MAXCOVERAGE, kmeans=8)
        picture.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main()
