"""A real browser for tests: an installed Chromium, driven by Playwright; nothing is downloaded."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ARGUMENTS = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
WITHOUT_WEBGL = ("--disable-gpu",)
WITH_WEBGL = (
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-gpu-compositing",  # the page around the canvas is cheaper without
)
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def find_chromium() -> str:
    """The path of the browser: what CHROMIUM names, or the first known program on the PATH."""
    named = os.environ.get("CHROMIUM")
    found = shutil.which(named) if named else next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None:
        pytest.fail(
            f"no browser: CHROMIUM={named!r} is no program"
            if named
            else f"no browser: none of {', '.join(PROGRAMS)} is on the PATH; install one"
            " (Debian: apt install chromium) or set CHROMIUM to its path"
        )
    return found


@contextmanager
def running_chromium(*, has_webgl: bool = False) -> Iterator[Browser]:
    """The browser, closed in the end; WebGL is drawn by software."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(),
            args=[*ARGUMENTS, *(WITH_WEBGL if has_webgl else WITHOUT_WEBGL)],
            timeout=60_000,
        )
        try:
            yield browser
        finally:
            browser.close()


def complaints_of(page: Page, may_ask: Callable[[str], bool]) -> list[str]:
    """A list to which the errors and warnings of a page, and what it may not ask for, are added."""
    complaints: list[str] = []
    page.on(
        "console",
        lambda message: (
            complaints.append(f"{message.text} ({message.location['url']})")
            if message.type in ("error", "warning")
            else None
        ),
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "request",
        lambda request: (
            None if may_ask(request.url) else complaints.append(f"asks for {request.url}")
        ),
    )
    page.on(
        "websocket",
        lambda socket: None if may_ask(socket.url) else complaints.append(f"opens {socket.url}"),
    )
    return complaints


@contextmanager
def opened(
    browser: Browser,
    url: str,
    *,
    size: tuple[int, int] = (1280, 800),
    scheme: Literal["dark", "light"] = "light",
    is_reduced: bool = False,
    has_fake_clock: bool = False,
) -> Iterator[Page]:
    """A page with a profile of its own.

    Fails in the end if the page complained, crashed, or asked for anything but itself.
    """
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,
        reduced_motion="reduce" if is_reduced else "no-preference",
    )
    page = context.new_page()
    itself = url.partition("#")[0]
    complaints = complaints_of(page, lambda asked: asked.partition("#")[0] == itself)
    try:
        if has_fake_clock:
            page.clock.install(time=0)
        page.goto(url)
        if has_fake_clock:
            page.clock.pause_at(60_000)  # else real time passes too, and more of it under load
        yield page
        assert not complaints
    finally:
        context.close()
