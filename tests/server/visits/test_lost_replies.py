"""What is stored of someone although the database's reply to COMMIT was lost."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

import pytest
from sqlalchemy import Connection, text

from cerealbar.server.store import Store, StoreError
from cerealbar.server.store.participants import find_ledger
from cerealbar.server.store.writer import StoreWriter, _Write
from cerealbar.server.visits.payments import note_paid
from cerealbar.studies import entries as told
from cerealbar.studies.entries import StudyEntry
from cerealbar.studies.participations import Participation
from cerealbar.studies.payments import payment_batch
from tests.server.store.games import _backend, opened
from tests.server.store.test_owning import _end
from tests.server.visits.crowd import STUDY, add, finished
from tests.server.visits.test_monitor import new_monitor

WRITE = StoreWriter._write


async def lose_next_reply(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next transaction be committed, and the connection end before that is known."""
    own = await store.write(_backend)

    def write(self: StoreWriter, writes: Sequence[_Write], connection: Connection) -> list[object]:
        monkeypatch.setattr(StoreWriter, "_write", WRITE)
        WRITE(self, writes, connection)
        connection.commit()
        store._reader.read(_end, own)
        connection.execute(text("SELECT 1"))
        raise AssertionError("the connection has ended")

    monkeypatch.setattr(StoreWriter, "_write", write)


async def entries_of(store: Store, who: str) -> list[StudyEntry]:
    found = await store.read(find_ledger, who)
    assert found is not None
    return [line.entry for line in found[1]]


@pytest.mark.parametrize("form_id", ["", "a" * 16])
def test_a_compensation_is_stored_once(
    shared: str, monkeypatch: pytest.MonkeyPatch, form_id: str
) -> None:
    async def work() -> None:
        async with opened(shared) as store:
            who = await add(store, 1, finished())
            entry = told.Compensated(cents=150, reason="it took long", form_id=form_id)
            await lose_next_reply(store, monkeypatch)
            await new_monitor(store).note(STUDY.name, who, entry)
            assert (await entries_of(store, who)).count(entry) == 1

    asyncio.run(work())


def test_a_payment_is_noted_once(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with opened(shared) as store:
            who = await add(store, 1, finished())
            found = await store.read(find_ledger, who)
            assert found is not None
            batch = payment_batch(STUDY, [Participation(who, ledger=found[1])])
            await lose_next_reply(store, monkeypatch)
            with suppress(StoreError):  # or it was tried anew over another connection
                await store.write(note_paid, STUDY.name, batch, 1.0)
            await store.write(note_paid, STUDY.name, batch, 2.0)
            paid = [it for it in await entries_of(store, who) if isinstance(it, told.Paid)]
            assert [it.cents for it in paid] == [batch.cents]

    asyncio.run(work())
