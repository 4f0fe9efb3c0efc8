import pytest

from cerealbar.records import Finished, Instructed, Stepped, TimedOut
from tests.live.wanderer import Asked, lost_deeds
from tests.server.store.games import numbered

STORED = numbered(
    Instructed(1, "go"),
    Stepped(2, "leader", "left"),
    TimedOut(45, "leader"),
    Finished(50, "follower"),
)
TOLD = [("leader", "say go"), ("leader", "left"), ("follower", "done")]


def asked(*answered: bool) -> list[Asked]:
    return [Asked(deed, is_told) for deed, is_told in zip(TOLD, answered, strict=True)]  # type: ignore[arg-type]  # roles


@pytest.mark.parametrize("answered", [(True, True, True), (False, True, False)])
def test_a_game_whose_deeds_are_all_stored_is_as_told(answered: tuple[bool, ...]) -> None:
    assert lost_deeds(asked(*answered), STORED) == []


def test_a_deed_that_was_asked_for_again_may_be_stored_once() -> None:
    twice = asked(True, False, True)
    twice.insert(2, Asked(("leader", "left"), is_acknowledged=True))
    assert lost_deeds(twice, STORED) == []


def test_an_acknowledged_deed_that_is_missing_is_lost() -> None:
    (lost,) = lost_deeds(asked(True, True, True), STORED[:1] + STORED[2:])
    assert "deed 1 ('leader', 'left') was acknowledged" in lost


def test_a_deed_that_nobody_asked_for_is_told() -> None:
    (added,) = lost_deeds(asked(True, True, True)[:2], STORED)
    assert "1 deeds are stored that nobody asked for" in added
