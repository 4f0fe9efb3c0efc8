"""A browser and a server for the package, not for the session: while Playwright's event loop is
there, tests of other packages could not run theirs."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.hosting import Hosting, hosted
from tests.browser.visitor import Visitor, visiting
from tests.browser_support import running_chromium


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with running_chromium(has_webgl=True) as browser:
        yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosting]:
    """A server that many tests share."""
    with hosted(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def visit(browser: Browser, server: Hosting) -> Iterator[Callable[..., Visitor]]:
    """Opens pages of the shared server, each in a profile of its own."""
    with ExitStack() as stack:
        yield partial(arrive, stack, browser, server.url)


def arrive(stack: ExitStack, browser: Browser, url: str, *args: Any, **options: Any) -> Visitor:
    """A visitor who stays as long as the stack is open."""
    return stack.enter_context(visiting(browser, url, *args, **options))
