"""Whatever happens on the way through a study: reloads, other windows, a server that is away."""

import pytest
from playwright.sync_api import Browser, expect

from cerealbar.wire.visits import Agree, QuestionnaireReply
from tests.browser.participant import ADDRESS, ALL, END, LINK, expect_step, taking_part
from tests.browser.scripted_study import TITLE, ScriptedStudy, served
from tests.browser.study_pages import ITEMS
from tests.browser.visitor import visiting


def test_the_link_is_told_once_and_leaves_the_address(browser: Browser) -> None:
    with taking_part(browser, "consent") as (visitor, study, _):
        expect(visitor.page).to_have_title(TITLE)
        expect(visitor.page).to_have_url(f"{study.url}/study/pilot#window-1")
        visitor.page.reload()
        expect(visitor.find("agree")).to_be_visible()
        assert [coming.link for coming in study.entered] == [LINK]


def test_what_is_missing_is_told_and_what_was_typed_survives_a_reload(browser: Browser) -> None:
    with taking_part(browser, "questionnaire") as (visitor, study, _):
        typed = "A long thought,\nin two lines."
        visitor.page.get_by_label("Anything else to tell us?").fill(typed)
        visitor.page.get_by_label("Touch screen").check()
        visitor.page.get_by_label("A person").check()
        visitor.find("send").click()
        expect(visitor.find("missing")).to_have_text("Questions 1, 3 and 4 have no answer yet.")
        expect(visitor.page.get_by_label("Yes", exact=True)).to_be_focused()
        visitor.page.reload()
        expect(visitor.page.get_by_label("Anything else to tell us?")).to_have_value(typed)
        expect(visitor.page.get_by_label("A person")).to_be_checked()
        expect(visitor.page.get_by_label("Touch screen")).to_be_checked()
        visitor.page.get_by_label("Yes", exact=True).check()
        visitor.page.get_by_label("7: a great deal").check()
        visitor.page.get_by_label("5: completely").check()
        visitor.find("send").click()
        expect_step(visitor, 2)
        assert study.replies == [
            QuestionnaireReply(
                answers={
                    "language": "Yes",
                    "devices": ["Touch screen"],
                    "fun": 7,
                    "who": {"guess": "person", "sure": 5},
                    "words": typed,
                }
            )
        ]


def test_going_back_stays_at_the_step(browser: Browser) -> None:
    with taking_part(browser, "consent", "questionnaire") as (visitor, _, _):
        visitor.find("agree").click()
        expect_step(visitor, 2)
        visitor.page.go_back()
        expect_step(visitor, 2)
        expect(visitor.find("item")).to_have_count(len(ITEMS))


def test_a_second_window_stops_the_first_which_can_go_on(browser: Browser) -> None:
    with taking_part(browser, "questionnaire", "consent") as (visitor, study, _):
        visitor.excuse("409")
        visitor.page.get_by_label("Anything else to tell us?").fill("typed before")
        study.window += 1  # as if the link had been opened once more
        visitor.page.get_by_label("Yes", exact=True).check()
        visitor.page.get_by_label("7: a great deal").check()
        visitor.page.get_by_label("I am not sure").check()
        visitor.find("send").click()
        expect(visitor.find("study-elsewhere")).to_be_visible()
        visitor.find("go-on-here").click()
        expect(visitor.page.get_by_label("Anything else to tell us?")).to_have_value("typed before")
        visitor.find("send").click()
        expect_step(visitor, 2)
        assert [coming.link for coming in study.entered] == [LINK] * 2


def test_an_old_step_gives_way_to_the_current_one(browser: Browser) -> None:
    with taking_part(browser, "consent", "questionnaire") as (visitor, study, _):
        visitor.excuse("409")
        expect(visitor.find("agree")).to_be_visible()
        study.at = 1
        visitor.find("agree").click()
        expect_step(visitor, 2)
        expect(visitor.find("notice")).to_contain_text("You went on in another window.")
        assert study.replies == []


def test_an_answer_waits_for_a_server_that_is_started_again(browser: Browser) -> None:
    with taking_part(browser, "consent", "questionnaire") as (visitor, study, server):
        visitor.excuse("ERR_CONNECTION|503")
        expect(visitor.find("agree")).to_be_visible()
        server.stop()
        visitor.find("agree").click()
        expect(visitor.find("trouble")).to_contain_text("cannot be reached")
        expect(visitor.find("agree")).to_be_disabled()
        study.refusals = [503]
        server.start()
        expect_step(visitor, 2)
        expect(visitor.find("trouble")).to_have_count(0)
        assert study.replies == [Agree(is_agreed=True)]


def test_a_double_click_answers_once(browser: Browser) -> None:
    with taking_part(browser, "consent", "before-game") as (visitor, study, _):
        visitor.find("agree").dblclick()
        expect_step(visitor, 2)
        assert (study.attempts, study.replies) == (1, [Agree(is_agreed=True)])


def test_messages_are_shown_until_they_are_put_away(browser: Browser) -> None:
    study = ScriptedStudy([ALL["consent"], END], messages=["We restart at noon.", "Thank you!"])
    with served(study), visiting(browser, study.url) as visitor:
        visitor.go(ADDRESS)
        expect(visitor.find("message")).to_contain_text(["We restart at noon.", "Thank you!"])
        visitor.page.get_by_label("Put this message away").first.click()
        expect(visitor.find("message")).to_contain_text(["Thank you!"])
        visitor.page.reload()
        expect(visitor.find("message")).to_contain_text(["Thank you!"])
        expect(visitor.find("message")).to_have_count(1)


def test_a_message_that_is_said_again_is_shown_again(browser: Browser) -> None:
    study = ScriptedStudy([ALL["consent"], END], messages=["We are late.", "We are late."])
    with served(study), visiting(browser, study.url) as visitor:
        visitor.go(ADDRESS)
        expect(visitor.find("message")).to_have_count(2)
        visitor.page.get_by_label("Put this message away").first.click()
        expect(visitor.find("message")).to_have_count(1)
        visitor.page.reload()
        expect(visitor.find("message")).to_have_count(1)


def test_a_preview_shows_the_title_and_nothing_to_do(browser: Browser) -> None:
    study = ScriptedStudy([END])
    study.is_preview = True
    with served(study), visiting(browser, study.url) as visitor:
        visitor.go("/study/pilot?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE")
        expect(visitor.find("study-preview")).to_contain_text("Accept the task first")
        expect(visitor.find("step-title")).to_have_text(TITLE)
        expect(visitor.page.get_by_role("button")).to_have_count(0)
        assert "ASSIGNMENT_ID" in visitor.page.url


@pytest.mark.parametrize(
    ("status", "title"), [(410, "This study is closed"), (404, "This study cannot be opened")]
)
def test_those_who_are_not_let_in_are_told_why(browser: Browser, status: int, title: str) -> None:
    study = ScriptedStudy([END])
    study.refusals = [status]
    with served(study), visiting(browser, study.url) as visitor:
        visitor.excuse(str(status))
        visitor.go(ADDRESS)
        expect(visitor.find("step-title")).to_have_text(title)
        expect(visitor.find("study-refused")).to_contain_text("This was refused on purpose.")
