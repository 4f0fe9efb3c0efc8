"""Games of studies on servers that die in every phase."""

import sqlite3
from pathlib import Path

from cerealbar.game import Action
from cerealbar.server.rooms import RoomRouter
from cerealbar.studies.entries import Drawn, WaitEnded
from tests.server.rooms.playing import Time, until
from tests.server.visits.participants import (
    LIMIT,
    Taker,
    again,
    blind_wait,
    how,
    pair,
    play,
    play_out,
    study,
    until_ready,
)


def test_who_waits_goes_on_waiting_after_the_server_died(tmp_path: Path) -> None:
    kept: list[Taker] = []

    async def before(router: RoomRouter, _: Time) -> None:
        kept.append(await Taker(router, study(), 1).begin("leader"))
        await kept[0].come()

    async def after(router: RoomRouter, time: Time) -> None:
        leads = again(kept[0], router)
        assert await leads.look() == []
        await leads.come()
        follows = await Taker(router, leads.study, 2).begin("follower")
        assert follows.seat.game_id == leads.seat.game_id
        third = await Taker(router, leads.study, 3).begin("leader")
        await third.come()
        time.seconds += LIMIT + 1
        await router.registry.sweep()
        assert isinstance((await third.look())[0], WaitEnded)

    play(tmp_path, before, after)


def test_the_wait_goes_on_while_the_server_is_dead(tmp_path: Path) -> None:
    kept: list[Taker] = []

    async def before(router: RoomRouter, time: Time) -> None:
        kept.append(await Taker(router, study(), 1).begin("leader"))
        time.seconds += LIMIT + 5

    async def after(router: RoomRouter, _: Time) -> None:
        await router.registry.sweep()
        found = await again(kept[0], router).look()
        assert [type(it) for it in found] == [WaitEnded, Drawn]
        drawn = found[1]
        assert isinstance(drawn, Drawn)
        assert drawn.partner == "agent"

    play(tmp_path, before, after)


def test_a_blind_agent_comes_in_time_after_the_server_died(tmp_path: Path) -> None:
    kept: list[Taker] = []

    async def before(router: RoomRouter, time: Time) -> None:
        leads, _ = await blind_wait(router, time)
        kept.append(leads)

    async def after(router: RoomRouter, time: Time) -> None:
        await router.registry.sweep()
        leads = again(kept[0], router)
        room = await leads.come()
        assert room.seats["follower"].kind == "agent"
        assert not room.seats["follower"].is_here
        await until_ready(room, time)

    async def later(router: RoomRouter, time: Time) -> None:
        room = await again(kept[0], router).come()
        assert not room.seats["follower"].is_here, "it comes back as people do"
        time.seconds += 5
        await room.presence.let_agents_come()
        assert room.status == "playing"
        await play_out(room, "leader")
        await until(lambda: room.end is not None)

    async def last(router: RoomRouter, _: Time) -> None:
        (played,) = await again(kept[0], router).look()
        assert how(played) == "played"

    play(tmp_path, before, after, later, last)


def test_a_pair_goes_on_after_the_server_died_in_every_phase(tmp_path: Path) -> None:
    kept: list[Taker] = []

    async def matched(router: RoomRouter, _: Time) -> None:
        kept.append(await Taker(router, study(), 1).begin("leader"))
        await kept[0].come()
        kept.append(await Taker(router, study(), 2).begin("follower"))

    async def playing(router: RoomRouter, _: Time) -> None:
        for taker in kept:
            assert await again(taker, router).look() == []
            await taker.come()
        await play_out(router.registry.rooms[kept[0].seat.game_id], "leader")

    async def ending(router: RoomRouter, _: Time) -> None:
        for taker in kept:
            assert await again(taker, router).look() == []
            await taker.come()
        room = router.registry.rooms[kept[0].seat.game_id]
        assert room.game.turn.word == "follower"
        await play_out(room, "follower")

    async def over(router: RoomRouter, _: Time) -> None:
        for taker in kept:
            (played,) = await again(taker, router).look()
            assert how(played) == "played"

    play(tmp_path, matched, playing, ending, over)


def test_a_game_that_was_left_before_the_server_died_is_over_after_it(tmp_path: Path) -> None:
    kept: list[Taker] = []

    async def before(router: RoomRouter, _: Time) -> None:
        leads, follows, room = await pair(router, study())
        kept.extend((leads, follows))
        await room.leave("leader")

    async def after(router: RoomRouter, _: Time) -> None:
        found = [how((await again(taker, router).look())[0]) for taker in kept]
        assert found == ["left", "partner-left"]

    play(tmp_path, before, after)


def test_a_game_that_cannot_be_read_is_broken(tmp_path: Path) -> None:
    kept: list[Taker] = []

    async def before(router: RoomRouter, _: Time) -> None:
        leads, follows, room = await pair(router, study())
        kept.extend((leads, follows))
        await room.act("leader", Action.INSTRUCT, "go")

    async def after(router: RoomRouter, _: Time) -> None:
        (broken,) = await again(kept[0], router).look()
        assert how(broken) == "broken"

    play(tmp_path, before)
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.execute("UPDATE entries SET entry = replace(entry, 'instruct', 'obstruct')")
    play(tmp_path, after)
