"""Who plays, as rooms keep it."""

import asyncio
from pathlib import Path

import pytest

from cerealbar import __version__
from cerealbar.records import Participant
from cerealbar.server.rooms import RoomRouter
from cerealbar.server.rooms.seats import person
from cerealbar.server.store import stored_record
from cerealbar.wire.lobby import OpenRoom, TakeSeat
from tests.server.rooms.playing import opened_router


async def leader_of(router: RoomRouter, wish: OpenRoom) -> Participant:
    await router.open(wish)
    return list(router.registry.rooms.values())[-1].seats["leader"].participant


def test_a_browser_has_one_id_in_all_games_whatever_its_name(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            first = await leader_of(
                router, OpenRoom(mode="friend", name="Ann", person="the first browser")
            )
            again = await leader_of(
                router, OpenRoom(mode="match", name="Anna", person="the first browser")
            )
            other = await leader_of(
                router, OpenRoom(mode="friend", name="Ann", person="the second")
            )
            assert first.id == again.id != other.id
            assert (first.kind, first.name, again.name) == ("human", "Ann", "Anna")
            room = next(iter(router.registry.rooms.values()))
            invite = router.services.tokens.make(room.game_id, "invite")
            await router.take_seat(TakeSeat(invite=invite, person="the second", is_program=True))
            program = room.seats["follower"].participant
            assert (program.kind, program.id) == ("program", other.id)
            file = (tmp_path / "games.sqlite").read_bytes()
            wal = (tmp_path / "games.sqlite-wal").read_bytes()
            assert b"the first browser" not in file + wal

    asyncio.run(play())


def test_who_keeps_no_word_is_someone_else_each_time(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            ids = {(await leader_of(router, OpenRoom(mode="friend"))).id for _ in range(3)}
            assert len(ids) == 3
            assert "" not in ids
            await router.open(OpenRoom(mode="both"))
            seats = list(router.registry.rooms.values())[-1].seats
            assert seats["leader"].participant == seats["follower"].participant

    asyncio.run(play())


def test_a_record_tells_the_agent_its_pace_and_the_sight(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            for mode in ("agent", "both"):
                await router.open(OpenRoom(mode="agent" if mode == "agent" else "both", seed=42))
                room = list(router.registry.rooms.values())[-1]
                await room.leave("leader")
                whole = await router.services.store.game(room.game_id)
                assert whole is not None
                header = stored_record(*whole).header
                assert header.sight == ("full" if mode == "agent" else "camera")
                if mode == "agent":
                    agent = Participant(kind="agent", name="learned", version=__version__)
                    assert header.follower == agent
                assert header.pace == ((0.0, 0.0) if mode == "agent" else None)

    asyncio.run(play())


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ann  ", "Ann"),
        ("Ann\0\nSmith\r\n\u2028x", "Ann Smith x"),
        ("\u202egnoleader\u202c", "gnoleader"),
        ("\u2066a\u2069 \u200fb\u061c", "a b"),
        ("\u200b\ufeff\u200d", ""),
        ("e\u0301mile", "\u00e9mile"),
        ("\u0645\u06cc\u200c\u0631\u0648\u062f", "\u0645\u06cc\u200c\u0631\u0648\u062f"),
        ("Zo\u00eb \U0001f469\u200d\U0001f680", "Zo\u00eb \U0001f469\u200d\U0001f680"),
    ],
)
def test_names_hold_nothing_that_changes_how_text_is_shown(typed: str, shown: str) -> None:
    assert person(OpenRoom(mode="friend", name=typed), b"secret").name == shown
