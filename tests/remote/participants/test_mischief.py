"""What is wrong with a study that lets people do what they should not."""

import random

import msgspec
import pytest

from cerealbar.remote.participants.desk import StudyDesk
from cerealbar.remote.participants.diary import Diary
from cerealbar.remote.participants.entering import Arrival
from cerealbar.remote.participants.mischief import Mischief
from cerealbar.remote.participants.temper import Temper
from cerealbar.wire.visits import VisitShown
from tests.remote.participants.odd_server import Reply, at_step, odd_server, refused

ENTERED: Reply = (200, {"token": "newest"})


def stage(step: str, round_: int = 0) -> VisitShown:
    """A step as it is shown."""
    reply = at_step(step, round_)
    assert reply is not None
    return msgspec.convert(reply[1], VisitShown)


def met(temper: Temper, *replies: Reply) -> tuple[str, Diary]:
    """What a person with nothing but mischief in mind meets at its second step."""
    diary = Diary(0)
    with odd_server(*replies) as (address, asked):
        mischief = Mischief(temper, StudyDesk(address, diary), diary, random.Random(0))
        token = mischief.at(stage("two"), stage("one"), Arrival("s"), "oldest")
        assert mischief.at(stage("two"), stage("one"), Arrival("s"), token) == token  # only once
        assert len(asked) == len(replies)
    return token, diary


def test_a_page_that_is_loaded_again_must_show_the_same_step() -> None:
    reloads = Temper(reloads=True)
    assert not met(reloads, at_step("two"))[1].errors
    assert "leads to 'two' (round 1)" in met(reloads, at_step("two", 1))[1].errors[0]


def test_an_old_step_must_be_refused() -> None:
    goes_back = Temper(goes_back=True)
    _, diary = met(goes_back, refused(409))
    assert [each.is_provoked for each in diary.refusals] == [True]
    assert not diary.errors
    assert "could be answered twice" in met(goes_back, at_step("two"))[1].errors[0]
    assert [each.is_provoked for each in met(goes_back, refused(400))[1].refusals] == [False]


def test_a_visit_must_go_on_in_the_newest_window_alone() -> None:
    opens_window = Temper(opens_window=True)
    token, diary = met(opens_window, ENTERED, at_step("two"), refused(409))
    assert token == "newest"
    assert not diary.errors
    _, diary = met(opens_window, ENTERED, at_step("two"), at_step("two"))
    assert "goes on in two windows" in diary.errors[0]


def test_who_answers_the_step_at_which_it_is_does_not_go_back() -> None:
    diary = Diary(0)
    with odd_server() as (address, asked):
        mischief = Mischief(
            Temper(goes_back=True), StudyDesk(address, diary), diary, random.Random(0)
        )
        mischief.at(stage("two"), stage("two"), Arrival("s"), "oldest")
        assert not asked


@pytest.mark.parametrize(("share", "leaves"), [(None, False), (0.0, True), (0.99, True)])
def test_people_drop_out_after_their_share_of_the_steps(share: float | None, leaves: bool) -> None:
    diary = Diary(0)
    temper = Temper(drops_out=share)
    mischief = Mischief(temper, StudyDesk("http://x", diary), diary, random.Random(0))
    last = msgspec.structs.replace(stage("last"), number=9, of=10)
    first = msgspec.structs.replace(stage("first"), number=0, of=10)
    assert mischief.is_leaving(last) is leaves
    assert mischief.is_leaving(first) is (share == 0.0)
