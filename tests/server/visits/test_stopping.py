"""Who stops waiting for a partner: only when the study's time is over, and for no ordinary code."""

from collections.abc import Awaitable
from pathlib import Path

import pytest

from cerealbar.server.rooms import RoomRouter
from cerealbar.server.store.participants import participants_of
from cerealbar.server.visits.people import VisitError
from cerealbar.studies.errors import AnswerError
from cerealbar.studies.pay import account
from cerealbar.studies.reading import load_study
from cerealbar.studies.story import ParticipantStory, story_of
from cerealbar.studies.study import Study
from cerealbar.wire.visits import Agree, EndShown, GoOn, PlayShown, StopWaiting, VisitShown
from tests.server.rooms.playing import Time, connected, opened_router
from tests.server.visits.receptions import Guest, in_loop, reception_on, small_study

AGREE = Agree(is_agreed=True)
GAMES = '[[steps]]\nkind = "games"\n[steps.waiting]\nminutes = 5\n'
CODE = 'completion_code = "ORDINARY"\ncompletion_url = "https://platform.example/cc=ORDINARY"'
PEOPLE = "[treatments.people]\nplay = { rules = { half_turns = 2 } }\n[pay]\nbase = 300\n"
LIMIT = 300.0


def waiting_study(folder: Path) -> Study:
    """A study of one game with another person, to which people may come again and again."""
    small_study(folder, GAMES, again="again", recruiting=CODE)
    file = folder / "study.toml"
    file.write_text(file.read_text().partition("[treatments.usual]")[0] + PEOPLE)
    return load_study(folder)


async def begun(router: RoomRouter, study: Study, name: str = "ada") -> Guest:
    """Somebody who has a seat, in which its page is."""
    guest = await Guest.come(reception_on(router, study), name)
    await guest.answer(AGREE)
    shown = (await guest.answer(GoOn())).shown
    assert isinstance(shown, PlayShown)
    await connected(router, shown.seat.token)
    return guest


async def story(router: RoomRouter, study: Study) -> ParticipantStory:
    (someone, *_) = await router.services.store.read(participants_of, study.name)
    return story_of(someone[1])


async def refused(attempt: Awaitable[VisitShown]) -> str:
    with pytest.raises((VisitError, AnswerError)) as error:
        await attempt
    return str(error.value)


@in_loop
async def test_nobody_stops_waiting_before_a_game_or_before_the_limit(tmp_path: Path) -> None:
    study, time = waiting_study(tmp_path / "study"), Time()
    async with opened_router(tmp_path, time) as router:
        guest = await Guest.come(reception_on(router, study))
        await guest.answer(AGREE)
        assert await refused(guest.answer(StopWaiting()))
        guest = await begun(router, study, "bob")
        time.seconds += LIMIT - 1
        assert "5 minutes" in await refused(guest.answer(StopWaiting()))
        assert isinstance((await guest.look()).shown, PlayShown)


@in_loop
async def test_nobody_stops_waiting_in_a_game_that_has_begun(tmp_path: Path) -> None:
    study, time = waiting_study(tmp_path / "study"), Time()
    async with opened_router(tmp_path, time) as router:
        guests = [await begun(router, study, name) for name in ("ada", "bob")]
        (room,) = router.registry.rooms.values()
        time.seconds += LIMIT + 1
        for guest in guests:
            assert "has begun" in await refused(guest.answer(StopWaiting()))
        assert room.status == "playing"


@in_loop
async def test_who_stops_waiting_after_the_limit_ends_the_visit_without_the_ordinary_code(
    tmp_path: Path,
) -> None:
    study, time = waiting_study(tmp_path / "study"), Time()
    async with opened_router(tmp_path, time) as router:
        guest = await begun(router, study)
        time.seconds += LIMIT + 1
        shown = (await guest.answer(StopWaiting())).shown
        assert isinstance(shown, EndShown)
        assert (shown.how, shown.url) == ("no-partner", "")
        assert len(shown.code) == 10
        assert "ORDINARY" not in shown.code
        assert (await story(router, study)).waited == LIMIT + 1


@in_loop
async def test_one_person_stops_waiting_once_however_often_it_comes(tmp_path: Path) -> None:
    study, time = waiting_study(tmp_path / "study"), Time()
    async with opened_router(tmp_path, time) as router:
        guest = await begun(router, study)
        time.seconds += LIMIT + 1
        await guest.answer(StopWaiting())
        guest = await begun(router, study)
        time.seconds += LIMIT + 1
        for _ in range(3):
            assert "once" in await refused(guest.answer(StopWaiting()))
        found = await story(router, study)
        assert found.ends == ("no-partner",)
        assert [line.cents for line in account(study, found).lines if line.kind == "visit"] == [300]
