import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cerealbar.server.admin import access
from cerealbar.server.admin.access import (
    LONGEST_WAIT,
    SESSION_SECONDS,
    Passwords,
    Sessions,
)
from cerealbar.server.store import Store
from tests.server.admin.invented import PASSWORD
from tests.server.store.games import opened
from tests.server.test_rate_limits import Watch


def new_passwords(watch: Watch) -> Passwords:
    return Passwords(PASSWORD, watch)


def tried(passwords: Passwords, password: str, address: str = "10.0.0.1") -> bool | None:
    return asyncio.run(passwords.admits(address, password))


def test_the_password_opens_and_nothing_else_does() -> None:
    passwords = new_passwords(Watch())
    assert tried(passwords, PASSWORD) is True
    assert tried(passwords, PASSWORD + " ", "10.0.0.2") is False
    assert tried(passwords, "", "10.0.0.3") is False
    assert tried(passwords, "\ud800", "10.0.0.4") is False


def test_the_password_itself_is_not_kept() -> None:
    assert PASSWORD not in repr(vars(new_passwords(Watch())))


def test_failures_make_an_address_wait_longer_and_longer() -> None:
    watch = Watch()
    passwords = new_passwords(watch)
    assert [tried(passwords, "wrong") for _ in range(3)] == [False, False, False]
    waits = []
    for _ in range(12):
        waits.append(passwords.seconds_to_wait("10.0.0.1"))
        assert tried(passwords, PASSWORD) is None
        watch.now += waits[-1] + 0.01
        assert tried(passwords, "wrong") is False
    assert waits[:4] == pytest.approx([1, 2, 4, 8])
    assert waits[-1] == pytest.approx(LONGEST_WAIT)


def test_the_password_is_not_even_compared_while_an_address_waits() -> None:
    passwords = new_passwords(Watch())
    for _ in range(3):
        tried(passwords, "wrong")
    assert tried(passwords, PASSWORD) is None
    assert tried(passwords, PASSWORD, "10.0.0.2") is True


def test_coming_in_forgives_earlier_failures() -> None:
    watch = Watch()
    passwords = new_passwords(watch)
    for _ in range(3):
        tried(passwords, "wrong")
    watch.now += 2
    assert tried(passwords, PASSWORD) is True
    assert tried(passwords, "wrong") is False
    assert passwords.seconds_to_wait("10.0.0.1") == 0


def test_many_addresses_together_are_slowed_down_too() -> None:
    watch = Watch()
    passwords = new_passwords(watch)
    answers = [tried(passwords, "wrong", f"10.0.1.{number}") for number in range(30)]
    assert answers.count(None) == 10
    watch.now += 2
    assert tried(passwords, PASSWORD, "10.0.0.9") is True


def test_many_attempts_at_once_count_one_by_one() -> None:
    passwords = new_passwords(Watch())

    async def rush() -> list[bool | None]:
        return await asyncio.gather(*(passwords.admits("10.0.0.1", "wrong") for _ in range(10)))

    assert asyncio.run(rush()) == [False] * 3 + [None] * 7


def test_addresses_that_failed_are_not_remembered_without_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(access, "_MOST_ADDRESSES", 5)
    watch = Watch()
    passwords = new_passwords(watch)
    for number in range(20):
        watch.now += 10
        tried(passwords, "wrong", f"10.0.1.{number}")
    assert len(passwords._failures) == 5


def test_a_session_ends_by_time_and_by_leaving(url: str) -> None:
    async def visit() -> None:
        watch = Watch()
        async with opened(url) as store, opened_again(store, url) as other:
            sessions = Sessions(store, PASSWORD, watch)
            elsewhere = Sessions(other, PASSWORD, watch)
            first, second = await sessions.open(), await sessions.open()
            assert first != second
            assert await elsewhere.is_open(first)
            await elsewhere.close(first)
            assert not await sessions.is_open(first)
            watch.now += SESSION_SECONDS - 1
            assert await sessions.is_open(second)
            watch.now += 1
            assert not await sessions.is_open(second)

    asyncio.run(visit())


@asynccontextmanager
async def opened_again(store: Store, url: str) -> AsyncIterator[Store]:
    """Another process on the same database, if it bears several."""
    if not store.is_shared:
        yield store
        return
    async with opened(url) as other:
        yield other


@pytest.mark.parametrize("session", [None, "", "guess", "é"])
def test_an_unknown_session_is_not_open(tmp_path: Path, session: str | None) -> None:
    async def visit() -> None:
        async with opened(str(tmp_path / "games.db")) as store:
            sessions = Sessions(store, PASSWORD, Watch())
            await sessions.open()
            assert not await sessions.is_open(session)
            assert not await sessions.is_open(sessions.new_id())

    asyncio.run(visit())


def test_the_oldest_session_ends_when_there_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "MOST_SESSIONS", 2)

    async def visit() -> None:
        watch, held = Watch(), []
        async with opened(str(tmp_path / "games.db")) as store:
            sessions = Sessions(store, PASSWORD, watch)
            for _ in range(3):
                held.append(await sessions.open())
                watch.now += 1
            assert [await sessions.is_open(session) for session in held] == [False, True, True]

    asyncio.run(visit())


def test_the_token_of_a_form_is_good_for_its_session_and_password_only(tmp_path: Path) -> None:
    async def visit() -> None:
        async with opened(str(tmp_path / "games.db")) as store:
            sessions = Sessions(store, PASSWORD, Watch())
            first, second = await sessions.open(), await sessions.open()
            token = sessions.form_token(first)
            assert sessions.is_form_token(first, token)
            assert not sessions.is_form_token(second, token)
            assert not sessions.is_form_token(first, None)
            assert not sessions.is_form_token(first, "é")
            assert not sessions.is_form_token(None, token)
            changed = Sessions(store, "another password", Watch())
            assert not changed.is_form_token(first, token)
            assert not await changed.is_open(first)

    asyncio.run(visit())
