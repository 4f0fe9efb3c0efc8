import asyncio

import pytest
from argon2 import PasswordHasher

from cerealbar.server.admin import gate as gate_module
from cerealbar.server.admin.gate import LONGEST_WAIT, SESSION_SECONDS, Gate, Sessions
from tests.server.test_buckets import Watch

PASSWORD = "correct horse battery staple"


def new_gate(watch: Watch) -> Gate:
    return Gate(PASSWORD, watch, PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


def tried(gate: Gate, password: str, address: str = "10.0.0.1") -> bool | None:
    return asyncio.run(gate.admits(address, password))


def test_the_password_opens_and_nothing_else_does() -> None:
    gate = new_gate(Watch())
    assert tried(gate, PASSWORD) is True
    assert tried(gate, PASSWORD + " ", "10.0.0.2") is False
    assert tried(gate, "", "10.0.0.3") is False
    assert tried(gate, "\ud800", "10.0.0.4") is False


def test_the_password_itself_is_not_kept() -> None:
    assert PASSWORD not in repr(vars(new_gate(Watch())))


def test_failures_make_an_address_wait_longer_and_longer() -> None:
    watch = Watch()
    gate = new_gate(watch)
    assert [tried(gate, "wrong") for _ in range(3)] == [False, False, False]
    waits = []
    for _ in range(12):
        waits.append(gate.seconds_to_wait("10.0.0.1"))
        assert tried(gate, PASSWORD) is None
        watch.now += waits[-1] + 0.01
        assert tried(gate, "wrong") is False
    assert waits[:4] == pytest.approx([1, 2, 4, 8])
    assert waits[-1] == pytest.approx(LONGEST_WAIT)


def test_the_password_is_not_even_compared_while_an_address_waits() -> None:
    gate = new_gate(Watch())
    for _ in range(3):
        tried(gate, "wrong")
    assert tried(gate, PASSWORD) is None
    assert tried(gate, PASSWORD, "10.0.0.2") is True


def test_coming_in_forgives_earlier_failures() -> None:
    watch = Watch()
    gate = new_gate(watch)
    for _ in range(3):
        tried(gate, "wrong")
    watch.now += 2
    assert tried(gate, PASSWORD) is True
    assert tried(gate, "wrong") is False
    assert gate.seconds_to_wait("10.0.0.1") == 0


def test_many_addresses_together_are_slowed_down_too() -> None:
    watch = Watch()
    gate = new_gate(watch)
    answers = [tried(gate, "wrong", f"10.0.1.{number}") for number in range(30)]
    assert answers.count(None) == 10
    watch.now += 2
    assert tried(gate, PASSWORD, "10.0.0.9") is True


def test_many_attempts_at_once_count_one_by_one() -> None:
    gate = new_gate(Watch())

    async def rush() -> list[bool | None]:
        return await asyncio.gather(*(gate.admits("10.0.0.1", "wrong") for _ in range(10)))

    assert asyncio.run(rush()) == [False] * 3 + [None] * 7


def test_addresses_that_failed_are_not_remembered_without_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gate_module, "_MOST_ADDRESSES", 5)
    watch = Watch()
    gate = new_gate(watch)
    for number in range(20):
        watch.now += 10
        tried(gate, "wrong", f"10.0.1.{number}")
    assert len(gate._failures) == 5


def test_a_session_ends_by_time_and_by_leaving() -> None:
    watch = Watch()
    sessions = Sessions(watch)
    first, second = sessions.open(), sessions.open()
    assert first != second
    assert sessions.is_open(first)
    sessions.close(first)
    assert not sessions.is_open(first)
    watch.now += SESSION_SECONDS - 1
    assert sessions.is_open(second)
    watch.now += 1
    assert not sessions.is_open(second)


@pytest.mark.parametrize("session", [None, "", "guess", "é"])
def test_an_unknown_session_is_not_open(session: str | None) -> None:
    sessions = Sessions(Watch())
    sessions.open()
    assert not sessions.is_open(session)
    assert not sessions.is_open(sessions.new_id())


def test_the_oldest_session_ends_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate_module, "MOST_SESSIONS", 2)
    sessions = Sessions(Watch())
    opened = [sessions.open() for _ in range(3)]
    assert [sessions.is_open(session) for session in opened] == [False, True, True]


def test_the_token_of_a_form_is_good_for_its_session_only() -> None:
    sessions = Sessions(Watch())
    first, second = sessions.open(), sessions.open()
    assert sessions.is_form_token(first, sessions.form_token(first))
    assert not sessions.is_form_token(second, sessions.form_token(first))
    assert not sessions.is_form_token(first, None)
    assert not sessions.is_form_token(first, "é")
    assert not sessions.is_form_token(None, sessions.form_token(first))
    assert not Sessions(Watch()).is_form_token(first, sessions.form_token(first))
