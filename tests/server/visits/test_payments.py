import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection

from cerealbar.server.store import Store, StoreError
from cerealbar.server.store.participants import append_ledger, participants_of
from cerealbar.server.visits import payments
from cerealbar.server.visits.payments import note_paid
from cerealbar.studies import entries as told
from cerealbar.studies.entries import LedgerEntry
from cerealbar.studies.participations import Participation
from cerealbar.studies.payments import PaymentBatch, payment_batch
from tests.server.store.games import opened
from tests.server.visits.crowd import STUDY, add, finished


async def people(store: Store) -> list[Participation]:
    found = await store.read(participants_of, STUDY.name)
    return [Participation(someone.participant_id, ledger=ledger) for someone, ledger in found]


async def due(store: Store) -> PaymentBatch:
    return payment_batch(STUDY, await people(store))


def test_a_batch_is_noted_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with opened(str(tmp_path / "study.sqlite")) as store:
            for number in (1, 2):
                await add(store, number, finished())
            batch = await due(store)
            noted = 0

            def fail_second(connection: Connection, key: str, lines: list[LedgerEntry]) -> None:
                nonlocal noted
                noted += 1
                if noted % 2 == 0:
                    raise StoreError("the disk is full")
                append_ledger(connection, key, lines)

            monkeypatch.setattr(payments, "append_ledger", fail_second)
            with pytest.raises(StoreError, match="full"):
                await store.write(note_paid, STUDY.name, batch, 1.0)
            monkeypatch.undo()
            assert noted == 4  # as a write that was refused is tried once more
            assert await due(store) == batch

    asyncio.run(work())


def test_a_batch_that_is_noted_again_changes_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(str(tmp_path / "study.sqlite")) as store:
            who = await add(store, 1, finished())
            batch = await due(store)
            for _ in range(2):
                await store.write(note_paid, STUDY.name, batch, 1.0)
            (someone,) = await people(store)
            assert someone.story.paid == batch.cents
            assert not (await due(store)).payments
            other = told.Compensated(cents=5, reason="late")
            line = LedgerEntry(len(someone.ledger), 2.0, other)
            await store.write(append_ledger, who, [line])
            stale = await due(store)
            line = LedgerEntry(len(someone.ledger) + 1, 3.0, told.Paid(cents=5, batch="by hand"))
            await store.write(append_ledger, who, [line])
            with pytest.raises(StoreError, match=r"was paid 0\.05 since it was made"):
                await store.write(note_paid, STUDY.name, stale, 4.0)

    asyncio.run(work())
