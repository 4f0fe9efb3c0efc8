"""Visits to studies: who comes, at which step each is, and going on from it.

Everything that a participant does is in its ledger before its page hears of it, and everything that
a page is shown follows from the ledger, so that a restart, a reload or another machine changes
nothing.
"""

import base64
import hmac
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import nullcontext, suppress
from functools import partial
from typing import TypeVar

from msgspec.structs import replace
from sqlalchemy import Connection

from cerealbar.game import Rules
from cerealbar.server.logs import Log
from cerealbar.server.store import Store, StoredParticipant, StoreError
from cerealbar.server.store.participants import (
    StudyFullError,
    add_participant,
    begun_count,
    find_participant,
    of_person,
    participants_of,
)
from cerealbar.server.tokens import Tokens, new_id
from cerealbar.server.visits.ledgers import (
    GoneError,
    Ledgers,
    OpenLedger,
    decided_now,
)
from cerealbar.server.visits.people import VisitError, person_of
from cerealbar.server.visits.playing import StudyGames
from cerealbar.studies import entries as told
from cerealbar.studies.conditions import pool_changes
from cerealbar.studies.entries import LedgerEntry, StudyEntry
from cerealbar.studies.steps import AtStep, GamesStep
from cerealbar.studies.story import ParticipantStory, story_of
from cerealbar.studies.study import Stage, Study, stage_of
from cerealbar.wire.visits import (
    AnswerStep,
    AskVisit,
    EndWord,
    EnterStudy,
    GoOn,
    VisitGiven,
    VisitShown,
)

_CODE_LENGTH = 10
_FULL = "this study has as many participants as it needs: thank you"
_WITH_CODE: tuple[EndWord, ...] = ("finished", "no-partner")
_log = Log("visits")
T = TypeVar("T")


class StudyVisits:
    """Where participants come, and go from step to step."""

    def __init__(
        self,
        store: Store,
        studies: Mapping[str, Study],
        games: StudyGames,
        quiz_rules: Mapping[str, Rules],
        wall: Callable[[], float],
    ) -> None:
        self._store, self._studies, self._wall = store, studies, wall
        self._games, self._quiz_rules = games, quiz_rules
        self._tokens = Tokens(store.secret)
        self._ledgers = Ledgers(store, wall)

    # Coming

    async def enter(self, wish: EnterStudy) -> VisitGiven:
        """A visit, for whoever comes by a link; the same one for whoever comes again.

        Raises:
            VisitError: there is no such study or link, or nobody else can come.
        """
        study = self._studies.get(wish.study)
        if study is None:
            raise VisitError(404, "there is no such study here")
        person = person_of(study, wish.link, wish.person, self._store.secret)
        if person is None:
            return VisitGiven(token="", is_preview=True, title=study.title)
        found = await self._store.read(find_participant, study.name, person)
        if found is None:
            try:
                return await self._welcome(study, person, is_program=wish.is_program)
            except StoreError as error:  # or the person came by another request meanwhile
                found = await self._store.read(find_participant, study.name, person)
                if found is None and isinstance(error, StudyFullError):
                    raise VisitError(410, _FULL) from None
                if found is None:
                    raise
        come_back = partial(self._return, is_program=wish.is_program)
        return await self._change(found.participant_id, come_back)

    async def _welcome(self, study: Study, person: str, *, is_program: bool) -> VisitGiven:
        """The first visit of someone new."""
        if (await decided_now(self._store, study)).is_paused:
            raise VisitError(410, "recruiting is paused: come back later")
        if await self._games.is_full(study):
            raise VisitError(410, _FULL)
        wall = self._wall()
        someone = StoredParticipant(new_id(), study.name, person, wall)
        arrived = LedgerEntry(0, wall, told.Arrived(visit=1, window=1, is_program=is_program))
        stories = [story_of(lines) for _, lines in await self._store.read(of_person, person)]
        carried = sorted({pool for story in stories for pool in story.pools})
        most = study.recruiting.participants
        await self._store.write(add_participant, someone, arrived, most)
        if carried:
            changes = [told.PoolChanged(pool=it, is_member=True, by="carried") for it in carried]
            await self._change(someone.participant_id, lambda ledger: ledger.append(*changes))
        _log.info("participant came", study=study.name, participant=someone.participant_id)
        return VisitGiven(token=self._tokens.make(someone.participant_id, "visit", 1))

    async def _return(self, ledger: OpenLedger, *, is_program: bool) -> VisitGiven:
        """A window of someone who was here before: the older ones do not go on."""
        study = self._study(ledger)
        story = ledger.story
        begins = story.end is not None and _may_come_again(study, story)
        if begins:
            is_paused = (await decided_now(self._store, study)).is_paused
            begins = not is_paused and not await self._is_full(study, story)
        window = story.window + 1
        visit = story.visit + begins
        await ledger.append(told.Arrived(visit=visit, window=window, is_program=is_program))
        return VisitGiven(token=self._tokens.make(ledger.participant_id, "visit", window))

    async def _is_full(self, study: Study, story: ParticipantStory) -> bool:
        """Whether a study needs no further visit of someone, who counts already unless the last
        thing that it did was to decline."""
        most = study.recruiting.participants
        if most is None or story.end != "declined":
            return await self._games.is_full(study)
        is_taken = await self._store.read(begun_count, study.name) >= most
        return is_taken or await self._games.is_full(study)

    # Going on

    async def visit(self, wish: AskVisit) -> VisitShown:
        """The step that a participant is at.

        Raises:
            VisitError: nobody has this visit, or it goes on in another window.
        """
        return await self._go_on(wish.token, self._show)

    async def answer(self, wish: AnswerStep) -> VisitShown:
        """The step that a participant comes to with a reply.

        Raises:
            VisitError: nobody has this visit, it goes on elsewhere, or it is at another step.
            AnswerError: the reply answers nothing that was asked.
        """

        async def take(ledger: OpenLedger) -> VisitShown:
            study = self._study(ledger)
            stage = await self._catch_up(study, ledger)
            if (stage.step.id, stage.round) != (wish.step, wish.round) or stage.is_over:
                raise VisitError(409, "you are at another step already")
            at = self._at(study, ledger, stage)
            is_draw = isinstance(stage.step, GamesStep) and isinstance(wish.reply, GoOn)
            async with self._store.matching() if is_draw else nullcontext():  # each sees the others
                entries = await self._games.taken(at, stage.step, wish.reply)
                await ledger.append(*self._with_code(ledger, entries))
            return await self._show(ledger)

        return await self._go_on(wish.token, take)

    async def _catch_up(self, study: Study, ledger: OpenLedger) -> Stage:
        """The stage, after all that has happened by itself was noted."""
        if ledger.story.excluded is not None and ledger.story.end is None:
            left = await self._games.leave(ledger.story)
            await ledger.append(*left, told.Ended(how="excluded"))
        for _ in range(len(study.steps) + 10):
            stage = stage_of(study, ledger.story)
            if stage.is_over:
                return stage
            if stage.step.id not in ledger.story.reached:
                await ledger.append(told.Reached(step=stage.step.id))
            entries = await self._games.news(self._at(study, ledger, stage), stage.step)
            if not entries:
                return stage
            await self._note(study, ledger, entries)
        raise AssertionError("a visit never stops going on")

    async def _note(self, study: Study, ledger: OpenLedger, entries: list[StudyEntry]) -> None:
        """Store what has happened by itself, and into which pools that leads."""
        await ledger.append(*self._with_code(ledger, entries))
        if any(isinstance(entry, told.GamePlayed) for entry in entries):
            now = (await decided_now(self._store, study)).applied(study)
            if changes := pool_changes(now.pools, ledger.story):
                await ledger.append(*changes)

    # Noting games, whether anyone comes back from them or not

    async def note_ends(self) -> None:
        """Note in ledgers which games have ended: first while nobody noted it, then whenever one
        does, until cancelled.

        Raises:
            StoreError: it could not be stored; the next call notes it.
        """
        for name in self._studies:
            for participant_id in await self._store.read(_seated, name):
                await self._note_end(participant_id)
        while True:
            for participant_id in await self._games.ended():
                await self._note_end(participant_id)

    async def _note_end(self, participant_id: str) -> None:
        async def note(ledger: OpenLedger) -> None:
            study, place = self._studies.get(ledger.someone.study), ledger.story.place
            step = study.step(place.drawn.step) if study is not None and place else None
            if study is not None and isinstance(step, GamesStep):
                await self._note(study, ledger, await self._games.look(ledger.story, step))

        with suppress(GoneError):
            await self._ledgers.change(participant_id, note)

    # Showing

    async def _show(self, ledger: OpenLedger) -> VisitShown:
        study = self._study(ledger)
        stage = await self._catch_up(study, ledger)
        return VisitShown(
            study=study.name,
            title=study.title,
            contact=study.contact,
            step=stage.step.id,
            round=stage.round,
            number=stage.number + 1,
            of=stage.of,
            shown=stage.step.shown(self._at(study, ledger, stage)),
            messages=ledger.story.messages,
        )

    # What all of these do

    def _at(self, study: Study, ledger: OpenLedger, stage: Stage) -> AtStep:
        seat = stage.step.seat_in(ledger.story)
        return AtStep(
            study=study,
            story=ledger.story,
            participant_id=ledger.participant_id,
            wall=self._wall(),
            rules=self._quiz_rules[study.name],
            secret=self._store.secret,
            seat=None if seat is None else self._games.seat(seat),
        )

    def _with_code(self, ledger: OpenLedger, entries: Iterable[StudyEntry]) -> list[StudyEntry]:
        """Entries to be stored; an end that a platform pays for with its code."""
        return [
            replace(entry, code=self._code(ledger, entry.how))
            if isinstance(entry, told.Ended) and entry.how in _WITH_CODE
            else entry
            for entry in entries
        ]

    def _code(self, ledger: OpenLedger, how: EndWord) -> str:
        """What a participant shows to the platform: the study's for this end, or one that nobody
        guesses."""
        recruiting = self._study(ledger).recruiting
        common = recruiting.completion_code if how == "finished" else recruiting.no_partner_code
        if common:
            return common
        text = f"code {ledger.participant_id} {ledger.story.visit}"
        digest = hmac.digest(self._store.secret, text.encode(), "sha256")
        return base64.b32encode(digest).decode()[:_CODE_LENGTH]

    async def _go_on(self, token: str, work: Callable[[OpenLedger], Awaitable[T]]) -> T:
        """Do something with the ledger to which a visit's token belongs, from its newest window."""
        read = self._tokens.read(token)
        if read is None or read.purpose != "visit":
            raise VisitError(404, "nobody has this visit: open the study's link again")
        window = read.holder

        async def check_and_work(ledger: OpenLedger) -> T:
            if window != ledger.story.window:
                raise VisitError(409, "you have gone on in another window")
            return await work(ledger)

        return await self._change(read.game_id, check_and_work)

    async def _change(self, participant_id: str, work: Callable[[OpenLedger], Awaitable[T]]) -> T:
        """Do something with a participant's ledger."""
        try:
            return await self._ledgers.change(participant_id, work)
        except GoneError:
            raise VisitError(404, "there is no such visit here any more") from None

    def _study(self, ledger: OpenLedger) -> Study:
        """The study that a ledger is of."""
        study = self._studies.get(ledger.someone.study)
        if study is None:
            raise VisitError(404, "there is no such visit here any more")
        return study


def _seated(connection: Connection, study: str) -> list[str]:
    """Who has a seat in a game of a study, or had one when it ended."""
    stories = [(it, story_of(lines)) for it, lines in participants_of(connection, study)]
    return [it.participant_id for it, story in stories if story.place and story.place.seat]


def _may_come_again(study: Study, story: ParticipantStory) -> bool:
    match study.recruiting.again:
        case "never":
            return False
        case "again":
            return story.excluded is None
        case "other-role":
            return story.excluded is None and len(set(story.roles())) == 1
