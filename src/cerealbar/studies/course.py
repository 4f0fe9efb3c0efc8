"""The course of a visit: which step a participant is at, and what going on from it means.

All of it follows from the study and the participant's story, so that whoever comes back, on any
machine and after any restart, is where they were.
"""

import hmac
from dataclasses import dataclass
from typing import Literal

from cerealbar.game import Rules
from cerealbar.studies import entries as told
from cerealbar.studies.conditions import condition
from cerealbar.studies.entries import StudyEntry
from cerealbar.studies.errors import AnswerError
from cerealbar.studies.questionnaires import Questionnaire, check_answers
from cerealbar.studies.quiz import Question
from cerealbar.studies.quiz.questions import right_answers
from cerealbar.studies.story import ParticipantStory
from cerealbar.studies.study import (
    CarryOutStep,
    Consent,
    EndStep,
    GamesStep,
    Information,
    QuestionnaireStep,
    QuizStep,
    Step,
    Study,
    WriteStep,
)
from cerealbar.wire.visits import Agree, GoOn, QuestionnaireReply, QuizReply, Reply

StagePart = Literal["step", "after-game", "over"]


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a participant is."""

    step: Step
    number: int
    """Of the step among those of this participant, from 0."""
    of: int
    round: int = 0
    """How many tries, games or tasks of the step are behind it."""
    part: StagePart = "step"
    """`after-game`: at the questionnaire about the last game; `over`: the visit is."""


def stage_of(study: Study, story: ParticipantStory) -> Stage:
    """The step that a participant is at."""
    steps = [step for step in study.steps if condition(step.only_if).holds(story)]
    if story.end is not None:
        return Stage(steps[-1], len(steps) - 1, len(steps), part="over")
    for number, step in enumerate(steps):
        if not is_behind(study, story, step):
            part: StagePart = "after-game" if game_asked_about(study, story, step) else "step"
            return Stage(step, number, len(steps), _round(story, step), part)
    raise AssertionError("a study ends with an end, which nobody leaves behind")


def is_behind(study: Study, story: ParticipantStory, step: Step) -> bool:
    """Whether a participant has done all of a step."""
    match step:
        case GamesStep(id=name, games=games):
            played = sum(game.how != "broken" for game in story.games_in(name))
            return played >= games and game_asked_about(study, story, step) is None
        case WriteStep(id=name, tasks=tasks) | CarryOutStep(id=name, tasks=tasks):
            return len(story.tasks.get(name, ())) >= tasks
        case EndStep():
            return False
        case _:
            return step.id in story.done


def _round(story: ParticipantStory, step: Step) -> int:
    if isinstance(step, GamesStep):
        games = story.games_in(step.id)
        return 2 * len(games) + sum(game.game_id in story.asked_about for game in games)
    return len(story.quiz_tries.get(step.id, ())) + len(story.tasks.get(step.id, ()))


def game_asked_about(study: Study, story: ParticipantStory, step: Step) -> str | None:
    """The game about which a participant is to be asked first."""
    if not isinstance(step, GamesStep) or step.after_each is None:
        return None
    games = (game.game_id for game in story.games_in(step.id))
    return next((game_id for game_id in games if game_id not in story.asked_about), None)


def questionnaire_at(study: Study, stage: Stage) -> Questionnaire | None:
    """The questionnaire that is asked at a stage."""
    match stage:
        case Stage(step=QuestionnaireStep(file=name)):
            return study.questionnaires[name]
        case Stage(step=GamesStep(after_each=str(name)), part="after-game"):
            return study.questionnaires[name]
        case _:
            return None


# Quizzes


def quiz_of(
    study: Study, step: QuizStep, participant: str, tries: int, rules: Rules, secret: bytes
) -> "Try":
    """The questions of a participant's try: others in each, and the same after a reload.

    Which they are follows from the server's secret, so that nobody can know them before.
    """
    place = f"quiz {study.name} {participant} {step.id} {tries}"
    seed = int.from_bytes(hmac.digest(secret, place.encode(), "sha256")[:4], "big") >> 1
    return Try(step, seed, study.questions(step).draw(seed, step.questions, rules))


@dataclass(frozen=True, slots=True)
class Try:
    """A try of a quiz."""

    step: QuizStep
    seed: int
    questions: tuple[Question, ...]

    def explained(self, answers: tuple[int, ...]) -> tuple[str, ...]:
        """What is to be known of the questions that were answered wrongly."""
        pairs = zip(self.questions, answers, strict=True)
        return tuple(question.explanation for question, answer in pairs if question.right != answer)

    def taken(self, answers: tuple[int, ...]) -> told.QuizTaken:
        """The entry of the answers that were given.

        Raises:
            AnswerError: they are none to these questions.
        """
        right = right_answers(self.questions, answers)
        return told.QuizTaken(
            step=self.step.id,
            seed=self.seed,
            answers=answers,
            right=right,
            is_passed=right >= self.step.right_needed,
        )


# Going on


def entries_of_reply(
    study: Study, story: ParticipantStory, stage: Stage, reply: Reply, quiz: Try | None, wall: float
) -> list[StudyEntry]:
    """What a reply means for everything but games, whose places are the server's matter.

    Raises:
        AnswerError: it is no answer to what was asked.
    """
    step = stage.step
    if (questionnaire := questionnaire_at(study, stage)) is not None:
        return [_questioned(study, story, stage, questionnaire, reply)]
    match step, reply:
        case Consent(id=name), Agree(is_agreed=True):
            return [told.StepAnswered(step=name)]
        case Consent(), Agree(is_agreed=False):
            return [told.Ended(how="declined")]
        case Information(id=name, least_seconds=least), GoOn():
            if seconds_to_wait(story, step, wall) > 0:
                raise AnswerError(f"{name!r} takes {least:g} seconds to read: go on later")
            return [told.StepAnswered(step=name)]
        case QuizStep(id=name, tries=tries), QuizReply(answers=answers) if quiz is not None:
            taken = quiz.taken(answers)
            is_last = len(story.quiz_tries.get(name, ())) + 1 >= tries
            ends = [told.Ended(how="failed-quiz")] if is_last and not taken.is_passed else []
            return [taken, *ends]
        case _:
            raise AnswerError(f"{type(reply).__name__} is no answer to step {step.id!r}")


def _questioned(
    study: Study, story: ParticipantStory, stage: Stage, questionnaire: Questionnaire, reply: Reply
) -> told.StepAnswered:
    if not isinstance(reply, QuestionnaireReply):
        raise AnswerError(f"{type(reply).__name__} is no answer to a questionnaire")
    return told.StepAnswered(
        step=stage.step.id,
        answers=check_answers(questionnaire, reply.answers),
        game_id=game_asked_about(study, story, stage.step),
    )


def seconds_to_wait(story: ParticipantStory, step: Information, wall: float) -> float:
    """Before a text can be left."""
    since = wall - story.reached.get(step.id, wall)
    return max(0.0, step.least_seconds - since)
