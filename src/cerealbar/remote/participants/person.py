"""A simulated person: takes part in a study once, from its link to an end."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from cerealbar.agents.pace import HUMAN_PACE
from cerealbar.game import Rules
from cerealbar.remote.errors import RemoteError, RequestError, UnreachableError
from cerealbar.remote.participants.diary import Diary
from cerealbar.remote.participants.minds import Mind, PupilMind, face_of, mind_of
from cerealbar.remote.participants.seat_play import Pauses, SeatEnd, SeatPlay
from cerealbar.remote.seats import RemoteSeat, ask
from cerealbar.studies.study import Study
from cerealbar.views.text import card_words
from cerealbar.wire import visits as wire

FULL, MOVED_ON = 410, 409
"""The status for whoever comes when the study has all that it needs, and for whoever is at another
step, or in another window."""
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.25, 5.0
PASSING = frozenset({429, 502, 503, 504})
"""Too many requests, and what servers say that are being started: they are asked again."""
PATIENCE_SECONDS = 120.0
"""After which a request counts as never answered."""
ASK_SECONDS, LEAST_ASK_SECONDS = 2.0, 0.1
"""How often a page asks whether the study goes on after a game: for people, and at any speed."""
MOST_ASKS = 300
_BUTTON_SECONDS = 3.0
_MOST_ACTIONS = 25
"""Within which somebody drops out of a game."""
_SKIPS = 0.3
"""How often what is not required is left out."""
Given = TypeVar("Given")
_REMARKS = ("It was fun.", "My partner was quick, I was not.", "The turns are short at first.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Temper:
    """What a person is like; the defaults are a good participant."""

    seed: int = 0
    leads_as: str = "average"
    knows: float = 1.0
    """How likely it gives the right answer of a quiz."""
    drops_out: float | None = None
    """After which share of the steps it goes away; None for never."""
    declines: bool = False
    """Whether it does not agree to take part."""


@dataclass(slots=True)
class StudySite:
    """What all people of a crowd share."""

    study: Study
    address: str
    rules: Rules
    """About which quizzes ask."""
    right: dict[tuple[str, str], str] = field(default_factory=dict)
    """The right answers to all that quizzes can ask, by text and picture."""

    def __post_init__(self) -> None:
        for step in self.study.steps:
            for asked in step.every_question(self.study, self.rules):
                self.right[asked.text, asked.picture] = asked.answers[asked.right]


class DroppedOutError(RemoteError):
    """A person has gone away without a word."""


class SimulatedPerson:
    """Does what people do on the pages of a study."""

    def __init__(
        self, site: StudySite, wish: wire.EnterStudy, temper: Temper, pauses: Pauses, diary: Diary
    ) -> None:
        self._site, self._wish = site, wish
        self._temper, self._pauses, self._diary = temper, pauses, diary
        self._rng = random.Random(f"person {temper.seed}")
        self._token = ""

    def take_part(self) -> Diary:
        """Take part, and tell of it."""
        diary = self._diary
        try:
            self._token = self._ask("enter", self._wish, wire.VisitGiven).token
            self._go_through(self._visit(self._token))
        except DroppedOutError:
            diary.end = "dropped-out"
        except RequestError as refusal:
            is_full = refusal.status == FULL and not self._token
            diary.end = "not-admitted" if is_full else None
            diary.refuse(refusal.status, refusal.reason, "provoked" if is_full else "wrong")
        except RemoteError as error:
            diary.complain(str(error))
        diary.leave()
        return diary

    def _visit(self, token: str) -> wire.VisitShown:
        """The step one is at."""
        return self._ask("visit", wire.AskVisit(token=token), wire.VisitShown)

    def _go_through(self, stage: wire.VisitShown) -> None:
        """Go on from step to step until the end."""
        diary = self._diary
        while not isinstance(stage.shown, wire.EndShown):
            diary.reach(stage.step)
            if isinstance(stage.shown, wire.PlayShown):
                stage = self._play(stage, stage.shown)
            elif self._is_leaving(stage):
                raise DroppedOutError(f"dropped out at {stage.step}")
            else:
                stage = self._answer(stage, self._reply(stage.shown))
        diary.reach(stage.step)
        diary.end, diary.code = stage.shown.how, stage.shown.code
        if diary.end == "finished" and not diary.code:
            diary.complain("the visit is finished, and there is no code")

    def _answer(self, stage: wire.VisitShown, reply: wire.Reply) -> wire.VisitShown:
        wish = wire.AnswerStep(token=self._token, step=stage.step, round=stage.round, reply=reply)
        before = self._diary.retried
        try:
            return self._ask("answer", wish, wire.VisitShown)
        except RequestError as refusal:
            if refusal.status != MOVED_ON:
                raise
            if self._diary.retried == before:  # or it was stored, though that was never heard of
                self._diary.refuse(refusal.status, refusal.reason)
            return self._visit(self._token)

    def _ask(self, path: str, wish: object, kind: type[Given]) -> Given:
        """What the server answers; as pages do, it is asked again until it accepts or refuses.

        Raises:
            RequestError: it refuses.
            UnreachableError: it has not answered for too long.
        """
        diary = self._diary
        deadline, pause = diary.now() + PATIENCE_SECONDS, FIRST_PAUSE_SECONDS
        while True:
            try:
                return ask(self._site.address, f"/api/study/{path}", wish, kind)
            except UnreachableError:
                if diary.now() + pause > deadline:
                    raise
            except RequestError as refusal:
                if refusal.status not in PASSING or diary.now() + pause > deadline:
                    raise
                diary.refuse(refusal.status, refusal.reason, "passing")
            diary.retried += 1
            self._pauses.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    def _is_leaving(self, stage: wire.VisitShown) -> bool:
        """Whether the person drops out at a step."""
        share = self._temper.drops_out
        return share is not None and stage.number >= int(share * stage.of)

    # Answering

    def _reply(self, shown: wire.Shown) -> wire.Reply:
        """What the person says to a step, when it has read it."""
        pauses = self._pauses
        match shown:
            case wire.ConsentShown(html=text):
                pauses.read(text)
                return wire.Agree(is_agreed=not self._temper.declines)
            case wire.TextShown(html=text, wait_seconds=wait):
                pauses.read(text)
                pauses.sleep(wait)
            case wire.QuizShown(questions=questions):
                pauses.read(" ".join(asked.text for asked in questions))
                return wire.QuizReply(answers=tuple(map(self._quiz_answer, questions)))
            case wire.QuestionnaireShown(items=items):
                pauses.read(" ".join(item.text for item in items))
                return wire.QuestionnaireReply(answers=filled_in(items, self._rng))
            case wire.WriteShown():
                faces = {card.cell: card_words(face_of(card)) for card in shown.board.cards}
                asked = [f"get the {faces[cell]}" for cell in shown.cards if cell in faces]
                text = ", then ".join(asked) or "go to where I point"
                pauses.pause(HUMAN_PACE.phrase + len(text) / HUMAN_PACE.characters)
                return wire.WriteReply(text=text)
            case wire.CarryOutShown(text=text):
                pauses.read(text)
                cards = [card for card in shown.board.cards if card.colour in text.lower()][:3]
                return wire.CarryOutReply(
                    cards=tuple(card.cell for card in cards), is_unclear=not cards
                )
            case _:
                pauses.pause(_BUTTON_SECONDS)
        return wire.GoOn()

    def _quiz_answer(self, asked: wire.QuestionAsked) -> int:
        right = self._site.right.get((asked.text, asked.picture))
        if right in asked.answers and self._rng.random() < self._temper.knows:
            return asked.answers.index(right)
        return self._rng.randrange(len(asked.answers))

    # Games

    def _play(self, stage: wire.VisitShown, shown: wire.PlayShown) -> wire.VisitShown:
        seat = RemoteSeat(self._site.address, shown.seat.token)
        mind, wait = self._mind(stage, shown), shown.wait_seconds or 0.0
        most = self._rng.randint(1, _MOST_ACTIONS) if self._is_leaving(stage) else None
        play = SeatPlay(seat, shown.seat.role, mind, self._pauses, self._diary, wait, most)
        if (end := play.play()) == "dropped-out":
            raise DroppedOutError(f"dropped out of a game at {stage.step}")
        return self._ask_until_on(shown, end)

    def _mind(self, stage: wire.VisitShown, shown: wire.PlayShown) -> Mind:
        step = self._site.study.step(stage.step)
        tutorial = None if step is None else step.tutorial(self._site.study)
        if tutorial is not None:
            return PupilMind(tutorial).choose
        return mind_of(self._temper.leads_as, self._temper.seed, shown.seat.role)

    def _ask_until_on(self, shown: wire.PlayShown, end: SeatEnd) -> wire.VisitShown:
        """Ask whether the study has seen the end of a game, as the page does."""
        for _ in range(MOST_ASKS):
            after = self._visit(self._token)
            is_same = isinstance(after.shown, wire.PlayShown) and after.shown.seat == shown.seat
            if not is_same or end == "wait-over":
                return after
            self._pauses.sleep(max(LEAST_ASK_SECONDS, ASK_SECONDS / self._pauses.speed))
        raise UnreachableError(f"the study does not go on after a game: {end}")


def filled_in(items: Sequence[wire.ItemAsked], rng: random.Random) -> dict[str, object]:
    """Answers to a questionnaire by item, all of them valid."""
    asked = (item for item in items if item.is_required or rng.random() >= _SKIPS)
    return {item.id: _answer_to(item, rng) for item in asked}


def _answer_to(item: wire.ItemAsked, rng: random.Random) -> object:
    match item.kind:
        case "free-text":
            return rng.choice(_REMARKS)[: item.max_length]
        case "choice" if item.is_several:
            return rng.sample(item.options, rng.randint(1, len(item.options)))
        case "choice":
            return rng.choice(item.options)
        case "scale":
            return rng.randint(1, item.points)
        case "partner":
            guess = rng.choice(("person", "program", "not-sure"))
            return {"guess": guess} | ({} if guess == "not-sure" else {"sure": rng.randint(1, 5)})
