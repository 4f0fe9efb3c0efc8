"""Games of a study: from the study's page to the game's, and back."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect

from cerealbar.server.app import create_app
from cerealbar.server.settings import Settings
from cerealbar.wire.lobby import OpenRoom
from cerealbar.wire.visits import EndShown, PlayShown, StopWaiting
from tests.browser.scripted_study import ScriptedStudy, in_front_of, served
from tests.browser.visitor import Visitor, visiting
from tests.live.hosted import Site

END = EndShown(how="finished", code="KX7Q")


@pytest.fixture(scope="module")
def study(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ScriptedStudy]:
    """A study in front of a real server."""
    folder = tmp_path_factory.mktemp("games")
    app = create_app(Settings(database=str(folder / "games.sqlite"), grace_seconds=0.5))
    study = ScriptedStudy([END, END])
    with served(study, in_front_of(app, study)):
        with visiting(browser, study.url) as visitor:
            visitor.go("/")
            expect(visitor.find("play-friend")).to_be_visible()
        yield study


@contextmanager
def playing(
    browser: Browser, study: ScriptedStudy, room: OpenRoom, wait: float = 300
) -> Iterator[Visitor]:
    """A participant who is sent to a room of the server."""
    (seat,) = Site(study.url).open_room(room)
    study.pages[0] = PlayShown(seat=seat, wait_seconds=wait, partner_left="0.65 USD")
    study.at, study.replies = 0, []
    with visiting(browser, study.url) as visitor:
        visitor.go("/study/pilot")
        yield visitor


def test_a_game_leads_back_to_its_study(browser: Browser, study: ScriptedStudy) -> None:
    with playing(browser, study, OpenRoom(mode="agent")) as visitor:
        visitor.expect_game(link="open", status="playing")
        visitor.page.reload()
        visitor.expect_game(link="open", status="playing")
        visitor.page.get_by_title("Leave the game").click()
        visitor.find("confirm-leave").click()
        screen = visitor.find("end-screen")
        expect(screen.get_by_role("button")).to_have_text(["Go on with the study"])
        expect(screen.get_by_role("link")).to_have_count(0)
        visitor.find("go-on-with-study").click()
        expect(visitor.find("back-to-game")).to_be_visible()
        study.at = 1
        expect(visitor.find("code")).to_have_value("KX7Q")
        visitor.page.goto(study.url)
        expect(visitor.find("play-friend")).to_be_visible()
        assert visitor.page.evaluate("localStorage.getItem('cerealbar.finished')") is None


def test_a_participant_can_stop_waiting_when_the_time_is_over_and_not_before(
    browser: Browser, study: ScriptedStudy
) -> None:
    with playing(browser, study, OpenRoom(mode="match")) as visitor:
        room = visitor.find("waiting-room")
        expect(visitor.find("wait-left")).to_contain_text("You wait 4:5")
        visitor.page.reload()
        expect(visitor.find("wait-left")).to_contain_text("You wait 4:")
        expect(room.get_by_role("button")).to_have_text(["Read how to play"])
    with playing(browser, study, OpenRoom(mode="match"), wait=0.5) as visitor:
        visitor.find("stop-waiting").click()
        expect(visitor.find("code")).to_have_value("KX7Q")
        assert study.replies == [StopWaiting()]


def test_who_stays_sees_how_long_the_partner_is_away_and_what_leaving_pays(
    browser: Browser, study: ScriptedStudy
) -> None:
    with playing(browser, study, OpenRoom(mode="match", role="leader")) as visitor:
        expect(visitor.find("waiting-room")).to_be_visible()
        (seat,) = Site(study.url).open_room(OpenRoom(mode="match", role="follower"))
        with visiting(browser, study.url) as partner:
            partner.go(f"/play#{seat.token}")
            visitor.expect_game(link="open", status="playing")
            visitor.page.get_by_title("Leave the game").click()
            dialog = visitor.find("leave-dialog")
            expect(dialog).to_contain_text("it is you who left")
            expect(dialog).not_to_contain_text("close the page")
            dialog.get_by_role("button", name="Stay").click()
            partner.page.close()
            paid = "it is your partner who left: you are paid 0.65 USD for this game"
            away = visitor.find("partner-away")
            expect(away).to_contain_text("The follower has been away for 0:01")
            expect(away).to_contain_text(paid)
            away.get_by_role("button", name="Leave").click()
            expect(dialog).to_contain_text(paid)
            visitor.find("confirm-leave").click()
            expect(visitor.find("end-screen")).to_contain_text("The follower left the game.")


def test_a_room_that_is_left_while_waiting_leads_back_by_itself(
    browser: Browser, study: ScriptedStudy
) -> None:
    with playing(browser, study, OpenRoom(mode="match")) as visitor:
        expect(visitor.find("waiting-room")).to_be_visible()
        study.at = 1
        visitor.page.get_by_title("Leave the game").dispatch_event("click")
        visitor.find("confirm-leave").click()
        expect(visitor.find("code")).to_have_value("KX7Q")


def test_a_room_that_nobody_knows_any_more_leads_back_by_itself(
    browser: Browser, study: ScriptedStudy
) -> None:
    with playing(browser, study, OpenRoom(mode="match")) as visitor:
        expect(visitor.find("waiting-room")).to_be_visible()
        shown = study.pages[0]
        assert isinstance(shown, PlayShown)
        unknown = type(shown.seat)(role="leader", token="0" * len(shown.seat.token))
        study.pages[0] = PlayShown(seat=unknown)
        visitor.go("/study/pilot")
        expect(visitor.find("back-to-game")).to_be_visible()
        study.at = 1
        expect(visitor.find("code")).to_have_value("KX7Q")
