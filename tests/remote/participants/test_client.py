import itertools

import pytest

from cerealbar.remote import RequestError, UnreachableError
from cerealbar.remote.participants.client import StudyClient
from cerealbar.remote.participants.diary import Diary
from cerealbar.wire.visits import AskVisit, VisitShown
from tests.remote.participants.odd_server import at_step, odd_server, refused


def client_at(address: str) -> tuple[StudyClient, Diary, list[float]]:
    """A client whose time passes only while it sleeps."""
    slept = list[float]()
    diary = Diary(0, now=lambda: sum(slept))
    client = StudyClient(address, diary, patience_seconds=3.0, sleep=slept.append)
    return client, diary, slept


def test_what_passes_is_asked_for_again_ever_more_slowly() -> None:
    with odd_server(refused(503), None, refused(429), at_step("two")) as (address, asked):
        client, diary, slept = client_at(address)
        assert client.ask("visit", AskVisit(token="x"), VisitShown).step == "two"
    assert asked == ["visit"] * 4
    assert slept == [0.25, 0.5, 1.0]
    assert diary.retried == 3
    assert [(each.status, each.kind) for each in diary.refusals] == [
        ("503", "passing"),
        ("429", "passing"),
    ]


def test_a_refusal_is_not_asked_for_again() -> None:
    with odd_server(refused(404)) as (address, asked):
        client, diary, slept = client_at(address)
        with pytest.raises(RequestError, match="because"):
            client.ask("visit", AskVisit(token="x"), VisitShown)
    assert (asked, slept, diary.retried) == (["visit"], [], 0)


def test_patience_ends_with_a_request_that_was_never_answered() -> None:
    with odd_server(*itertools.repeat(None, 20)) as (address, asked):
        client, _, slept = client_at(address)
        with pytest.raises(UnreachableError):
            client.ask("visit", AskVisit(token="x"), VisitShown)
    assert len(asked) == 4
    assert sum(slept) <= 3.0
