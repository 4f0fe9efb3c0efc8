"""The steps of a visit, one class for each kind: what it shows, accepts and stores.

A new kind is a class here, in `Step`, and what its page is shown and says, in `wire/visits.py`.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, NoReturn, Protocol, Self, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from cerealbar.evaluation.suites import SuiteItem, write_suite
from cerealbar.game import (
    InstructionError,
    Player,
    PlayerWord,
    Rules,
    cards_on,
    check_instruction,
    pose_of,
)
from cerealbar.studies import entries as told
from cerealbar.studies.entries import StudyEntry
from cerealbar.studies.errors import AnswerError, StudyError
from cerealbar.studies.files import StudyFolder
from cerealbar.studies.lines import Key
from cerealbar.studies.parts import (
    Arm,
    Count,
    Fallback,
    FileName,
    Minutes,
    OneLine,
    ShortName,
    StudyParts,
    StudySection,
)
from cerealbar.studies.pay import account, money
from cerealbar.studies.questionnaires import Questionnaire, QuestionnaireItem, check_answers
from cerealbar.studies.quiz import Question, QuestionSet, shipped_questions
from cerealbar.studies.quiz.questions import right_answers
from cerealbar.studies.single_tasks import UNCLEAR, DoneBy, write_collection, written_items
from cerealbar.studies.story import ParticipantStory
from cerealbar.studies.texts import html_of
from cerealbar.studies.tutorials import Tutorial, load_tutorial
from cerealbar.studies.tutorials.reading import parse_tutorial
from cerealbar.wire import visits as wire
from cerealbar.wire.lobby import SeatGiven
from cerealbar.wire.scene import show_card, show_pose

LEAST_WAIT_MINUTES = 0.05
"""At any speed: a server may be busy."""


class GameServer(Protocol):
    """What a server does for steps with seats; all of it raises what its rooms and store raise."""

    async def tutorial(self, at: "AtStep", step: "TutorialStep") -> list[StudyEntry]:
        """What has become of a participant's tutorial: opened, done, or opened anew."""
        ...

    async def draw(self, at: "AtStep", step: "GamesStep") -> told.Drawn | None:
        """How the next game is played; None if the study has all games it needs."""
        ...

    async def begin(self, at: "AtStep", step: "GamesStep") -> told.PlaceTaken:
        """The seat in the game that was drawn."""
        ...

    async def look(self, at: "AtStep", step: "GamesStep") -> list[StudyEntry]:
        """What has become of that seat."""
        ...

    async def leave(self, story: ParticipantStory) -> list[StudyEntry]:
        """Give up the seat, if there is one."""
        ...

    def seat(self, game_id: str, role: PlayerWord, holder: int = 0) -> SeatGiven:
        """A seat as the participant's page is given it."""
        ...


@dataclass(frozen=True, slots=True)
class AtStep:
    """A participant at a step, with all that the step may look at."""

    study: StudyParts
    story: ParticipantStory
    participant_id: str
    wall: float
    rules: Rules
    """About which quizzes ask."""
    secret: bytes
    """The server's."""
    server: GameServer


class VisitStep(StudySection, frozen=True, kw_only=True, tag_field="kind"):
    """What all kinds of steps have, and what most do."""

    id: ShortName
    only_if: OneLine = ""
    """A condition on the participant's history under which the step is there."""

    is_last: ClassVar[bool] = False
    """Whether a visit ends with it."""

    def check(self, folder: StudyFolder, way: Key) -> None:
        """Note what is wrong with it in its folder."""

    def hurried(self, speed: float) -> Self:
        """The same for those who are so many times quicker than people."""
        return self

    def check_rules(self, study: StudyParts, rules: Rules) -> None:
        """See that it makes sense under the rules of the study's games.

        Raises:
            StudyError: it does not.
        """

    @property
    def kind(self) -> str:
        """The word for its kind in a study's file."""
        return str(self.__struct_config__.tag)

    def tutorial(self, study: StudyParts) -> Tutorial | None:
        """What is played in it alone."""
        return None

    def every_question(self, study: StudyParts, rules: Rules) -> Iterator[Question]:
        """All that can be asked in it, of which there are right answers."""
        return iter(())

    def collect(self, study: StudyParts, done: Sequence[DoneBy], out: Path) -> str:
        """Write what single tasks of it came to into a folder; what that is, or nothing."""
        return ""

    def is_behind(self, story: ParticipantStory) -> bool:
        """Whether a participant has done all of it."""
        return self.id in story.done

    def round_of(self, story: ParticipantStory) -> int:
        """How many tries, games or tasks of it are behind a participant."""
        return 0

    def seat_in(self, story: ParticipantStory) -> tuple[str, PlayerWord] | None:
        """The game and the role in which a participant plays now."""
        return None

    def items(self, study: StudyParts) -> tuple[QuestionnaireItem, ...]:
        """What is asked in it."""
        return ()

    async def news(self, at: AtStep) -> list[StudyEntry]:
        """What has happened by itself."""
        return []

    def shown(self, at: AtStep) -> wire.Shown:
        """What the page shows."""
        raise NotImplementedError(f"{self.id} is never shown")

    async def taken(self, at: AtStep, reply: wire.Reply) -> list[StudyEntry]:
        """What a reply means.

        Raises:
            AnswerError: it is no answer to what was asked.
        """
        return self.accepted(at, reply)

    def accepted(self, at: AtStep, reply: wire.Reply) -> list[StudyEntry]:
        """The same for steps that need no server; likewise."""
        self.refuse(reply)

    def refuse(self, reply: wire.Reply) -> NoReturn:
        """Say that a reply is none."""
        raise AnswerError(f"{type(reply).__name__} is no answer to step {self.id!r}")


class Consent(VisitStep, frozen=True, kw_only=True, tag="consent"):
    """A text to agree to; whoever does not has reached the end."""

    id: ShortName = "consent"
    text: FileName
    agree: OneLine = "I have read this and want to take part"

    def check(self, folder: StudyFolder, way: Key) -> None:
        """The text is there."""
        folder.keep_text(self.text, (*way, "text"))

    def shown(self, at: AtStep) -> wire.Shown:
        """The text and the button."""
        return wire.ConsentShown(html=html_of(at.study.texts[self.text]), agree=self.agree)

    def accepted(self, at: AtStep, reply: wire.Reply) -> list[StudyEntry]:
        """Agreed or not."""
        if not isinstance(reply, wire.Agree):
            self.refuse(reply)
        return [told.StepAnswered(step=self.id) if reply.is_agreed else told.Ended(how="declined")]


class Information(VisitStep, frozen=True, kw_only=True, tag="information"):
    """A text to read."""

    id: ShortName = "information"
    text: FileName
    least_seconds: Annotated[float, Meta(ge=0, le=3600)] = 0
    """Before which nobody can go on."""

    def check(self, folder: StudyFolder, way: Key) -> None:
        """The text is there."""
        folder.keep_text(self.text, (*way, "text"))

    def hurried(self, speed: float) -> Self:
        """With less time to read."""
        return replace(self, least_seconds=self.least_seconds / speed)

    def seconds_to_wait(self, at: AtStep) -> float:
        """Before it can be left."""
        since = at.wall - at.story.reached.get(self.id, at.wall)
        return max(0.0, self.least_seconds - since)

    def shown(self, at: AtStep) -> wire.Shown:
        """The text, and how long it takes yet."""
        html = html_of(at.study.texts[self.text])
        return wire.TextShown(html=html, wait_seconds=self.seconds_to_wait(at))

    def accepted(self, at: AtStep, reply: wire.Reply) -> list[StudyEntry]:
        """Read."""
        if not isinstance(reply, wire.GoOn):
            self.refuse(reply)
        if self.seconds_to_wait(at) > 0:
            raise AnswerError(f"{self.id!r} takes {self.least_seconds:g} seconds to read")
        return [told.StepAnswered(step=self.id)]


class TutorialStep(VisitStep, frozen=True, kw_only=True, tag="tutorial"):
    """A tutorial of a role, to be played to its end."""

    id: ShortName = "tutorial"
    role: PlayerWord
    file: FileName | None = None
    """An own one of the study; None for the one that comes with the package."""

    def check(self, folder: StudyFolder, way: Key) -> None:
        """It can be played, and teaches the role."""
        text = None if self.file is None else folder.keep_text(self.file, (*way, "file"))
        if self.file is None or text is None:
            return
        try:
            tutorial = parse_tutorial(text, self.file)
        except StudyError as error:
            folder.note((*way, "file"), str(error))
            return
        if tutorial.role != self.role:
            folder.note((*way, "role"), f"{self.file} is a tutorial of the {tutorial.role}")

    def tutorial(self, study: StudyParts) -> Tutorial:
        """What is played."""
        if self.file is None:
            return load_tutorial(self.role)
        return parse_tutorial(study.texts[self.file], self.file)

    def seat_in(self, story: ParticipantStory) -> tuple[str, PlayerWord] | None:
        """The tutorial's only seat."""
        game_id = story.tutorials.get(self.id)
        return None if game_id is None else (game_id, self.role)

    async def news(self, at: AtStep) -> list[StudyEntry]:
        """Opened, done, or opened anew."""
        return await at.server.tutorial(at, self)

    def shown(self, at: AtStep) -> wire.Shown:
        """The seat."""
        seat = at.server.seat(at.story.tutorials[self.id], self.role)
        return wire.PlayShown(seat=seat, is_tutorial=True)


class QuizStep(VisitStep, frozen=True, kw_only=True, tag="quiz"):
    """Questions about the game; whoever fails all tries has reached the end."""

    id: ShortName = "quiz"
    questions: Annotated[int, Meta(ge=1, le=30)] = 8
    right_needed: Annotated[int, Meta(ge=0, le=30)] = 7
    tries: Annotated[int, Meta(ge=1, le=20)] = 3
    file: FileName | None = None
    """The questions; None for those that come with the package."""

    def check(self, folder: StudyFolder, way: Key) -> None:
        """The questions are there, and it can be passed."""
        if self.right_needed > self.questions:
            text = (
                f"{self.right_needed} right answers cannot be given to {self.questions} questions"
            )
            folder.note((*way, "right_needed"), text)
        if self.file is not None:
            folder.keep_questions(self.file, (*way, "file"))

    def check_rules(self, study: StudyParts, rules: Rules) -> None:
        """There are enough questions."""
        known = len(self.question_set(study).under(rules))
        if known < self.questions:
            raise StudyError(
                f"{self.id} asks {self.questions} questions, and has {known} that make sense"
                " under the rules of its games"
            )

    def every_question(self, study: StudyParts, rules: Rules) -> Iterator[Question]:
        """All that make sense."""
        return self.question_set(study).every_way(rules)

    def round_of(self, story: ParticipantStory) -> int:
        """Tries."""
        return len(story.quiz_tries.get(self.id, ()))

    def question_set(self, study: StudyParts) -> QuestionSet:
        """All that can be asked."""
        return shipped_questions() if self.file is None else study.quizzes[self.file]

    def asked(self, at: AtStep, tries: int) -> tuple[int, tuple[Question, ...]]:
        """The seed and the questions of a try: others in each, and the same after a reload.

        They follow from the server's secret, so that nobody can know them before.
        """
        place = f"quiz {at.study.name} {at.participant_id} {self.id} {tries}"
        seed = int.from_bytes(hmac.digest(at.secret, place.encode(), "sha256")[:4], "big") >> 1
        return seed, self.question_set(at.study).draw(seed, self.questions, at.rules)

    def shown(self, at: AtStep) -> wire.Shown:
        """The questions, and what was wrong in the try before."""
        before = at.story.quiz_tries.get(self.id, ())
        explanations: Iterable[str] = ()
        if before:
            _, questions = self.asked(at, len(before) - 1)
            pairs = zip(questions, before[-1].answers, strict=True)
            explanations = (each.explanation for each, answer in pairs if each.right != answer)
        _, questions = self.asked(at, len(before))
        return wire.QuizShown(
            questions=tuple(
                wire.QuestionAsked(text=each.text, answers=each.answers, picture=each.picture)
                for each in questions
            ),
            right_needed=self.right_needed,
            tries_left=self.tries - len(before),
            explanations=tuple(explanations),
            right_before=before[-1].right if before else None,
        )

    def accepted(self, at: AtStep, reply: wire.Reply) -> list[StudyEntry]:
        """A try; the last one may end the visit."""
        if not isinstance(reply, wire.QuizReply):
            self.refuse(reply)
        tries = self.round_of(at.story)
        seed, questions = self.asked(at, tries)
        right = right_answers(questions, reply.answers)
        is_passed = right >= self.right_needed
        taken = told.QuizTaken(
            step=self.id, seed=seed, answers=reply.answers, right=right, is_passed=is_passed
        )
        is_over = tries + 1 >= self.tries and not is_passed
        return [taken, *([told.Ended(how="failed-quiz")] if is_over else [])]


class WaitLimit(StudySection, frozen=True, kw_only=True):
    """How long people wait for a partner, and what then."""

    minutes: Minutes = 5.0
    otherwise: Fallback = "agent"
    """An agent takes the partner's seat, or the games are over for this participant."""


class GamesStep(VisitStep, frozen=True, kw_only=True, tag="games"):
    """Games with partners."""

    id: ShortName = "games"
    games: Count = 1
    treatments: tuple[ShortName, ...] = ()
    """Among which one is drawn for each participant; empty for all."""
    pool: ShortName | None = None
    """Whose members are matched with each other; None for everyone in the study."""
    waiting: WaitLimit = WaitLimit()
    after_each: FileName | None = None
    """A questionnaire after each game."""

    def check(self, folder: StudyFolder, way: Key) -> None:
        """What it names is there."""
        for name in self.treatments:
            if name not in folder.treatments:
                expected = ", ".join(folder.treatments) or "none"
                text = f"there is no treatment {name!r}: expected one of {expected}"
                folder.note((*way, "treatments"), text)
        if not folder.treatments:
            folder.note(way, "games need a treatment, such as [treatments.usual]")
        if self.pool is not None and self.pool not in folder.pools:
            expected = ", ".join(folder.pools) or "none"
            folder.note(
                (*way, "pool"), f"there is no pool {self.pool!r}: expected one of {expected}"
            )
        if self.after_each is not None:
            folder.keep_questionnaire(self.after_each, (*way, "after_each"))

    def hurried(self, speed: float) -> Self:
        """With shorter waits for partners."""
        minutes = max(LEAST_WAIT_MINUTES, self.waiting.minutes / speed)
        return replace(self, waiting=replace(self.waiting, minutes=minutes))

    def arms(self, study: StudyParts) -> dict[str, Arm]:
        """The treatments among which one is drawn."""
        return {name: study.treatments[name] for name in self.treatments or study.treatments}

    def game_to_ask_about(self, story: ParticipantStory) -> str | None:
        """The game about which a participant is to be asked first."""
        games = (game.game_id for game in story.games_in(self.id) if self.after_each is not None)
        return next((game_id for game_id in games if game_id not in story.asked_about), None)

    def is_behind(self, story: ParticipantStory) -> bool:
        """Whether all games are played and asked about; broken ones are played again."""
        played = sum(game.how != "broken" for game in story.games_in(self.id))
        return played >= self.games and self.game_to_ask_about(story) is None

    def round_of(self, story: ParticipantStory) -> int:
        """Games, and questionnaires about them."""
        games = story.games_in(self.id)
        return 2 * len(games) + sum(game.game_id in story.asked_about for game in games)

    def seat_in(self, story: ParticipantStory) -> tuple[str, PlayerWord] | None:
        """The seat that was given."""
        seat = story.place.seat if story.place is not None else None
        return None if seat is None else (seat.game_id, seat.role)

    def items(self, study: StudyParts) -> tuple[QuestionnaireItem, ...]:
        """What is asked after each game."""
        return () if self.after_each is None else study.questionnaires[self.after_each].items

    async def news(self, at: AtStep) -> list[StudyEntry]:
        """A seat for who is drawn for a game, and what became of it."""
        place = at.story.place
        if self.game_to_ask_about(at.story) is not None or place is None:
            return []
        if place.seat is not None:
            return await at.server.look(at, self)
        if place.waits and self.waiting.otherwise == "end":
            return [told.Ended(how="no-partner")]
        return [await at.server.begin(at, self)]

    def shown(self, at: AtStep) -> wire.Shown:
        """A questionnaire about the last game, the seat, or what the next game is like."""
        place = at.story.place
        if self.after_each is not None and self.game_to_ask_about(at.story) is not None:
            return _asking(at.study.questionnaires[self.after_each], is_about_game=True)
        if place is not None and place.seat is not None:
            seat = at.server.seat(place.seat.game_id, place.seat.role, place.seat.holder)
            wait = max(0.0, 60 * self.waiting.minutes - (at.wall - place.seated_at))
            return wire.PlayShown(seat=seat, wait_seconds=wait)
        arms = self.arms(at.study).values()
        return wire.BeforeGameShown(
            number=len(at.story.games_in(self.id)) + 1,
            of=self.games,
            language=" ".join(sorted({arm.language for arm in arms if arm.language})),
            wait_minutes=self.waiting.minutes,
            is_blind=any(arm.partner == "blind" for arm in arms),
        )

    async def taken(self, at: AtStep, reply: wire.Reply) -> list[StudyEntry]:
        """Answers about a game, a game to be begun, or no more waiting."""
        game_id = self.game_to_ask_about(at.story)
        if self.after_each is not None and game_id is not None:
            questionnaire = at.study.questionnaires[self.after_each]
            return [_answered(self.id, questionnaire, reply, game_id)]
        if isinstance(reply, wire.StopWaiting):
            return [*await at.server.leave(at.story), told.Ended(how="no-partner")]
        if not isinstance(reply, wire.GoOn):
            self.refuse(reply)
        if at.story.place is not None:
            return []
        return [await at.server.draw(at, self) or told.Ended(how="no-partner")]


class QuestionnaireStep(VisitStep, frozen=True, kw_only=True, tag="questionnaire"):
    """Questions about the participant or the games."""

    id: ShortName = "questionnaire"
    file: FileName

    def check(self, folder: StudyFolder, way: Key) -> None:
        """The questionnaire is there."""
        folder.keep_questionnaire(self.file, (*way, "file"))

    def items(self, study: StudyParts) -> tuple[QuestionnaireItem, ...]:
        """Its items."""
        return study.questionnaires[self.file].items

    def shown(self, at: AtStep) -> wire.Shown:
        """All of it, on one page."""
        return _asking(at.study.questionnaires[self.file])

    def accepted(self, at: AtStep, reply: wire.Reply) -> list[StudyEntry]:
        """The answers."""
        return [_answered(self.id, at.study.questionnaires[self.file], reply)]


def _asking(questionnaire: Questionnaire, *, is_about_game: bool = False) -> wire.Shown:
    items = tuple(item.asked() for item in questionnaire.items)
    title = questionnaire.title
    return wire.QuestionnaireShown(title=title, items=items, is_about_game=is_about_game)


def _answered(
    step: str, questionnaire: Questionnaire, reply: wire.Reply, game_id: str | None = None
) -> told.StepAnswered:
    if not isinstance(reply, wire.QuestionnaireReply):
        raise AnswerError(f"{type(reply).__name__} is no answer to a questionnaire")
    answers = check_answers(questionnaire, reply.answers)
    return told.StepAnswered(step=step, answers=answers, game_id=game_id)


class _TaskStep(VisitStep, frozen=True, kw_only=True):
    """Tasks of a suite, without a partner."""

    tasks: Count = 5
    """How many each participant gets."""
    suite: FileName
    """The boards and goals or texts, as JSON lines."""

    def check(self, folder: StudyFolder, way: Key) -> None:
        """The suite is there, and has enough tasks."""
        found = folder.keep_suite(self.suite, (*way, "suite"))
        if 0 < found < self.tasks:
            text = f"{self.suite} has {found} tasks: nobody can be given {self.tasks}"
            folder.note((*way, "tasks"), text)

    def is_behind(self, story: ParticipantStory) -> bool:
        """Whether all tasks are done."""
        return self.round_of(story) >= self.tasks

    def round_of(self, story: ParticipantStory) -> int:
        """Tasks."""
        return len(story.tasks.get(self.id, ()))

    def task(self, at: AtStep) -> SuiteItem:
        """The task that a participant is given; each participant has an order of its own."""

        def place(item: SuiteItem) -> bytes:
            return hashlib.sha256(f"{at.participant_id} {self.id} {item.id}".encode()).digest()

        return sorted(at.study.suites[self.suite], key=place)[self.round_of(at.story)]

    def done(self, at: AtStep, **what: Any) -> list[StudyEntry]:  # as its kind says
        """The entry of a task."""
        seconds = at.wall - at.story.last
        return [told.TaskDone(step=self.id, task=self.task(at).id, seconds=seconds, **what)]


class WriteStep(_TaskStep, frozen=True, kw_only=True, tag="write"):
    """Boards with marked goals, for which instructions are to be written."""

    id: ShortName = "write"

    def collect(self, study: StudyParts, done: Sequence[DoneBy], out: Path) -> str:
        """The texts, as a suite for a carry-out step."""
        texts = written_items(study.suites[self.suite], done)
        write_suite(out / f"{self.id}.jsonl", texts)
        return f"{len(texts)} instructions were written"

    def shown(self, at: AtStep) -> wire.Shown:
        """The board and the goal."""
        item, number = self.task(at), self.round_of(at.story) + 1
        return wire.WriteShown(
            board=_board(item), cards=item.cards, cell=item.end, number=number, of=self.tasks
        )

    def accepted(self, at: AtStep, reply: wire.Reply) -> list[StudyEntry]:
        """The instruction."""
        if not isinstance(reply, wire.WriteReply):
            self.refuse(reply)
        try:
            return self.done(at, text=check_instruction(reply.text))
        except InstructionError as error:
            raise AnswerError(str(error)) from None


class CarryOutStep(_TaskStep, frozen=True, kw_only=True, tag="carry-out"):
    """Instructions of a suite that are to be carried out, each on its board."""

    id: ShortName = "carry-out"

    def collect(self, study: StudyParts, done: Sequence[DoneBy], out: Path) -> str:
        """The texts with what people made of them, as a folder for `suite build`."""
        agreed = write_collection(out / self.id, study.suites[self.suite], done).agreement
        return f"{agreed.right} of {agreed.count} readings were as meant"

    def shown(self, at: AtStep) -> wire.Shown:
        """The board and the text."""
        item, number = self.task(at), self.round_of(at.story) + 1
        return wire.CarryOutShown(board=_board(item), text=item.text, number=number, of=self.tasks)

    def accepted(self, at: AtStep, reply: wire.Reply) -> list[StudyEntry]:
        """What was marked."""
        if not isinstance(reply, wire.CarryOutReply):
            self.refuse(reply)
        faces = self.task(at).faces()
        if bare := [cell for cell in reply.cards if cell not in faces]:
            raise AnswerError(f"there is no card on cell {bare[0]}")
        if not reply.cards and reply.cell is None and not reply.is_unclear:
            raise AnswerError("nothing is marked: expected cards, a cell, or that it is unclear")
        text = UNCLEAR if reply.is_unclear else ""
        return self.done(at, text=text, cards=reply.cards, cell=reply.cell)


def _board(item: SuiteItem) -> wire.BoardShown:
    states = item.states()
    leader, follower = (show_pose(pose_of(states, player)) for player in Player)
    cards = tuple(map(show_card, cards_on(states)))
    tiles = tuple(map(int, states["tile"][0]))
    return wire.BoardShown(tiles=tiles, cards=cards, leader=leader, follower=follower)


class EndStep(VisitStep, frozen=True, kw_only=True, tag="end"):
    """The last page, with the code."""

    id: ShortName = "end"
    text: FileName | None = None

    is_last = True

    def check(self, folder: StudyFolder, way: Key) -> None:
        """The text is there, and everyone comes to it."""
        if self.text is not None:
            folder.keep_text(self.text, (*way, "text"))
        if self.only_if:
            folder.note((*way, "only_if"), "everyone comes to the end")

    def is_behind(self, story: ParticipantStory) -> bool:
        """Nobody leaves it behind."""
        return False

    async def news(self, at: AtStep) -> list[StudyEntry]:
        """Whoever comes here has finished."""
        return [told.Ended(how="finished")] if at.story.end is None else []

    def shown(self, at: AtStep) -> wire.Shown:
        """How the visit ended, the code, and what was earned."""
        study, story = at.study, at.story
        text = study.texts[self.text] if self.text and story.end == "finished" else ""
        url = study.recruiting.completion_url
        return wire.EndShown(
            how=story.end or "finished",
            html=html_of(text) if text else "",
            code=story.code,
            url=url.replace("{code}", story.code) if story.code else "",
            is_mturk=study.recruiting.via == "mturk" and bool(story.code),
            points=sum(game.score for game in story.games),
            earned=f"{money(account(study, story).total)} {study.pay.currency}",
        )


Step: TypeAlias = (
    Consent
    | Information
    | TutorialStep
    | QuizStep
    | GamesStep
    | QuestionnaireStep
    | WriteStep
    | CarryOutStep
    | EndStep
)
