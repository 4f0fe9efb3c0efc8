from dataclasses import replace
from pathlib import Path

import pytest

from cerealbar.game import Rules
from cerealbar.studies.entries import (
    Arrived,
    Ended,
    QuizTaken,
    Reached,
    StepAnswered,
    StudyEntry,
    TutorialDone,
)
from cerealbar.studies.errors import AnswerError
from cerealbar.studies.reading import load_study
from cerealbar.studies.steps import AtStep, GamesStep, Information, QuizStep
from cerealbar.studies.study import Stage, Study, stage_of
from cerealbar.wire.visits import Agree, GoOn, QuestionnaireReply, QuizReply, Reply
from tests.studies.stories import played, told
from tests.studies.test_reading import changed, example

LEARNED: list[StudyEntry] = [
    StepAnswered(step="consent"),
    StepAnswered(step="information"),
    TutorialDone(step="learn-to-lead", game_id="a"),
    TutorialDone(step="learn-to-follow", game_id="b"),
]
PASSED = QuizTaken(step="quiz", seed=1, answers=(), right=8, is_passed=True)
SECRET = b"of the server"
ABOUT = {"partner": {"guess": "person", "sure": 3}, "together": 4}


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return load_study(example(tmp_path))


def at(study: Study, *entries: StudyEntry) -> Stage:
    return stage_of(study, told(*entries))


def place(study: Study, *entries: StudyEntry, wall: float = 2000.0, who: str = "ada") -> AtStep:
    return AtStep(study, told(*entries), who, wall, Rules(), SECRET)


def take(
    study: Study, reply: Reply, *entries: StudyEntry, wall: float = 2000.0
) -> list[StudyEntry]:
    where = place(study, *entries, wall=wall)
    return stage_of(study, where.story).step.taken(where, reply)


def asked_about(study: Study, *entries: StudyEntry) -> str | None:
    step = study.step("games")
    assert isinstance(step, GamesStep)
    return step.game_to_ask_about(told(*entries))


def test_a_visit_begins_with_the_first_step(study: Study) -> None:
    stage = at(study)
    assert (stage.step.id, stage.number, stage.of, stage.is_over) == ("consent", 0, 8, False)


def test_each_step_follows_the_one_before(study: Study) -> None:
    reached = [at(study, *LEARNED[:count]).step.id for count in range(5)]
    assert reached == ["consent", "information", "learn-to-lead", "learn-to-follow", "quiz"]


def test_games_are_behind_when_all_are_played_and_asked_about(study: Study) -> None:
    begun = [*LEARNED, PASSED]
    assert (at(study, *begun).step.id, at(study, *begun).round) == ("games", 0)
    one = [*begun, played()]
    assert (asked_about(study, *one), at(study, *one).round) == ("g1", 2)
    asked = [*one, StepAnswered(step="games", game_id="g1")]
    assert (asked_about(study, *asked), at(study, *asked).round) == (None, 3)
    both = [*asked, played(game_id="g2"), StepAnswered(step="games", game_id="g2")]
    assert at(study, *both).step.id == "questionnaire"
    assert at(study, *both, StepAnswered(step="questionnaire")).step.id == "end"


def test_a_broken_game_is_played_again(study: Study) -> None:
    broken = [*LEARNED, PASSED, played(how="broken"), StepAnswered(step="games", game_id="g1")]
    more = [*broken, played(game_id="g2"), StepAnswered(step="games", game_id="g2")]
    assert at(study, *more).step.id == "games"
    left = [
        *more,
        played(game_id="g3", how="partner-left"),
        StepAnswered(step="games", game_id="g3"),
    ]
    assert at(study, *left).step.id == "questionnaire"


def test_a_visit_that_is_over_stays_so(study: Study) -> None:
    assert at(study, Ended(how="declined")).is_over


def test_a_step_may_be_for_some_only(tmp_path: Path) -> None:
    folder = changed(tmp_path, "tries = 3", 'tries = 3\nonly_if = "finished_visits == 0"')
    study = load_study(folder)
    assert at(study, *LEARNED).step.id == "quiz"
    again = [Ended(how="finished"), Arrived(visit=2, window=2), *LEARNED]
    assert at(study, *again).step.id == "games"
    assert at(study, *again).of == 7


def test_a_games_step_that_has_begun_is_there_to_its_end(tmp_path: Path) -> None:
    study = load_study(changed(tmp_path, "games = 2", 'games = 2\nonly_if = "games == 0"'))
    one = [*LEARNED, PASSED, Reached(step="games"), played()]
    assert (at(study, *one).step.id, at(study, *one).round) == ("games", 2)
    asked = [*one, StepAnswered(step="games", game_id="g1")]
    assert at(study, *asked).step.id == "games"
    again = [*asked, played(game_id="g2"), StepAnswered(step="games", game_id="g2")]
    assert at(study, *again).step.id == "questionnaire"


def test_whether_a_step_is_there_is_decided_anew_in_each_visit(tmp_path: Path) -> None:
    study = load_study(changed(tmp_path, "games = 2", 'games = 2\nonly_if = "games == 0"'))
    begun = [*LEARNED, PASSED, Reached(step="games"), played(), Ended(how="finished")]
    second = [*begun, Arrived(visit=2, window=2), *LEARNED, PASSED]
    assert at(study, *second).step.id == "questionnaire"


def test_consent_is_given_or_not(study: Study) -> None:
    assert take(study, Agree(is_agreed=True)) == [StepAnswered(step="consent")]
    assert take(study, Agree(is_agreed=False)) == [Ended(how="declined")]


@pytest.mark.parametrize("reply", [GoOn(), QuizReply(answers=()), QuestionnaireReply(answers={})])
def test_a_reply_to_something_else_is_refused(study: Study, reply: Reply) -> None:
    with pytest.raises(AnswerError, match="is no answer to step 'consent'"):
        take(study, reply)


def test_a_text_takes_its_time(tmp_path: Path) -> None:
    folder = changed(tmp_path, 'text = "welcome.md"', 'text = "welcome.md"\nleast_seconds = 10')
    study = load_study(folder)
    reading = (LEARNED[0], Reached(step="information"))  # at 1002
    step = study.step("information")
    assert isinstance(step, Information)
    assert step.seconds_to_wait(place(study, *reading, wall=1004.0)) == 8.0
    with pytest.raises(AnswerError, match="takes 10 seconds"):
        take(study, GoOn(), *reading, wall=1004.0)
    assert take(study, GoOn(), *reading, wall=1012.0) == [StepAnswered(step="information")]


def quiz_step(study: Study) -> QuizStep:
    step = study.step("quiz")
    assert isinstance(step, QuizStep)
    return step


def test_a_try_of_the_quiz_is_the_same_after_a_reload_and_another_for_each(study: Study) -> None:
    step = quiz_step(study)
    first = step.asked(place(study), 0)
    assert first == step.asked(place(study), 0)
    others = [step.asked(place(study), 1), step.asked(place(study, who="bob"), 0)]
    assert len({first[0], *(seed for seed, _ in others)}) == 3


def test_what_a_quiz_asks_cannot_be_known_without_the_servers_secret(study: Study) -> None:
    wheres = [replace(place(study), secret=bytes([number])) for number in range(8)]
    assert len({quiz_step(study).asked(where, 0) for where in wheres}) == 8


def test_right_answers_pass_and_wrong_ones_end_the_visit_at_last(study: Study) -> None:
    def answers(*entries: StudyEntry, right: bool) -> QuizReply:
        tries = sum(isinstance(entry, QuizTaken) for entry in entries)
        _, questions = quiz_step(study).asked(place(study), tries)
        given = (each.right if right else (each.right + 1) % 2 for each in questions)
        return QuizReply(answers=tuple(given))

    (taken,) = take(study, answers(right=True), *LEARNED)
    assert isinstance(taken, QuizTaken)
    assert (taken.right, taken.is_passed) == (8, True)
    tries: list[StudyEntry] = []
    for _ in range(2):
        failed = take(study, answers(*tries, right=False), *LEARNED, *tries)
        assert [type(entry) for entry in failed] == [QuizTaken]
        tries += failed
    last = take(study, answers(*tries, right=False), *LEARNED, *tries)
    assert last[-1] == Ended(how="failed-quiz")


def test_a_questionnaire_after_a_game_is_about_it(study: Study) -> None:
    entries = [*LEARNED, PASSED, played(game_id="g7")]
    assert asked_about(study, *entries) == "g7"
    (answered,) = take(study, QuestionnaireReply(answers=ABOUT), *entries)
    assert isinstance(answered, StepAnswered)
    assert (answered.step, answered.game_id, answered.answers["together"]) == ("games", "g7", 4)
    with pytest.raises(AnswerError, match="does not answer 'together'"):
        take(study, QuestionnaireReply(answers=ABOUT | {"together": 8}), *entries)
