import itertools

import pytest

from cerealbar.remote import RequestError, UnreachableError
from cerealbar.remote.participants.desk import StudyDesk
from cerealbar.remote.participants.diary import Diary
from cerealbar.wire.visits import AnswerStep, GoOn
from tests.remote.participants.odd_server import at_step, odd_server, refused

ANSWER = AnswerStep(token="x", step="one", reply=GoOn())


def desk_at(address: str) -> tuple[StudyDesk, Diary, list[float]]:
    """A desk whose time passes only while it sleeps."""
    diary, slept = Diary(0), list[float]()
    desk = StudyDesk(
        address, diary, patience_seconds=3.0, now=lambda: sum(slept), sleep=slept.append
    )
    return desk, diary, slept


def test_what_passes_is_asked_for_again_ever_more_slowly() -> None:
    with odd_server(refused(503), None, refused(429), at_step("two")) as (address, asked):
        desk, diary, slept = desk_at(address)
        assert desk.visit("x").step == "two"
    assert asked == ["visit"] * 4
    assert slept == [0.25, 0.5, 1.0]
    assert diary.retried == 3
    assert [(each.status, each.is_passing) for each in diary.refusals] == [
        ("503", True),
        ("429", True),
    ]


def test_a_refusal_is_not_asked_for_again() -> None:
    with odd_server(refused(404)) as (address, asked):
        desk, diary, slept = desk_at(address)
        with pytest.raises(RequestError, match="because"):
            desk.visit("x")
    assert (asked, slept, diary.retried) == (["visit"], [], 0)


def test_patience_ends_with_a_request_that_was_never_answered() -> None:
    with odd_server(*itertools.repeat(None, 20)) as (address, asked):
        desk, diary, slept = desk_at(address)
        with pytest.raises(UnreachableError):
            desk.visit("x")
    assert len(asked) == 4
    assert sum(slept) <= 3.0
    assert len(diary.unanswered) == 1


def test_an_answer_that_was_stored_but_not_acknowledged_is_no_refusal() -> None:
    with odd_server(None, refused(409), at_step("two")) as (address, asked):
        desk, diary, _ = desk_at(address)
        assert desk.answer(ANSWER).step == "two"
    assert asked == ["answer", "answer", "visit"]
    assert not diary.refusals


def test_an_answer_that_comes_too_late_at_once_is_one() -> None:
    with odd_server(refused(409)) as (address, _):
        desk, *_ = desk_at(address)
        with pytest.raises(RequestError):
            desk.answer(ANSWER)
