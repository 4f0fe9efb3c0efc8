"""What is left in games of those who were forgotten."""

from pathlib import Path

from sqlalchemy import select

from cerealbar.game import Action
from cerealbar.records import Instructed
from cerealbar.server.rooms import RoomRouter
from cerealbar.server.store import Store, StoredParticipant
from cerealbar.server.store.participants import add_participant, append_ledger, forget_participant
from cerealbar.server.store.tables import entries
from cerealbar.studies import entries as told
from cerealbar.studies.entries import LedgerEntry
from tests.server.rooms.playing import Time
from tests.server.visits.participants import Taker, pair, play, study

SECRET = "Kim lives in Elm Street"


async def keep(store: Store, taker: Taker) -> None:
    """Store a participant who has a seat."""
    someone = StoredParticipant(taker.participant_id, "walks", taker.participant_id, 1.0)
    first = LedgerEntry(0, 1.0, told.Arrived(visit=1, window=1))
    await store.write(add_participant, someone, first)
    line = LedgerEntry(1, 2.0, taker.seat)
    await store.write(append_ledger, taker.participant_id, [line])


async def stored(store: Store) -> str:
    """All that is stored of games."""
    rows = await store.read(lambda it: it.execute(select(entries.c.entry)).scalars().all())
    return "\n".join(rows)


def test_games_keep_neither_the_id_nor_the_words_of_who_is_forgotten(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, _: Time) -> None:
        store = router.services.store
        leads, follows, room = await pair(router, study())
        for taker in (leads, follows):
            await keep(store, taker)
        await room.act("leader", Action.INSTRUCT, SECRET)
        await room.comment("leader", f"{SECRET} too")
        await room.comment("follower", "I like cards")
        await room.act("leader", Action.DONE)
        await room.act("follower", Action.DONE)
        before, text = await store.record(room.game_id), await stored(store)
        assert SECRET in text
        assert leads.participant_id in text
        await store.write(forget_participant, leads.participant_id)
        text = await stored(store)
        assert SECRET not in text
        assert leads.participant_id not in text
        assert follows.participant_id in text
        assert "I like cards" in text
        after = await store.record(room.game_id)
        assert [type(event) for event in after.events] == [type(event) for event in before.events]
        assert after.end == before.end
        assert [it.text for it in after.events if isinstance(it, Instructed)] == ["…"]
        await store.write(forget_participant, follows.participant_id)
        text = await stored(store)
        assert "I like cards" not in text
        assert follows.participant_id not in text

    play(tmp_path, scene)
