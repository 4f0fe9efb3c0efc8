"""Studies that take only so many participants, whom several processes let in at the same time."""

import asyncio

from cerealbar.server.store import Store, StoredParticipant
from cerealbar.server.store.participants import (
    StudyFullError,
    add_participant,
    ledger_lengths,
)
from cerealbar.studies.entries import Arrived, LedgerEntry
from tests.live.postgresql import PostgreSQL

MOST = 3


def test_processes_together_let_in_as_many_as_a_study_takes(postgresql: PostgreSQL) -> None:
    url = postgresql.new_database()

    async def come(store: Store, number: int) -> None:
        someone = StoredParticipant(f"{number:016}", "small", f"person {number}", 1.0)
        first = LedgerEntry(0, 1.0, Arrived(visit=1, window=1))
        await store.write(add_participant, someone, first, MOST)

    async def all_come() -> tuple[list[object], int]:
        stores = [Store.open(url, process=name) for name in ("one", "two")]
        coming = (come(stores[number % 2], number) for number in range(12))
        found: list[object] = [*await asyncio.gather(*coming, return_exceptions=True)]
        came = len(await stores[0].read(ledger_lengths, "small"))
        for store in stores:
            await store.close()
        return found, came

    found, came = asyncio.run(all_come())
    assert came == found.count(None) == MOST
    assert all(isinstance(each, StudyFullError) for each in found if each is not None)
