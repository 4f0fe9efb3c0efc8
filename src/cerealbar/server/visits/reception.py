"""The reception of studies: who comes, at which step each is, and going on from it.

Everything that a participant does is in its ledger before its page hears of it, and everything that
a page is shown follows from the ledger, so that a restart, a reload or another machine changes
nothing.
"""

import base64
import hmac
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TypeVar

from cerealbar.game import Rules
from cerealbar.server.logs import Log
from cerealbar.server.store import Store, StoredParticipant, StoreError
from cerealbar.server.store.participants import (
    add_participant,
    find_participant,
    ledger_lengths,
    of_person,
)
from cerealbar.server.tokens import Tokens
from cerealbar.server.visits.decisions import StudyDecisions
from cerealbar.server.visits.ledgers import Locks, MovedOnError, OpenLedger, new_participant_id
from cerealbar.server.visits.links import person_of
from cerealbar.server.visits.playing import StudyGames
from cerealbar.server.visits.refusals import VisitError
from cerealbar.server.visits.showing import show_stage, show_task
from cerealbar.server.visits.tutoring import Tutoring
from cerealbar.studies import entries as told
from cerealbar.studies.course import Stage, Try, entries_of_reply, quiz_of, stage_of
from cerealbar.studies.entries import LedgerEntry, StudyEntry
from cerealbar.studies.errors import AnswerError
from cerealbar.studies.pools import pool_changes
from cerealbar.studies.single_tasks import task_at, task_entry
from cerealbar.studies.story import ParticipantStory, story_of
from cerealbar.studies.study import (
    CarryOutStep,
    EndStep,
    GamesStep,
    QuizStep,
    Study,
    TutorialStep,
    WriteStep,
)
from cerealbar.wire.visits import (
    AnswerStep,
    AskVisit,
    EndWord,
    EnterStudy,
    GoOn,
    PlayShown,
    Reply,
    Shown,
    StopWaiting,
    VisitGiven,
    VisitShown,
)

MOST_TRIES = 5
"""How often a request is carried out anew when something else happened meanwhile."""
_CODE_LENGTH = 10
_WITH_CODE: tuple[EndWord, ...] = ("finished", "no-partner")
_log = Log("visits")
T = TypeVar("T")


class Reception:
    """Where participants come, and go from step to step."""

    def __init__(
        self,
        store: Store,
        studies: Mapping[str, Study],
        games: StudyGames,
        tutoring: Tutoring,
        quiz_rules: Mapping[str, Rules],
        wall: Callable[[], float],
    ) -> None:
        self._store, self._studies, self._wall = store, studies, wall
        self._games, self._tutoring, self._quiz_rules = games, tutoring, quiz_rules
        self._tokens = Tokens(store.secret)
        self._locks = Locks()
        self._decisions = StudyDecisions(store, wall)

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
            except StoreError:
                found = await self._store.read(find_participant, study.name, person)
                if found is None:
                    raise
        come_back = partial(self._return, is_program=wish.is_program)
        return await self._insist(found.participant_id, come_back)

    async def _welcome(self, study: Study, person: str, *, is_program: bool) -> VisitGiven:
        """The first visit of someone new."""
        if (await self._decisions.current(study)).is_paused:
            raise VisitError(410, "recruiting is paused: come back later")
        most = study.recruiting.participants
        if most is not None and len(await self._store.read(ledger_lengths, study.name)) >= most:
            raise VisitError(410, "this study has as many participants as it needs: thank you")
        wall = self._wall()
        someone = StoredParticipant(new_participant_id(), study.name, person, wall)
        arrived = LedgerEntry(0, wall, told.Arrived(visit=1, window=1, is_program=is_program))
        carried = await self._pools_elsewhere(person)
        await self._store.write(add_participant, someone, arrived)
        if carried:
            ledger = await self._ledger(someone.participant_id)
            await ledger.append(
                *(told.PoolChanged(pool=pool, is_member=True, by="carried") for pool in carried)
            )
        _log.info("participant came", study=study.name, participant=someone.participant_id)
        return VisitGiven(token=self._tokens.make(someone.participant_id, "visit", 1))

    async def _pools_elsewhere(self, person: str) -> list[str]:
        stories = [story_of(lines) for _, lines in await self._store.read(of_person, person)]
        return sorted({pool for story in stories for pool in story.pools})

    async def _return(self, ledger: OpenLedger, *, is_program: bool) -> VisitGiven:
        """A window of someone who was here before: the older ones do not go on."""
        study = self._studies[ledger.someone.study]
        story = ledger.story
        begins = story.end is not None and _may_come_again(study, story)
        if begins:
            begins = not (await self._decisions.current(study)).is_paused
        window = story.window + 1
        visit = story.visit + begins
        await ledger.append(told.Arrived(visit=visit, window=window, is_program=is_program))
        return VisitGiven(token=self._tokens.make(ledger.participant_id, "visit", window))

    # Going on

    async def visit(self, wish: AskVisit) -> VisitShown:
        """The step that a participant is at.

        Raises:
            VisitError: nobody has this visit, or it goes on in another window.
        """
        return await self._insist(self._reader(wish.token), self._newest(wish.token, self._show))

    async def answer(self, wish: AnswerStep) -> VisitShown:
        """The step that a participant comes to with a reply.

        Raises:
            VisitError: nobody has this visit, it goes on elsewhere, or it is at another step.
            AnswerError: the reply answers nothing that was asked.
        """

        async def go_on(ledger: OpenLedger) -> VisitShown:
            study = self._studies[ledger.someone.study]
            stage = await self._catch_up(study, ledger)
            if (stage.step.id, stage.round) != (wish.step, wish.round) or stage.part == "over":
                raise VisitError(409, "you are at another step already")
            await self._take(study, ledger, stage, wish.reply)
            return await self._show(ledger)

        return await self._insist(self._reader(wish.token), self._newest(wish.token, go_on))

    async def _take(self, study: Study, ledger: OpenLedger, stage: Stage, reply: Reply) -> None:
        step, story = stage.step, ledger.story
        if isinstance(step, GamesStep) and stage.part == "step":
            await self._take_place(study, ledger, step, reply)
            return
        if isinstance(step, WriteStep | CarryOutStep):
            item = task_at(study, step, ledger.participant_id, stage.round)
            seconds = self._wall() - story.last
            await ledger.append(task_entry(step, item, reply, seconds))
            return
        quiz = self._quiz(study, ledger, stage)
        await ledger.append(*entries_of_reply(study, story, stage, reply, quiz, self._wall()))

    async def _take_place(
        self, study: Study, ledger: OpenLedger, step: GamesStep, reply: Reply
    ) -> None:
        story = ledger.story
        if isinstance(reply, StopWaiting):
            for entry in await self._games.leave(story):
                await ledger.append(entry)
            await ledger.append(self._ended(ledger, "no-partner"))
        elif isinstance(reply, GoOn):
            await self._begin_game(study, ledger, step)
        else:
            raise AnswerError(f"{type(reply).__name__} is no answer to step {step.id!r}")

    async def _begin_game(self, study: Study, ledger: OpenLedger, step: GamesStep) -> None:
        if ledger.story.place is None:
            closed = (await self._decisions.current(study)).closed_pools
            if step.pool in closed:
                raise VisitError(410, "no games are begun here for now: come back later")
            drawn = await self._games.draw(study, step, ledger.story)
            if drawn is None:
                await ledger.append(self._ended(ledger, "no-partner"))
                return
            await ledger.append(drawn)
        place = ledger.story.place
        if place is not None and place.seat is None:
            await ledger.append(
                await self._games.begin(study, step, ledger.participant_id, ledger.story)
            )

    async def _catch_up(self, study: Study, ledger: OpenLedger) -> Stage:
        """The stage, after all that has happened by itself was noted."""
        if ledger.story.excluded is not None and ledger.story.end is None:
            left = await self._games.leave(ledger.story)
            await ledger.append(*left, self._ended(ledger, "excluded"))
        for _ in range(len(study.steps) + 10):
            stage = stage_of(study, ledger.story)
            entries = await self._news(study, ledger, stage)
            if not entries:
                return stage
            await ledger.append(*entries)
            if any(isinstance(entry, told.GamePlayed) for entry in entries):
                now = (await self._decisions.current(study)).applied(study)
                if changes := pool_changes(now, ledger.story):
                    await ledger.append(*changes)
        raise AssertionError("a visit never stops going on")

    async def _news(self, study: Study, ledger: OpenLedger, stage: Stage) -> list[StudyEntry]:
        """What has happened by itself at a stage."""
        story, step = ledger.story, stage.step
        if stage.part == "over":
            return []
        if step.id not in story.reached:
            return [told.Reached(step=step.id)]
        if isinstance(step, EndStep):
            return [self._ended(ledger, "finished")]
        if isinstance(step, TutorialStep):
            return await self._tutoring.look(study, step, ledger.participant_id, story)
        if isinstance(step, GamesStep) and stage.part == "step" and story.place is not None:
            return await self._place_news(study, ledger, step)
        return []

    async def _place_news(
        self, study: Study, ledger: OpenLedger, step: GamesStep
    ) -> list[StudyEntry]:
        story = ledger.story
        if story.place is not None and story.place.seat is None:
            if story.place.waits and step.waiting.otherwise == "end":
                return [self._ended(ledger, "no-partner")]
            return [await self._games.begin(study, step, ledger.participant_id, story)]
        return await self._games.look(study, step, story)

    # Showing

    async def _show(self, ledger: OpenLedger) -> VisitShown:
        study = self._studies[ledger.someone.study]
        stage = await self._catch_up(study, ledger)
        return VisitShown(
            study=study.name,
            title=study.title,
            contact=study.contact,
            step=stage.step.id,
            round=stage.round,
            number=stage.number + 1,
            of=stage.of,
            shown=self._shown(study, ledger, stage),
            messages=ledger.story.messages,
        )

    def _shown(self, study: Study, ledger: OpenLedger, stage: Stage) -> Shown:
        story, step = ledger.story, stage.step
        if stage.part == "step" and isinstance(step, TutorialStep):
            seat = self._tutoring.seat(step, story.tutorials[step.id])
            return PlayShown(seat=seat, is_tutorial=True)
        if stage.part == "step" and isinstance(step, GamesStep):
            place = story.place
            if place is not None and place.seat is not None:
                wait = max(0.0, 60 * step.waiting.minutes - (self._wall() - place.seated_at))
                return PlayShown(seat=self._games.seat(place.seat), wait_seconds=wait)
        if stage.part == "step" and isinstance(step, WriteStep | CarryOutStep):
            return show_task(step, task_at(study, step, ledger.participant_id, stage.round), stage)
        tries = [self._quiz(study, ledger, stage, back) for back in (0, 1)]
        return show_stage(study, story, stage, tries, self._wall())

    def _quiz(self, study: Study, ledger: OpenLedger, stage: Stage, back: int = 0) -> Try | None:
        """The try that a participant is at, or one before."""
        number = stage.round - back
        if not isinstance(stage.step, QuizStep) or stage.part == "over" or number < 0:
            return None
        rules, who = self._quiz_rules[study.name], ledger.participant_id
        return quiz_of(study, stage.step, who, number, rules, self._store.secret)

    # What all of these do

    def _ended(self, ledger: OpenLedger, how: EndWord) -> told.Ended:
        code = self._code(ledger) if how in _WITH_CODE else ""
        return told.Ended(how=how, code=code)

    def _code(self, ledger: OpenLedger) -> str:
        """What a participant shows to the platform: the study's, or one that nobody guesses."""
        common = self._studies[ledger.someone.study].recruiting.completion_code
        if common:
            return common
        text = f"code {ledger.participant_id} {ledger.story.visit}"
        digest = hmac.digest(self._store.secret, text.encode(), "sha256")
        return base64.b32encode(digest).decode()[:_CODE_LENGTH]

    def _reader(self, token: str) -> str:
        """The participant to whom a visit's token belongs."""
        read = self._tokens.read(token)
        if read is None or read.purpose != "visit":
            raise VisitError(404, "nobody has this visit: open the study's link again")
        return read.game_id

    def _newest(
        self, token: str, work: Callable[[OpenLedger], Awaitable[T]]
    ) -> Callable[[OpenLedger], Awaitable[T]]:
        """The work, if the token is of the newest window."""
        read = self._tokens.read(token)

        async def check_and_work(ledger: OpenLedger) -> T:
            if read is None or read.holder != ledger.story.window:
                raise VisitError(409, "you have gone on in another window")
            return await work(ledger)

        return check_and_work

    async def _insist(self, participant_id: str, work: Callable[[OpenLedger], Awaitable[T]]) -> T:
        """Do something with a ledger, anew if another process wrote to it meanwhile."""
        async with self._locks.of(participant_id):
            for _ in range(MOST_TRIES):
                try:
                    return await work(await self._ledger(participant_id))
                except MovedOnError:
                    continue
        raise VisitError(503, "too much happens at once: try again")

    async def _ledger(self, participant_id: str) -> OpenLedger:
        ledger = await OpenLedger.find(self._store, self._wall, participant_id)
        if ledger is None or ledger.someone.study not in self._studies:
            raise VisitError(404, "there is no such visit here any more")
        return ledger


def _may_come_again(study: Study, story: ParticipantStory) -> bool:
    match study.recruiting.again:
        case "never":
            return False
        case "again":
            return story.excluded is None
        case "other-role":
            return story.excluded is None and len(set(story.roles())) == 1
