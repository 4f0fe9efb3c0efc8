"""What admins decide for everyone, as those who come to a study meet it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from cerealbar.game import Rules
from cerealbar.server.rooms import RoomRouter
from cerealbar.server.settings import Settings
from cerealbar.server.store.participants import append_ledger, participants_of
from cerealbar.server.treatments import usual_treatment
from cerealbar.server.visits.ledgers import Ledgers, decide
from cerealbar.server.visits.people import VisitError
from cerealbar.server.visits.playing import StudyGames
from cerealbar.server.visits.visiting import StudyVisits
from cerealbar.studies import entries as told
from cerealbar.studies.study import Study
from cerealbar.wire.visits import Agree, AnswerStep, AskVisit, EndShown, EnterStudy, GoOn
from tests.server.rooms.playing import opened_router
from tests.server.visits.crowd import STUDY

SHORT = msgspec.structs.replace(STUDY, steps=(STUDY.steps[0], *STUDY.steps[2:]))
IN_POOL = msgspec.structs.replace(
    SHORT,
    steps=(SHORT.steps[0], msgspec.structs.replace(SHORT.steps[2], only_if=""), SHORT.steps[-1]),
)
Work = Callable[[StudyVisits, Ledgers, RoomRouter], Awaitable[None]]


def run(folder: Path, study: Study, work: Work) -> None:
    async def visit() -> None:
        async with opened_router(folder) as router:
            wall = router.services.wall
            reception = StudyVisits(
                router.services.store,
                {study.name: study},
                StudyGames(router, usual_treatment(Settings())),
                {study.name: Rules()},
                wall,
            )
            await work(reception, Ledgers(router.services.store, wall), router)

    asyncio.run(visit())


def wish(person: str) -> EnterStudy:
    return EnterStudy(study=STUDY.name, person=person)


def test_nobody_new_comes_while_recruiting_is_paused_and_those_inside_go_on(tmp_path: Path) -> None:
    async def work(reception: StudyVisits, ledgers: Ledgers, _: RoomRouter) -> None:
        inside = await reception.enter(wish("ann"))
        await decide(ledgers, SHORT, told.RecruitingPaused(is_paused=True))
        with pytest.raises(VisitError, match="recruiting is paused: come back later") as refused:
            await reception.enter(wish("bob"))
        assert refused.value.status == 410
        reply = Agree(is_agreed=True)
        shown = await reception.answer(AnswerStep(token=inside.token, step="consent", reply=reply))
        assert shown.step == "games"
        again = await reception.enter(wish("ann"))
        assert (await reception.visit(AskVisit(token=again.token))).step == "games"
        await decide(ledgers, SHORT, told.RecruitingPaused(is_paused=False))
        assert (await reception.enter(wish("bob"))).token

    run(tmp_path, SHORT, work)


def test_nobody_comes_once_more_while_recruiting_is_paused(tmp_path: Path) -> None:
    recruiting = msgspec.structs.replace(STUDY.recruiting, again="again")
    study = msgspec.structs.replace(SHORT, recruiting=recruiting)

    async def work(reception: StudyVisits, ledgers: Ledgers, _: RoomRouter) -> None:
        token = (await reception.enter(wish("ann"))).token
        no = AnswerStep(token=token, step="consent", reply=Agree(is_agreed=False))
        await reception.answer(no)
        await decide(ledgers, study, told.RecruitingPaused(is_paused=True))
        paused = await reception.enter(wish("ann"))
        shown = (await reception.visit(AskVisit(token=paused.token))).shown
        assert isinstance(shown, EndShown)
        await decide(ledgers, study, told.RecruitingPaused(is_paused=False))
        anew = await reception.enter(wish("ann"))
        assert (await reception.visit(AskVisit(token=anew.token))).step == "consent"

    run(tmp_path, study, work)


def test_no_game_of_a_closed_pool_begins(tmp_path: Path) -> None:
    async def work(reception: StudyVisits, ledgers: Ledgers, _: RoomRouter) -> None:
        token = (await reception.enter(wish("ann"))).token
        agree = AnswerStep(token=token, step="consent", reply=Agree(is_agreed=True))
        assert (await reception.answer(agree)).step == "expert-games"
        await decide(ledgers, IN_POOL, told.PoolClosed(pool="expert", is_closed=True))
        begin = AnswerStep(token=token, step="expert-games", reply=GoOn())
        with pytest.raises(VisitError, match="come back later") as refused:
            await reception.answer(begin)
        assert refused.value.status == 410
        await decide(ledgers, IN_POOL, told.PoolClosed(pool="expert", is_closed=False))
        assert (await reception.answer(begin)).shown.__class__.__name__ == "PlayShown"

    run(tmp_path, IN_POOL, work)


def test_an_excluded_participant_sees_the_end_and_has_no_seat(tmp_path: Path) -> None:
    async def work(reception: StudyVisits, _: Ledgers, router: RoomRouter) -> None:
        token = (await reception.enter(wish("ann"))).token
        agree = AnswerStep(token=token, step="consent", reply=Agree(is_agreed=True))
        await reception.answer(agree)
        await reception.answer(AnswerStep(token=token, step="games", reply=GoOn()))
        store = router.services.store
        ((someone, ledger),) = await store.read(participants_of, SHORT.name)
        line = told.LedgerEntry(len(ledger), router.services.wall(), told.Excluded(reason="why"))
        await store.write(append_ledger, someone.participant_id, [line])
        shown = (await reception.visit(AskVisit(token=token))).shown
        assert isinstance(shown, EndShown)
        assert shown.how == "excluded"
        (room,) = router.registry.rooms.values()
        assert room.end is not None

    run(tmp_path, SHORT, work)
