"""One person and an agent."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.hosting import SEED
from tests.browser.visitor import Visitor

FAR_CARD = "get the 1 black heart"
"""So far away that it takes all steps of a turn; its plan can be looked at until the next."""


def start(visitor: Visitor, button: str) -> None:
    visitor.go("/")
    visitor.find("more-options").locator("summary").click()
    visitor.find("option-seed").fill(str(SEED))
    visitor.find(button).click()
    visitor.expect_game(status="playing")
    visitor.await_stage()


def test_the_leader_sees_the_agent_do_what_it_was_told(visit: Callable[..., Visitor]) -> None:
    visitor = visit((1280, 800), is_reduced=False)
    start(visitor, "play-leader")
    expect(visitor.find("partner")).to_contain_text("learned")
    expect(visitor.find("end-turn")).to_be_disabled()
    visitor.find("instruction-box").click()
    visitor.page.keyboard.type(FAR_CARD)
    visitor.press("Enter")
    instruction = visitor.find("instructions").locator("li").first
    expect(instruction).to_contain_text(FAR_CARD)
    expect(visitor.find("end-turn")).to_be_enabled()
    visitor.press("Tab")
    selected = visitor.find("selected").get_by_role("img")
    expect(selected).to_have_attribute("aria-label", "1 black heart")
    visitor.expect_game(turn="leader", half_turns=2)
    expect(instruction).to_have_attribute("data-status", "current")
    expect(visitor.find("plan-switch")).to_have_attribute("aria-pressed", "true")
    visitor.find("plan-layers").locator("summary").click()
    expect(visitor.find("plan")).to_contain_text("Cards to toggle")
    visitor.find("end-turn").click()
    expect(instruction).to_have_attribute("data-status", "finished")
    visitor.expect_game(status="over")
    expect(visitor.find("log")).to_contain_text("No instruction is left")


def test_an_agent_that_fails_is_replaced_by_another(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go("/")
    visitor.find("more-options").locator("summary").click()
    visitor.find("option-follower").select_option("failing")
    visitor.find("play-leader").click()
    visitor.expect_game(status="playing")
    visitor.find("instruction-box").fill("turn left")
    visitor.find("send").click()
    visitor.find("end-turn").click()
    visitor.expect_game(status="paused")
    trouble = visitor.find("partner-away")
    expect(trouble).to_contain_text("'failing' has failed.")
    expect(trouble).not_to_contain_text("no idea")
    trouble.get_by_test_id("replace").click()
    visitor.expect_game(turn="leader", half_turns=2)
    expect(visitor.find("partner")).to_contain_text("learned")


def test_a_follower_is_led_by_an_agent_to_the_end(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    start(visitor, "play-follower")
    expect(visitor.find("partner")).to_contain_text("scripted")
    finished = 0
    while True:
        visitor.page.wait_for_function(IS_DUE)
        if visitor.game.get_attribute("data-status") == "over":
            break
        expect(visitor.find("current-instruction")).to_have_text(re.compile(r"\w"))
        visitor.press("Enter")
        finished += 1
        visitor.page.wait_for_function(HAS_FINISHED, arg=finished)
    assert finished >= 2
    expect(visitor.find("end-screen")).to_contain_text("All turns are used.")


IS_DUE = """() => {
  const game = document.querySelector("[data-testid=game]");
  const done = document.querySelector("[data-testid=done]");
  return game?.dataset.status === "over" || done?.disabled === false;
}"""
HAS_FINISHED = """(count) => {
  const game = document.querySelector("[data-testid=game]");
  const done = document.querySelectorAll("[data-testid=instructions] [data-status=finished]");
  return game.dataset.status === "over" || done.length >= count;
}"""
