"""A server that is still being prepared, as a visitor sees it."""

import re
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.visitor import visiting
from tests.server.processes import HELD, first_answer, starting


def test_a_page_shows_how_far_the_server_is_and_the_lobby_comes_by_itself(
    browser: Browser, tmp_path: Path
) -> None:
    own = f"agent_load_seconds = 600\nfollowers = {{ {HELD} }}"
    with starting(tmp_path, own) as (_, url, gate), visiting(browser, url) as visitor:
        first_answer(url)
        visitor.go("/")
        steps = visitor.find("preparing").locator("li")
        expect(steps.locator("span:first-child")).to_have_text(
            [
                "Compiling the rules",
                "Compiling the agents",
                "Loading the agents",
                "Opening the games",
            ]
        )
        loading, opening = steps.nth(2), steps.nth(3)
        expect(loading).to_have_class(re.compile(r"\bcurrent\b"))
        expect(loading).to_have_text(re.compile(r"\d of \d+$"))
        expect(opening).not_to_contain_text("done")
        bar = visitor.find("prepared")
        done, total = (int(bar.get_attribute(name) or 0) for name in ("value", "max"))
        assert 0 < done < total
        expect(visitor.find("play-leader")).to_have_count(0)
        gate.close()
        expect(visitor.find("play-leader")).to_be_enabled()
        expect(visitor.find("preparing")).to_have_count(0)
        visitor.find("more-options").locator("summary").click()
        expect(visitor.find("option-follower")).to_contain_text("held")
        visitor.excuse("status of 503|status of 404")  # the page before, and how it knows
