"""The pages of a study in a real browser: every kind of step."""

import pytest
from playwright.sync_api import Browser, expect

from cerealbar.wire.visits import (
    Agree,
    CarryOutReply,
    EndShown,
    EndWord,
    GoOn,
    QuestionnaireReply,
    QuizReply,
    TextShown,
    WriteReply,
)
from tests.browser.participant import (
    ADDRESS,
    ALL,
    END,
    enter,
    expect_step,
    tab_to,
    taking_part,
)
from tests.browser.scripted_study import ScriptedStudy, served
from tests.browser.study_pages import board
from tests.browser.visitor import Visitor, visiting

PHONE = (390, 844)
HALF = (640, 400)
"""A page of 1280 by 800 at 200 % zoom."""
ENDINGS: dict[EndWord, str] = {
    "finished": "You have finished the study.",
    "declined": "You chose not to take part.",
    "failed-quiz": "Too few answers",
    "no-partner": "There was no partner",
    "excluded": "only open to people",
}


def test_a_visit_can_be_made_by_keyboard_alone(browser: Browser) -> None:
    text = TextShown(html="<p>Three cards are a set.</p>")
    script = {**ALL, "text": text}
    study = ScriptedStudy([*script.values()])
    with served(study), visiting(browser, study.url) as visitor:
        visitor.go(ADDRESS)
        expect_step(visitor, 1)
        enter(visitor, "agree")
        expect_step(visitor, 2)
        enter(visitor, "go-on")
        expect_step(visitor, 3)
        answer_quiz(visitor)
        expect_step(visitor, 4)
        enter(visitor, "try-again")
        answer_quiz(visitor)
        expect_step(visitor, 5)
        enter(visitor, "start")
        expect_step(visitor, 6)
        answer_items(visitor)
        expect_step(visitor, 7)
        tab_to(visitor, "instruction")
        visitor.page.keyboard.type("take the black heart")
        enter(visitor, "send")
        expect_step(visitor, 8)
        mark(visitor)
        expect(visitor.find("code")).to_have_value("KX7Q-93FA")
    cards = {card.cell for card in board().cards}
    *known, carried = study.replies
    assert known == [
        Agree(is_agreed=True),
        GoOn(),
        QuizReply(answers=(1,) * 8),
        QuizReply(answers=(1,) * 8),
        GoOn(),
        QuestionnaireReply(
            answers={
                "language": "No",
                "devices": ["Keyboard"],
                "fun": 2,
                "who": {"guess": "program", "sure": 2},
                "words": "no",
            }
        ),
        WriteReply(text="take the black heart"),
    ]
    assert isinstance(carried, CarryOutReply)
    assert len(carried.cards) == 1
    assert carried.cards[0] in cards
    assert carried.cell is not None
    assert carried.cell not in cards


def answer_quiz(visitor: Visitor) -> None:
    """Choose the second answer of each question."""
    expect(visitor.find("question").first).to_be_visible()
    for _ in range(8):
        visitor.press("Tab", "ArrowDown")
    enter(visitor, "send")


def answer_items(visitor: Visitor) -> None:
    """Choose the second of everything, and type a word."""
    visitor.press("Tab", "ArrowDown", "Tab", "Tab", "Space", "Tab", "Tab", "ArrowRight")
    visitor.press("Tab", "ArrowDown", "Tab", "ArrowRight", "Tab")
    visitor.page.keyboard.type("no")
    enter(visitor, "send")


def mark(visitor: Visitor) -> None:
    """Mark the nearest card in the list, and a cell on the board."""
    visitor.await_stage()
    tab_to(visitor, "stage")
    visitor.press("ArrowDown", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowUp", "Enter")
    expect(visitor.find("end-cell")).to_contain_text("The end:")
    tab_to(visitor, "card")
    visitor.press("Enter")
    expect(visitor.find("sign").first).to_be_visible()
    enter(visitor, "send")


def test_declining_is_asked_twice(browser: Browser) -> None:
    with taking_part(browser, "consent") as (visitor, study, _):
        study.pages[-1] = EndShown(how="declined")
        visitor.find("decline").click()
        visitor.press("Escape")
        expect(visitor.find("decline-dialog")).to_have_count(0)
        assert study.replies == []
        visitor.find("decline").click()
        visitor.find("confirm-decline").click()
        expect(visitor.find("end")).to_have_attribute("data-how", "declined")
        expect(visitor.find("hand-in")).to_have_count(0)
        assert study.replies == [Agree(is_agreed=False)]


def test_a_text_can_be_left_only_after_its_time(browser: Browser) -> None:
    study = ScriptedStudy([TextShown(html="<p>Read this.</p>", wait_seconds=120), END])
    with served(study), visiting(browser, study.url) as visitor:
        visitor.page.clock.install(time=0)
        visitor.go(ADDRESS)
        visitor.page.clock.pause_at(60)  # else real time passes too
        expect(visitor.find("go-on")).to_be_disabled()
        visitor.page.clock.run_for(120_000)
        expect(visitor.find("go-on")).to_have_text("Go on")
        visitor.find("go-on").click()
        expect_step(visitor, 2)


def test_a_click_on_the_board_marks_what_is_there(browser: Browser) -> None:
    with taking_part(browser, "carry-out", size=(1280, 800)) as (visitor, study, _):
        visitor.await_stage()
        listed = visitor.find("card").nth(3)
        listed.click()
        sign = visitor.find("sign")
        expect(sign).to_have_text("1")
        cell = int(listed.get_attribute("data-cell") or "")
        listed.click()
        expect(sign).to_have_count(0)
        visitor.page.mouse.click(*centre_of(visitor, cell))
        expect(sign).to_have_attribute("data-cell", str(cell))
        visitor.find("send").click()
        expect_step(visitor, 2)
        assert study.replies == [CarryOutReply(cards=(cell,))]


def centre_of(visitor: Visitor, cell: int) -> tuple[float, float]:
    """Where the middle of a card's cell is on the page: below its sign."""
    listed = visitor.page.locator(f"[data-testid=card][data-cell='{cell}']")
    listed.click()
    box = visitor.find("sign").bounding_box()
    listed.click()
    expect(visitor.find("sign")).to_have_count(0)
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * 1.15


@pytest.mark.parametrize("size", [PHONE, HALF], ids=["phone", "zoomed"])
def test_no_page_is_wider_than_the_window(browser: Browser, size: tuple[int, int]) -> None:
    study = ScriptedStudy([*ALL.values()])
    with served(study), visiting(browser, study.url, size) as visitor:
        visitor.go(ADDRESS)
        for at in range(len(study.pages)):
            study.at = at
            visitor.page.reload()
            expect_step(visitor, at + 1)
            assert visitor.page.evaluate("document.documentElement.scrollWidth") == size[0]


@pytest.mark.parametrize("how", ENDINGS)
def test_each_ending_has_a_sentence_of_its_own(browser: Browser, how: EndWord) -> None:
    study = ScriptedStudy([EndShown(how=how)])
    with served(study), visiting(browser, study.url) as visitor:
        visitor.go(ADDRESS)
        expect(visitor.find("end")).to_contain_text(ENDINGS[how])
        expect(visitor.find("code")).to_have_count(0)
        expect(visitor.find("pay")).to_have_count(0)
