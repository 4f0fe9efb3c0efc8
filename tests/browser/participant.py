"""A participant of a scripted study, at its pages."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect

from tests.browser.scripted_study import LoopbackServer, ScriptedStudy, served
from tests.browser.study_pages import pages
from tests.browser.visitor import Visitor, visiting

ADDRESS = "/study/pilot?PROLIFIC_PID=5f2a&STUDY_ID=9"
LINK = {"PROLIFIC_PID": "5f2a", "STUDY_ID": "9"}
"""What the address says after its question mark."""
MOST_TABS = 60
ALL = pages()
END = ALL["end"]


@contextmanager
def taking_part(
    browser: Browser, *names: str, size: tuple[int, int] = (1024, 640)
) -> Iterator[tuple[Visitor, ScriptedStudy, LoopbackServer]]:
    """A visitor at the first of some pages, of which the end is the last."""
    study = ScriptedStudy([*(ALL[name] for name in names), END])
    with served(study) as server, visiting(browser, study.url, size) as visitor:
        visitor.go(ADDRESS)
        yield visitor, study, server


def tab_to(visitor: Visitor, name: str) -> None:
    """Press the tabulator until a part of the page has the focus."""
    for _ in range(MOST_TABS):
        visitor.press("Tab")
        if visitor.page.evaluate("document.activeElement.dataset.testid") == name:
            return
    raise AssertionError(f"the tabulator never reaches {name!r}")


def enter(visitor: Visitor, name: str) -> None:
    """Press a button with the keyboard."""
    tab_to(visitor, name)
    visitor.press("Enter")


def expect_step(visitor: Visitor, number: int) -> None:
    expect(visitor.find("study")).to_have_attribute("data-step", f"step-{number}")
