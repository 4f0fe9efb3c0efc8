"""A real browser for tests: an installed Chromium, driven by Playwright; nothing is downloaded."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
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
def running_chromium() -> Iterator[Browser]:
    """The browser, closed in the end."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=ARGUMENTS, timeout=60_000
        )
        try:
            yield browser
        finally:
            browser.close()


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
    complaints: list[str] = []
    page.on(
        "console",
        lambda message: (
            complaints.append(message.text) if message.type in ("error", "warning") else None
        ),
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "request",
        lambda request: (
            complaints.append(f"asks for {request.url}")
            if request.url.partition("#")[0] != url.partition("#")[0]
            else None
        ),
    )
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
