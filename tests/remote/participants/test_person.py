"""What a person tells of a study that lets people do what they should not, or says nothing."""

import itertools
import random

import pytest

from cerealbar.game import Rules
from cerealbar.remote import RequestError, UnreachableError
from cerealbar.remote.participants.diary import Diary
from cerealbar.remote.participants.person import (
    PATIENCE_SECONDS,
    SimulatedPerson,
    StudySite,
    Temper,
    filled_in,
)
from cerealbar.remote.participants.seat_play import Pauses
from cerealbar.studies.questionnaires import (
    ChoiceItem,
    FreeTextItem,
    PartnerItem,
    Questionnaire,
    ScaleItem,
    check_answers,
)
from cerealbar.studies.quiz import shipped_questions
from cerealbar.studies.steps import EndStep, QuizStep
from cerealbar.studies.study import Study
from cerealbar.wire import visits as wire
from cerealbar.wire.scene import CardShown, PoseShown
from tests.remote.participants.odd_server import Reply, at_step, odd_server, refused

STUDY = Study(name="s", title="", steps=(QuizStep(), EndStep()))
ENTERED: Reply = (200, {"token": "newest"})


def ended(code: str) -> Reply:
    stage = at_step("end")
    assert stage is not None
    return 200, stage[1] | {"shown": {"type": "end", "how": "finished", "code": code}}


def person(temper: Temper, address: str = "http://x", wait: float = 0.0) -> SimulatedPerson:
    wish = wire.EnterStudy(study="s", is_program=True)
    pauses = Pauses(random.Random(1), sleep=lambda _: None)
    return SimulatedPerson(StudySite(STUDY, address, Rules()), wish, temper, pauses, Diary(0))


def told(temper: Temper, *replies: Reply) -> Diary:
    """What a person tells who reads one text, while the server answers so."""
    with odd_server(*replies) as (address, asked):
        diary = person(temper, address).take_part()
        assert len(asked) == len(replies)
    return diary


def hurried(address: str) -> tuple[SimulatedPerson, Diary, list[float]]:
    """A person whose time passes only while it sleeps."""
    slept = list[float]()
    diary = Diary(0, now=lambda: sum(slept))
    wish = wire.EnterStudy(study="s", is_program=True)
    pauses = Pauses(random.Random(1), sleep=slept.append)
    someone = SimulatedPerson(StudySite(STUDY, address, Rules()), wish, Temper(), pauses, diary)
    return someone, diary, slept


def test_what_passes_is_asked_for_again_ever_more_slowly() -> None:
    with odd_server(refused(503), None, refused(429), at_step("two")) as (address, asked):
        someone, diary, slept = hurried(address)
        assert someone._visit("x").step == "two"
    assert asked == ["visit"] * 4
    assert slept == [0.25, 0.5, 1.0]
    assert diary.retried == 3
    assert [(each.status, each.kind) for each in diary.refusals] == [
        ("503", "passing"),
        ("429", "passing"),
    ]


def test_a_refusal_is_not_asked_for_again() -> None:
    with odd_server(refused(404)) as (address, asked):
        someone, diary, slept = hurried(address)
        with pytest.raises(RequestError, match="because"):
            someone._visit("x")
    assert (asked, slept, diary.retried) == (["visit"], [], 0)


def test_patience_ends_with_a_request_that_was_never_answered() -> None:
    with odd_server(*itertools.repeat(None, 40)) as (address, asked):
        someone, _, slept = hurried(address)
        with pytest.raises(UnreachableError):
            someone._visit("x")
    assert len(asked) == 28
    assert sum(slept) <= PATIENCE_SECONDS


def test_a_person_reads_and_goes_on_to_the_end() -> None:
    diary = told(Temper(), ENTERED, at_step("one"), ended("C7"))
    assert (diary.end, diary.code, diary.refusals, diary.errors) == ("finished", "C7", [], [])
    assert [step for step, _ in diary.stays] == ["one", "end"]


def test_an_answer_that_was_stored_but_not_acknowledged_is_no_refusal() -> None:
    lost: Reply = None
    diary = told(Temper(), ENTERED, at_step("one"), lost, refused(409), ended("C7"))
    assert (diary.end, diary.retried, diary.refusals) == ("finished", 1, [])


def test_an_answer_that_comes_too_late_at_once_is_one() -> None:
    diary = told(Temper(), ENTERED, at_step("one"), refused(409), ended("C7"))
    assert (diary.end, diary.retried) == ("finished", 0)
    assert [(each.status, each.kind) for each in diary.refusals] == [("409", "wrong")]


def test_an_end_without_a_code_is_wrong() -> None:
    assert "there is no code" in told(Temper(), ENTERED, at_step("one"), ended("")).errors[0]


def test_who_is_not_let_in_tells_why() -> None:
    diary = told(Temper(), refused(410))
    assert (diary.end, diary.refusals[0].kind) == ("not-admitted", "provoked")
    assert told(Temper(), refused(404)).refusals[0].kind == "wrong"


@pytest.mark.parametrize(("share", "end"), [(None, "finished"), (0.0, "dropped-out")])
def test_people_drop_out_after_their_share_of_the_steps(share: float | None, end: str) -> None:
    replies: tuple[Reply, ...] = (ENTERED, at_step("one"))
    rest: tuple[Reply, ...] = (ended("C"),) if share is None else ()
    assert told(Temper(drops_out=share), *replies, *rest).end == end


def test_who_knows_everything_passes_and_who_knows_nothing_guesses() -> None:
    def right(knows: float, seed: int) -> int:
        quiz = shipped_questions().draw(seed, 8, Rules())
        questions = tuple(
            wire.QuestionAsked(text=each.text, answers=each.answers, picture=each.picture)
            for each in quiz
        )
        shown = wire.QuizShown(questions=questions, right_needed=7, tries_left=1)
        reply = person(Temper(knows=knows, seed=seed))._reply(shown)
        assert isinstance(reply, wire.QuizReply)
        pairs = zip(quiz, reply.answers, strict=True)
        return sum(question.right == answer for question, answer in pairs)

    assert min(right(1.0, seed) for seed in range(5)) == 8
    assert max(right(0.0, seed) for seed in range(5)) < 7


ITEMS = Questionnaire(
    title="All kinds",
    items=(
        FreeTextItem(id="words", text="?", max_length=5),
        ChoiceItem(id="one", text="?", options=("a", "b", "c")),
        ChoiceItem(id="some", text="?", options=("a", "b", "c"), several=True),
        ScaleItem(id="scale", text="?", low="no", high="yes", points=7),
        PartnerItem(id="partner"),
        FreeTextItem(id="more", text="?", is_required=False),
    ),
)


def test_questionnaires_are_filled_in_so_that_every_answer_is_one() -> None:
    rng = random.Random(1)
    shown = [item.asked() for item in ITEMS.items]
    filled = [filled_in(shown, rng) for _ in range(100)]
    for answers in filled:
        checked = check_answers(ITEMS, answers)
        assert {"words", "one", "some", "scale", "partner"} <= set(checked)
    assert {"more" in answers for answers in filled} == {True, False}
    assert {answers["scale"] for answers in filled} == set(range(1, 8))


RED = CardShown(cell=30, count=2, colour="red", shape="torus")
BLUE = CardShown(cell=31, count=1, colour="blue", shape="heart")
POSE = PoseShown(cell=0, heading=0)
BOARD = wire.BoardShown(tiles=(), cards=(RED, BLUE), leader=POSE, follower=POSE)


def test_an_instruction_names_the_cards_that_are_marked_and_marks_those_that_it_names() -> None:
    reply = person(Temper())._reply(wire.WriteShown(board=BOARD, cards=(31, 30), number=1, of=2))
    assert reply == wire.WriteReply(text="get the one blue heart, then get the two red rings")
    shown = wire.CarryOutShown(board=BOARD, text="two red rings", number=1, of=1)
    assert person(Temper())._reply(shown) == wire.CarryOutReply(cards=(30,))
