import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect
from websockets.sync.client import connect

from cerealbar.records import Corpus
from cerealbar.wire.messages import Hello, encode
from cerealbar.wire.words import VERSION
from tests.browser_support import running_chromium
from tests.server.admin.invented import HOSTILE, PASSWORD
from tests.server.processes import Served, serving


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_chromium() as running:
        yield running


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("admin"), password=PASSWORD) as running:
        yield running


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """The admin pages in a profile of their own; fails in the end if the browser complained."""
    context = browser.new_context(base_url=f"http://localhost:{served.port}")
    complaints: list[str] = []
    opened = context.new_page()
    opened.on("console", lambda message: complaints.append(message.text))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("dialog", lambda dialog: complaints.append(dialog.message))
    opened.goto("/admin")
    yield opened
    context.close()
    assert [told for told in complaints if "status of 403" not in told] == []


def log_in(page: Page, password: str = PASSWORD) -> None:
    page.get_by_label("Admin password").fill(password)
    page.keyboard.press("Enter")


def test_an_admin_logs_in_looks_around_and_logs_out(page: Page) -> None:
    log_in(page, "not the password")
    expect(page.get_by_role("alert")).to_have_text("That is not the password.")
    log_in(page)
    expect(page.get_by_role("heading", name="Live games")).to_be_visible()
    page.get_by_role("link", name="Past games").click()
    expect(page.get_by_role("heading", name="Past games")).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_label("Admin password")).to_be_visible()
    page.goto("/admin/games")
    expect(page.get_by_label("Admin password")).to_be_visible()


def test_a_name_that_means_harm_is_only_text(page: Page, served: Served) -> None:
    name = HOSTILE[:40]
    answer = httpx.post(f"{served.url}/api/rooms", json={"mode": "agent", "name": name})
    hello = Hello(version=VERSION, token=answer.json()["seats"][0]["token"])
    with connect(f"ws://127.0.0.1:{served.port}/socket") as line:
        line.send(encode(hello), text=True)
        line.recv()
        log_in(page)
        expect(page.get_by_role("cell").filter(has_text=name)).to_contain_text("person")


def test_the_corpus_is_a_download(page: Page, tmp_path: Path) -> None:
    log_in(page)
    page.get_by_role("link", name="Past games").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download all as a corpus").click()
    download.value.save_as(tmp_path / "games.zip")
    assert download.value.suggested_filename == "cerealbar-games.zip"
    with zipfile.ZipFile(tmp_path / "games.zip") as archive:
        archive.extractall(tmp_path)
    assert len(Corpus(tmp_path / "cerealbar-games")) == 0
