"""A person at a page, with all that the page complained of and all that it was sent."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Response, WebSocket, expect

from cerealbar.wire.messages import (
    Act,
    FromClient,
    FromServer,
    Instruct,
    Update,
    decode_from_client,
    decode_from_server,
)
from tests.browser_support import complaints_of

PATIENCE_MS = 60_000
"""Other programs may keep the machine busy; what never comes costs a test this long."""
HAS_PLAYED = "localStorage.setItem('cerealbar.has-played', 'yes')"
"""Done before the page's scripts: the clock waits for nobody who has played before."""
DRIVER_TALK = ("GPU stall due to ReadPixels",)
"""What the software renderer says when a picture is taken of it."""

expect.set_options(timeout=PATIENCE_MS)


class Visitor:
    """One browser profile with one page."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        size: tuple[int, int],
        *,
        is_reduced: bool,
        is_dark: bool,
        is_new: bool,
    ) -> None:
        self.site = url
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce" if is_reduced else "no-preference",
            color_scheme="dark" if is_dark else "light",
            locale="en-GB",
        )
        if not is_new:
            self.context.add_init_script(HAS_PLAYED)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        host = urlsplit(url).netloc
        self.complaints = complaints_of(self.page, lambda asked: urlsplit(asked).netloc == host)
        self._excused = [*DRIVER_TALK]
        self.frames: list[bytes] = []
        """What the sockets of the page were sent."""
        self.said: list[bytes] = []
        """What the page said to them."""
        self._responses: list[Response] = []
        self.page.on("response", lambda response: self._responses.append(response))
        self.page.on("websocket", self._hear)

    def _hear(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(_as_bytes(frame)))
        socket.on("framesent", lambda frame: self.said.append(_as_bytes(frame)))

    def go(self, path: str) -> None:
        """Open an address of the server."""
        self.page.goto(self.site + path)

    def find(self, name: str) -> Locator:
        """The shown part of the page with this test id."""
        return self.page.get_by_test_id(name).filter(visible=True)

    @property
    def game(self) -> Locator:
        """The game in front."""
        return self.page.locator("[data-testid=game][data-is-active=true]")

    def expect_game(self, **values: object) -> None:
        """Wait until the game in front says all this of itself."""
        for name, value in values.items():
            expect(self.game).to_have_attribute(f"data-{name.replace('_', '-')}", str(value))

    def await_stage(self) -> None:
        """Wait until the board is drawn."""
        expect(self.find("stage")).to_have_attribute("data-is-ready", "true")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    @property
    def heard(self) -> list[FromServer]:
        """The messages of the server."""
        return [decode_from_server(frame) for frame in self.frames]

    @property
    def requests(self) -> list[FromClient]:
        """The messages of the page."""
        return [decode_from_client(frame) for frame in self.said]

    @property
    def acknowledged(self) -> list[str]:
        """The deeds of this page that the server said it carried out, as words or texts."""
        answered = {message.id for message in self.heard if isinstance(message, Update)}
        asked = [it for it in self.requests if isinstance(it, Act | Instruct)]
        return [it.action if isinstance(it, Act) else it.text for it in asked if it.id in answered]

    def bodies(self) -> dict[str, bytes]:
        """What came over HTTP, by address; to be asked for before the page is left."""
        return {response.url: response.body() for response in self._responses if response.ok}

    def excuse(self, pattern: str) -> None:
        """Forgive complaints that a test provokes on purpose; some are heard of later only."""
        self._excused.append(pattern)

    @property
    def unexcused(self) -> list[str]:
        """What the page complained of without a reason."""
        return [it for it in self.complaints if not re.search("|".join(self._excused), it)]


def _as_bytes(frame: str | bytes) -> bytes:
    return frame if isinstance(frame, bytes) else frame.encode()


@contextmanager
def visiting(
    browser: Browser,
    url: str,
    size: tuple[int, int] = (1024, 640),
    *,
    is_reduced: bool = True,
    is_dark: bool = False,
    is_new: bool = False,
) -> Iterator[Visitor]:
    """A visitor who leaves in the end; fails if the page complained of anything."""
    visitor = Visitor(browser, url, size, is_reduced=is_reduced, is_dark=is_dark, is_new=is_new)
    try:
        yield visitor
        assert not visitor.unexcused, visitor.unexcused
    finally:
        visitor.context.close()
