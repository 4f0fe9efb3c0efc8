"""A simulated person: takes part in a study once, from its link to an end."""

import random
from dataclasses import dataclass

from cerealbar.remote.errors import RemoteError, RequestError, UnreachableError
from cerealbar.remote.participants.desk import MOVED_ON, StudyDesk
from cerealbar.remote.participants.diary import Diary
from cerealbar.remote.participants.entering import Arrival
from cerealbar.remote.participants.leisure import Leisure
from cerealbar.remote.participants.minds import Mind, mind_of
from cerealbar.remote.participants.mischief import Mischief
from cerealbar.remote.participants.pupil import PupilMind
from cerealbar.remote.participants.quiz_sense import QuizSense
from cerealbar.remote.participants.replies import carried_out, fill_in, written
from cerealbar.remote.participants.seat_play import SeatEnd, SeatPlay
from cerealbar.remote.participants.temper import Temper
from cerealbar.remote.seats import RemoteSeat
from cerealbar.studies.study import Study, TutorialStep
from cerealbar.studies.tutorials import load_tutorial
from cerealbar.studies.tutorials.reading import parse_tutorial
from cerealbar.wire import visits as wire

FULL = 410
"""The status for whoever comes when the study has all that it needs."""
ASK_SECONDS, LEAST_ASK_SECONDS = 2.0, 0.1
"""How often a page asks whether the study goes on after a game: for people, and at any speed."""
MOST_ASKS = 300
_BUTTON_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class StudySite:
    """What all people of a crowd share."""

    study: Study
    address: str
    sense: QuizSense


class DroppedOutError(RemoteError):
    """A person has gone away without a word."""


class SimulatedPerson:
    """Does what people do on the pages of a study, and some of what they should not."""

    def __init__(
        self, site: StudySite, arrival: Arrival, temper: Temper, leisure: Leisure, diary: Diary
    ) -> None:
        self._study, self._sense = site.study, site.sense
        self._arrival, self._temper, self._tempo, self._diary = arrival, temper, leisure, diary
        self._desk = StudyDesk(site.address, diary)
        self._rng = random.Random(f"person {temper.seed}")
        self._mischief = Mischief(temper, self._desk, diary, self._rng)
        self._token = ""

    def take_part(self) -> Diary:
        """Take part, and tell of it."""
        diary = self._diary
        try:
            self._take_part()
        except DroppedOutError:
            diary.end = "dropped-out"
        except RequestError as refusal:
            diary.refuse(refusal.status, refusal.reason)
        except UnreachableError as error:
            diary.unanswered.append(f"person {diary.number} at {diary.step}: {error}")
        except RemoteError as error:
            diary.complain(str(error))
        diary.leave()
        return diary

    def _take_part(self) -> None:
        stage, before = self._enter(), None
        while stage is not None:
            self._diary.reach(stage.step)
            if isinstance(stage.shown, wire.EndShown):
                self._end(stage.shown)
                return
            self._token = self._mischief.at(stage, before, self._arrival, self._token)
            stage, before = self._go_on(stage), stage

    def _enter(self) -> wire.VisitShown | None:
        try:
            self._token = self._desk.enter(self._arrival.wish()).token
        except RequestError as refusal:
            if refusal.status != FULL:
                raise
            self._diary.end = "not-admitted"
            self._diary.refuse(refusal.status, refusal.reason, is_provoked=True)
            return None
        return self._desk.visit(self._token)

    def _end(self, end: wire.EndShown) -> None:
        self._diary.end, self._diary.code = end.how, end.code
        if end.how == "finished" and not end.code:
            self._diary.complain("the visit is finished, and there is no code")

    # Going on

    def _go_on(self, stage: wire.VisitShown) -> wire.VisitShown:
        if isinstance(stage.shown, wire.PlayShown):
            return self._play(stage, stage.shown)
        if self._mischief.is_leaving(stage):
            raise DroppedOutError(f"dropped out at {stage.step}")
        return self._answer(stage, self._reply(stage.shown))

    def _reply(self, shown: wire.Shown) -> wire.Reply:
        """What the person says to a step, when it has read it."""
        rng, leisure = self._rng, self._tempo
        match shown:
            case wire.ConsentShown(html=text):
                leisure.read(text)
                return wire.Agree(is_agreed=not self._temper.declines)
            case wire.TextShown(html=text, wait_seconds=wait):
                leisure.read(text)
                leisure.sleep(wait)
                return wire.GoOn()
            case wire.QuizShown(questions=questions):
                leisure.read(" ".join(asked.text for asked in questions))
                answers = self._sense.answers(questions, self._temper.knows, rng)
                return wire.QuizReply(answers=answers)
            case wire.QuestionnaireShown(items=items):
                leisure.read(" ".join(item.text for item in items))
                return wire.QuestionnaireReply(answers=fill_in(items, rng))
            case wire.WriteShown():
                reply = written(shown)
                leisure.write(reply.text)
                return reply
            case wire.CarryOutShown(text=text):
                leisure.read(text)
                return carried_out(shown, rng)
            case _:
                leisure.pause(_BUTTON_SECONDS)
                return wire.GoOn()

    def _answer(
        self, stage: wire.VisitShown, reply: wire.Reply, *, may_be_late: bool = False
    ) -> wire.VisitShown:
        wish = wire.AnswerStep(token=self._token, step=stage.step, round=stage.round, reply=reply)
        try:
            return self._desk.answer(wish)
        except RequestError as refusal:
            if refusal.status != MOVED_ON:
                raise
            self._diary.refuse(refusal.status, refusal.reason, is_provoked=may_be_late)
            return self._desk.visit(self._token)

    # Games

    def _play(self, stage: wire.VisitShown, shown: wire.PlayShown) -> wire.VisitShown:
        play = SeatPlay(
            seat=RemoteSeat(self._desk.address, shown.seat.token),
            role=shown.seat.role,
            mind=self._mind(stage, shown),
            plan=self._mischief.seat_plan(stage, shown),
            leisure=self._tempo,
            diary=self._diary,
        )
        end = play.play()
        if end == "dropped-out":
            raise DroppedOutError(f"dropped out of a game at {stage.step}")
        if end == "stopped-waiting":
            self._diary.do("stopped waiting")
            return self._answer(stage, wire.StopWaiting(), may_be_late=True)
        return self._ask_until_on(shown, end)

    def _mind(self, stage: wire.VisitShown, shown: wire.PlayShown) -> Mind:
        if not shown.is_tutorial:
            return mind_of(self._temper, shown.seat.role)
        step = self._study.step(stage.step)
        assert isinstance(step, TutorialStep), "the study is the server's"
        if step.file is None:
            return PupilMind(load_tutorial(step.role))
        return PupilMind(parse_tutorial(self._study.texts[step.file], step.file))

    def _ask_until_on(self, shown: wire.PlayShown, end: SeatEnd) -> wire.VisitShown:
        """Ask whether the study has seen the end of a game, as the page does."""
        for _ in range(MOST_ASKS):
            after = self._desk.visit(self._token)
            is_same = isinstance(after.shown, wire.PlayShown) and after.shown.seat == shown.seat
            if not is_same or end == "wait-over":
                return after
            self._tempo.sleep(max(LEAST_ASK_SECONDS, ASK_SECONDS / self._tempo.speed))
        raise UnreachableError(f"the study does not go on after a game: {end}")
