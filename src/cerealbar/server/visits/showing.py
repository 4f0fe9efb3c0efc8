"""A stage of a visit as the participant's page is shown it."""

from collections.abc import Sequence

from cerealbar.evaluation.suites import SuiteItem
from cerealbar.game import Player, cards_on, pose_of
from cerealbar.server.rooms.showing import show_card, show_pose
from cerealbar.studies.course import Stage, Try, questionnaire_at, seconds_to_wait
from cerealbar.studies.pay import account, money
from cerealbar.studies.questionnaires import Questionnaire
from cerealbar.studies.story import ParticipantStory
from cerealbar.studies.study import (
    CarryOutStep,
    Consent,
    EndStep,
    GamesStep,
    Information,
    QuizStep,
    Study,
    WriteStep,
)
from cerealbar.studies.texts import html_of
from cerealbar.wire.visits import (
    BeforeGameShown,
    BoardShown,
    CarryOutShown,
    ConsentShown,
    EndShown,
    QuestionAsked,
    QuestionnaireShown,
    QuizShown,
    Shown,
    TextShown,
    WriteShown,
)


def show_stage(
    study: Study, story: ParticipantStory, stage: Stage, tries: Sequence[Try | None], wall: float
) -> Shown:
    """All that needs no seat; `tries` of a quiz are this one and the one before."""
    if stage.part == "over":
        return _end(study, story)
    if (questionnaire := questionnaire_at(study, stage)) is not None:
        return _questionnaire(questionnaire, is_about_game=stage.part == "after-game")
    match stage.step:
        case Consent(text=name, agree=agree):
            return ConsentShown(html=html_of(study.texts[name]), agree=agree)
        case Information(text=name) as step:
            left = seconds_to_wait(story, step, wall)
            return TextShown(html=html_of(study.texts[name]), wait_seconds=left)
        case QuizStep() as step:
            return _quiz(story, step, *tries)
        case GamesStep() as step:
            return _before_game(study, story, step)
        case _:
            raise AssertionError(f"{stage.step.id} is shown by others")


def _quiz(story: ParticipantStory, step: QuizStep, quiz: Try | None, last: Try | None) -> QuizShown:
    assert quiz is not None, "whoever is at a quiz has a try"
    before = story.quiz_tries.get(step.id, ())
    return QuizShown(
        questions=tuple(
            QuestionAsked(text=asked.text, answers=asked.answers, picture=asked.picture)
            for asked in quiz.questions
        ),
        right_needed=step.right_needed,
        tries_left=step.tries - len(before),
        explanations=last.explained(before[-1].answers) if last and before else (),
        right_before=before[-1].right if before else None,
    )


def _questionnaire(questionnaire: Questionnaire, *, is_about_game: bool) -> QuestionnaireShown:
    return QuestionnaireShown(
        title=questionnaire.title,
        items=tuple(item.asked() for item in questionnaire.items),
        is_about_game=is_about_game,
    )


def _before_game(study: Study, story: ParticipantStory, step: GamesStep) -> BeforeGameShown:
    arms = study.arms(step).values()
    return BeforeGameShown(
        number=len(story.games_in(step.id)) + 1,
        of=step.games,
        language=" ".join(sorted({arm.language for arm in arms if arm.language})),
        wait_minutes=step.waiting.minutes,
        is_blind=any(arm.partner == "blind" for arm in arms),
    )


def _end(study: Study, story: ParticipantStory) -> EndShown:
    last = study.steps[-1]
    text = study.texts[last.text] if isinstance(last, EndStep) and last.text else ""
    url = study.recruiting.completion_url
    return EndShown(
        how=story.end or "finished",
        html=html_of(text) if story.end == "finished" else "",
        code=story.code,
        url=url.replace("{code}", story.code) if story.code else "",
        is_mturk=study.recruiting.via == "mturk" and bool(story.code),
        points=sum(game.score for game in story.games),
        earned=f"{money(account(study, story).total)} {study.pay.currency}",
    )


def show_task(step: WriteStep | CarryOutStep, item: SuiteItem, stage: Stage) -> Shown:
    """A task without a partner; only writers are shown the goal, only readers the text."""
    states = item.states()
    leader, follower = (show_pose(pose_of(states, player)) for player in Player)
    board = BoardShown(
        tiles=tuple(map(int, states["tile"][0])),
        cards=tuple(map(show_card, cards_on(states))),
        leader=leader,
        follower=follower,
    )
    number, of = stage.round + 1, step.tasks
    if isinstance(step, WriteStep):
        return WriteShown(board=board, cards=item.cards, cell=item.end, number=number, of=of)
    return CarryOutShown(board=board, text=item.text, number=number, of=of)
