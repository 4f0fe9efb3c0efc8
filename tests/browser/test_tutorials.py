"""Newcomers learn both roles by keyboard alone, and a reload costs them nothing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from cerealbar.game import Action, PlayerWord
from cerealbar.studies.tutorials import load_tutorial
from tests.browser.play import KEYS
from tests.browser.test_keyboard import tab_to
from tests.browser.visitor import Visitor
from tests.studies.tutorials.learner import Learner

HONEY = re.compile(r"rgb\(239, 178, 58\)")
"""The colour of rings around what is pointed at."""

MOST_AHEAD = 10
"""Keys that are pressed before the page is looked at; it lets them wait in line."""


class Pupil:
    """Someone at a page who does what a learner did, and must be shown the same prompts."""

    def __init__(self, visitor: Visitor, role: PlayerWord) -> None:
        self.visitor, self.role = visitor, role
        self.shadow = Learner(load_tutorial(role))
        self._pressed = 0

    def obey(self, deed: Action | str) -> None:
        """Do one thing by its keys; the page is looked at when it asks for something else."""
        prompt = self.shadow.prompt
        if deed == "camera":
            self.visitor.press("c")
            self.shadow.toggle_camera()
        elif isinstance(deed, str):
            self.visitor.press("Enter")
            self.visitor.page.keyboard.type(deed)
            self.visitor.press("Enter", "Escape")
            self.shadow.act(Action.INSTRUCT, deed)
        else:
            self.visitor.press("Enter" if deed is Action.DONE else KEYS[deed])
            self.shadow.act(deed)
        self._pressed += 1
        if self.shadow.prompt != prompt or self._pressed == MOST_AHEAD:
            self.expect_same()

    def expect_same(self) -> None:
        """Wait until the page shows what the shadow knows, and marks what it speaks of."""
        self._pressed = 0
        if self.shadow.walk.is_done:
            return
        game = self.shadow.game
        self.visitor.expect_game(steps=game.steps_left, cell=game.pose(game.turn).cell)
        expect(self.visitor.find("tutorial-text")).to_have_text(self.shadow.prompt)
        step = self.shadow.walk.step
        if step is not None and step.points_at not in (None, "selected-cards"):
            part = self.visitor.page.locator(f"[data-tour={step.points_at}]")
            expect(part).to_have_css("box-shadow", HONEY)


@pytest.mark.parametrize("role", ["leader", "follower"])
def test_a_newcomer_learns_by_keyboard_and_a_reload_in_the_middle_costs_nothing(
    visit: Callable[..., Visitor], role: PlayerWord
) -> None:
    visitor = visit((640, 400), is_new=True)
    visitor.go("/")
    expect(visitor.find(f"learn-{role}")).to_be_enabled()
    tab_to(visitor, f"learn-{role}")
    visitor.press("Enter")
    visitor.expect_game(seat=role, status="playing", is_tutorial="true")
    visitor.await_stage()
    for name in ("time", "steps", "turns", "end-turn", "give-up", "ready-gate"):
        expect(visitor.page.get_by_test_id(name)).to_have_count(0)
    pupil, way = Pupil(visitor, role), way_of(role)
    pupil.expect_same()
    for number, deed in enumerate(way):
        pupil.obey(deed)
        if number == len(way) // 2:
            pupil.expect_same()
            visitor.page.reload()
            visitor.await_stage()
            pupil.expect_same()
    assert pupil.shadow.walk.is_done
    expect(visitor.find("tutorial-end")).to_contain_text(load_tutorial(role).ending)
    tab_to(visitor, "to-lobby")
    visitor.press("Enter")
    expect(visitor.find("learn-follower")).to_be_enabled()
    expect(visitor.page.get_by_test_id("return")).to_have_count(0)


def way_of(role: PlayerWord) -> list[Action | str]:
    """All that someone does who obeys."""
    learner = Learner(load_tutorial(role))
    learner.finish()
    return learner.deeds
