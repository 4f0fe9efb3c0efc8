"""The routers of two processes on one PostgreSQL database."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

import pytest

from cerealbar.game import Action
from cerealbar.server.rooms import NoSeatError, Room, RoomRouter
from cerealbar.server.rooms.checks import RoomRefusedError
from cerealbar.server.store import Elsewhere, LostError, Ownership
from cerealbar.wire.lobby import OpenRoom, TakeSeat
from cerealbar.wire.messages import Goodbye
from tests.server.rooms.playing import Ear, Time, opened_router, own_by, seated_pair, until
from tests.server.store.games import cut_off


@asynccontextmanager
async def listening(router: RoomRouter) -> AsyncIterator[None]:
    """Within, the router hears what others tell, and looks around only when the test does."""
    heard = asyncio.create_task(router.peers.listen())
    await asyncio.wait_for(router.peers.changed.wait(), 300)
    try:
        yield
    finally:
        heard.cancel()


async def look_around(router: RoomRouter) -> None:
    """Let a process see what goes on, once more if it finds that it has lost its connection."""
    try:
        await router.peers._look_around()
    except LostError:
        await router.peers._look_around()


@asynccontextmanager
async def two(
    url: str, time: Time | None = None, max_games: int = 100
) -> AsyncIterator[list[RoomRouter]]:
    """The routers of processes 1 and 2."""
    async with (
        opened_router(url, time, process="1", max_games=max_games) as first,
        opened_router(url, time, process="2", max_games=max_games) as second,
    ):
        await first.registry.recover()
        await second.registry.recover()
        async with listening(first), listening(second):
            yield [first, second]


def test_a_leader_in_one_process_and_a_follower_in_another_are_paired(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            (leads,) = (await first.open(OpenRoom(mode="match", role="leader"))).seats
            (room,) = first.registry.rooms.values()
            assert await room.presence.connect("leader", Ear())
            (follows,) = (await second.open(OpenRoom(mode="match", role="follower"))).seats
            assert (leads.role, follows.role) == ("leader", "follower")
            assert leads.token[:16] == follows.token[:16] == room.game_id
            assert not second.registry.rooms
            assert room.seats["follower"].kind == "person"
            assert await second.registry.find(room.game_id) == Elsewhere(
                room.game_id, first.services.store.owner_id, "1"
            )

    asyncio.run(play())


def test_whoever_asks_at_the_same_moment_in_two_processes_gets_one_room(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):

            async def ask(router: RoomRouter, role: Literal["leader", "follower"]) -> str:
                (seat,) = (await router.open(OpenRoom(mode="match", role=role))).seats
                return seat.token[:16]

            for _ in range(5):
                games = await asyncio.gather(ask(first, "leader"), ask(second, "follower"))
                assert len(set(games)) == 1
            assert len(first.registry.rooms) + len(second.registry.rooms) == 5

    asyncio.run(play())


def test_an_invitation_is_accepted_in_another_process(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            await first.open(OpenRoom(mode="friend", role="leader"))
            (room,) = first.registry.rooms.values()
            invite = first.services.tokens.make(room.game_id, "invite")
            (seat,) = (await second.take_seat(TakeSeat(invite=invite))).seats
            assert seat.role == "follower"
            assert room.seats["follower"].kind == "person"
            with pytest.raises(NoSeatError, match="has taken this seat already"):
                await second.take_seat(TakeSeat(invite=invite))

    asyncio.run(play())


def test_the_lobby_and_its_limit_are_those_of_all_processes(shared: str) -> None:
    async def play() -> None:
        async with two(shared, max_games=3) as (first, second):
            await first.open(OpenRoom(mode="match", role="leader"))
            (room,) = first.registry.rooms.values()
            await room.presence.connect("leader", Ear())
            await seated_pair(first)
            await look_around(first)
            await look_around(second)
            lobby = second.lobby()
            assert (lobby.waiting_leaders, lobby.waiting_followers, lobby.games) == (1, 0, 1)
            live = second.peers.live_games()
            assert {game.game_id for game in live} == set(first.registry.rooms)
            assert [game.game_id for game in live if game.waiting] == [room.game_id]
            await second.open(OpenRoom(mode="both"))
            with pytest.raises(NoSeatError, match="too many games"):
                await second.open(OpenRoom(mode="both"))

    asyncio.run(play())


def test_whoever_is_matched_at_once_waits_in_nobodys_lobby(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            for role in ("leader", "follower"):
                await first.open(OpenRoom(mode="match", role=role))
            assert len(await second.services.store.own(Ownership.seeking)) == 1
            await look_around(first)
            await look_around(second)
            assert await second.services.store.own(Ownership.seeking) == []
            assert second.lobby().waiting_leaders == 0

    asyncio.run(play())


def test_whoever_was_matched_in_a_dead_process_does_not_wait_in_the_next(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            for role in ("leader", "follower"):
                await first.open(OpenRoom(mode="match", role=role))
            await first.open(OpenRoom(mode="match", role="leader"))
            await cut_off(first.services.store)
            await look_around(second)
            (left,) = await second.services.store.own(Ownership.seeking)
            assert left[:2] == (list(first.registry.rooms)[1], second.services.store.owner_id)

    asyncio.run(play())


def test_a_room_that_is_about_to_be_entered_is_still_sought_for(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            store = first.services.store
            add_game, stored, may_go_on = store.add_game, asyncio.Event(), asyncio.Event()

            async def slow(*arguments: object) -> None:
                await add_game(*arguments)  # type: ignore[arg-type]  # whatever it is given
                stored.set()
                await may_go_on.wait()

            monkeypatch.setattr(store, "add_game", slow)
            opening = asyncio.create_task(first.open(OpenRoom(mode="match", role="leader")))
            await stored.wait()
            await look_around(first)
            assert len(await second.services.store.own(Ownership.seeking)) == 1
            may_go_on.set()
            await opening

    asyncio.run(play())


def test_whoever_comes_during_a_takeover_finds_the_game_where_it_stood(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        time = Time()
        async with two(shared, time) as (first, second):
            room, _, _ = await seated_pair(first)
            time.seconds += 2
            await first.services.store.beat(time.wall())
            await cut_off(first.services.store)
            time.seconds += 20
            await second.services.store.beat(time.wall())
            store = second.services.store
            own, taken, may_end = store.own, asyncio.Event(), asyncio.Event()

            async def slow(most: int) -> object:
                claims = await own(Ownership.claim_abandoned, most)
                taken.set()
                await may_end.wait()
                return claims

            own_by(monkeypatch, store, claim_abandoned=slow)
            looking = asyncio.create_task(look_around(second))
            await taken.wait()
            finding = asyncio.create_task(second.registry.find(room.game_id))
            for _ in range(20):
                await asyncio.sleep(0)
            may_end.set()
            found = await finding
            await looking
            assert isinstance(found, Room)
            assert second.registry.rooms[room.game_id] is found
            assert found.seconds_left == pytest.approx(43)

    asyncio.run(play())


def test_games_of_a_dead_process_go_on_in_another_where_they_stood(shared: str) -> None:
    async def play() -> None:
        time = Time()
        async with two(shared, time) as (first, second):
            room, leader, follower = await seated_pair(first)
            await room.act("leader", Action.INSTRUCT, "come here")
            time.seconds += 7
            await first.services.store.beat(time.wall())
            left = room.seconds_left
            await cut_off(first.services.store)
            await look_around(second)
            taken = second.registry.rooms[room.game_id]
            assert taken.game.states.tobytes() == room.game.states.tobytes()
            assert taken.seconds_left == pytest.approx(left)
            with pytest.raises(RoomRefusedError) as refused:
                await room.act("leader", Action.DONE)
            assert refused.value.code == "not-stored"
            await until(lambda: leader.goodbye is not None and follower.goodbye is not None)
            address = f"/at/2/socket/{room.game_id}"
            assert leader.goodbye is not None
            assert (leader.goodbye.code, leader.goodbye.address) == ("elsewhere", address)
            assert room.game_id not in first.registry.rooms
            late = Ear()
            assert await room.presence.connect("leader", late)
            assert late.goodbye == leader.goodbye
            assert await taken.presence.connect("leader", Ear())
            assert await taken.presence.connect("follower", Ear())
            await taken.act("leader", Action.DONE)

    asyncio.run(play())


def test_a_process_that_lost_a_game_finds_out_without_anyone_playing(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            room, leader, _ = await seated_pair(first)
            await cut_off(first.services.store)
            await look_around(second)
            await look_around(first)
            await until(lambda: leader.goodbye is not None)
            assert not first.registry.rooms
            assert list(second.registry.rooms) == [room.game_id]

    asyncio.run(play())


def test_a_process_that_stops_hands_its_games_on_at_once(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            room, _, _ = await seated_pair(first)
            await room.act("leader", Action.INSTRUCT, "come here")
            await first.registry.hand_on()
            found = await second.registry.find(room.game_id)
            assert isinstance(found, Room)
            assert found.game.states.tobytes() == room.game.states.tobytes()
            assert isinstance(await first.registry.find(room.game_id), Elsewhere)

    asyncio.run(play())


def test_a_game_that_is_over_can_be_seen_and_commented_in_any_process(shared: str) -> None:
    async def play() -> None:
        async with two(shared) as (first, second):
            room, _, follower = await seated_pair(first)
            await room.leave("leader")
            assert isinstance(await second.registry.find(room.game_id), Elsewhere)
            for connection in (room.seats["leader"].connection, follower):
                assert connection is not None
                await room.presence.disconnect(connection)
            await first.registry.sweep()
            found = await second.registry.find(room.game_id)
            assert isinstance(found, Room)
            assert await found.presence.connect("leader", Ear())
            await found.comment("leader", "that was fun")

    asyncio.run(play())


def test_nothing_is_asked_of_a_process_that_does_not_answer(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cerealbar.server.rooms.peers.ASK_SECONDS", 0.2)

    async def play() -> None:
        async with (
            opened_router(shared, process="1") as deaf,
            opened_router(shared, process="2") as second,
        ):
            await deaf.open(OpenRoom(mode="match", role="leader"))
            (room,) = deaf.registry.rooms.values()
            await room.presence.connect("leader", Ear())
            async with listening(second):
                (seat,) = (await second.open(OpenRoom(mode="match", role="follower"))).seats
            assert list(second.registry.rooms) == [seat.token[:16]] != [room.game_id]

    asyncio.run(play())


def test_goodbyes_without_a_process_of_a_name_lead_to_the_usual_address() -> None:
    from cerealbar.server.rooms.seats import sent_on

    assert sent_on(Elsewhere("a", "x", "")) == Goodbye(
        code="elsewhere", reason="another process of this server has the game"
    )
