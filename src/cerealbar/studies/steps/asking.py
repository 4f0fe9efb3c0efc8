"""Steps that ask: quizzes, which can be failed, and questionnaires."""

import hmac
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar

from msgspec import Meta

from cerealbar.game import Rules
from cerealbar.studies import entries as told
from cerealbar.studies.entries import StudyEntry
from cerealbar.studies.errors import AnswerError, StudyError
from cerealbar.studies.lines import Key
from cerealbar.studies.parts import FileName, FileUse, ShortName
from cerealbar.studies.questionnaires import Questionnaire, QuestionnaireItem, check_answers
from cerealbar.studies.quiz import Question, QuestionSet, shipped_questions
from cerealbar.studies.quiz.questions import right_answers
from cerealbar.studies.steps.step import AtStep, VisitStep
from cerealbar.studies.story import ParticipantStory
from cerealbar.wire import visits as wire

if TYPE_CHECKING:
    from cerealbar.studies.reading import StudyFolder
    from cerealbar.studies.study import Study


class QuizStep(VisitStep, frozen=True, kw_only=True, tag="quiz"):
    """Questions about the game; whoever fails all tries has reached the end."""

    id: ShortName = "quiz"
    questions: Annotated[int, Meta(ge=1, le=30)] = 8
    right_needed: Annotated[int, Meta(ge=0, le=30)] = 7
    tries: Annotated[int, Meta(ge=1, le=20)] = 3
    file: FileName | None = None
    """The questions; None for those that come with the package."""

    files: ClassVar[Mapping[str, FileUse]] = {"file": "quizzes"}

    def check(self, folder: "StudyFolder", way: Key) -> None:
        """Likewise, and it can be passed."""
        super().check(folder, way)
        if self.right_needed > self.questions:
            text = (
                f"{self.right_needed} right answers cannot be given to {self.questions} questions"
            )
            folder.note((*way, "right_needed"), text)

    def check_rules(self, study: "Study", rules: Rules) -> None:
        """There are enough questions."""
        known = len(self.question_set(study).under(rules))
        if known < self.questions:
            raise StudyError(
                f"{self.id} asks {self.questions} questions, and has {known} that make sense"
                " under the rules of its games"
            )

    def every_question(self, study: "Study", rules: Rules) -> Iterator[Question]:
        """All that make sense."""
        return self.question_set(study).every_way(rules)

    def round_of(self, story: ParticipantStory) -> int:
        """Tries."""
        return len(story.quiz_tries.get(self.id, ()))

    def question_set(self, study: "Study") -> QuestionSet:
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

    def taken(self, at: AtStep, reply: wire.Reply) -> list[StudyEntry]:
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


class QuestionnaireStep(VisitStep, frozen=True, kw_only=True, tag="questionnaire"):
    """Questions about the participant or the games."""

    id: ShortName = "questionnaire"
    file: FileName

    files: ClassVar[Mapping[str, FileUse]] = {"file": "questionnaires"}

    def items(self, study: "Study") -> tuple[QuestionnaireItem, ...]:
        """Its items."""
        return study.questionnaires[self.file].items

    def shown(self, at: AtStep) -> wire.Shown:
        """All of it, on one page."""
        return asking(at.study.questionnaires[self.file])

    def taken(self, at: AtStep, reply: wire.Reply) -> list[StudyEntry]:
        """The answers."""
        return [answered(self.id, at.study.questionnaires[self.file], reply)]


def asking(questionnaire: Questionnaire, *, is_about_game: bool = False) -> wire.Shown:
    """A questionnaire as a page shows it."""
    items = tuple(item.asked() for item in questionnaire.items)
    title = questionnaire.title
    return wire.QuestionnaireShown(title=title, items=items, is_about_game=is_about_game)


def answered(
    step: str, questionnaire: Questionnaire, reply: wire.Reply, game_id: str | None = None
) -> told.StepAnswered:
    """What is stored of a reply to a questionnaire.

    Raises:
        AnswerError: it is none.
    """
    if not isinstance(reply, wire.QuestionnaireReply):
        raise AnswerError(f"{type(reply).__name__} is no answer to a questionnaire")
    answers = check_answers(questionnaire, reply.answers)
    return told.StepAnswered(step=step, answers=answers, game_id=game_id)
