"""Agents in games of studies, known and blind."""

from pathlib import Path

from cerealbar.server.rooms import RoomRouter
from cerealbar.server.rooms.state import LATE_SECONDS
from cerealbar.studies.entries import Drawn, GamePlayed, WaitEnded
from cerealbar.studies.parts import Arm
from cerealbar.wire.messages import RoomShown
from tests.server.rooms.playing import Time, until
from tests.server.visits.participants import (
    AT_ONCE,
    IN_THE_DARK,
    LIMIT,
    SHORT,
    Taker,
    blind_wait,
    how,
    pair,
    play,
    play_out,
    study,
    until_ready,
)


def test_an_agent_that_fails_breaks_the_game_at_once(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, _: Time) -> None:
        of = study(arms={"plain": Arm(partner="agent", play=SHORT)})
        leads = await Taker(router, of, 1).begin("leader", "agent")
        room = await leads.come()
        await until(lambda: room.status == "playing")
        await room.presence.fail("follower", "no idea")
        assert room.offers("follower") == ()
        await router.registry.sweep()
        (broken,) = await leads.look()
        assert how(broken) == "broken"

    play(tmp_path, scene)


def test_an_arm_can_offer_agents_for_partners_who_are_away(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        of = study(arms={"plain": Arm(play={**SHORT, "offers_agents": True})})
        leads, follows, room = await pair(router, of)
        await room.presence.disconnect(follows.ear)
        time.seconds += 20
        assert room.offers("follower")
        await room.presence.replace("leader", "learned")
        before = follows.story
        (left,) = await follows.look()
        assert how(left) == "left"
        await until(lambda: room.status == "playing")
        await play_out(room, "leader")
        await until(lambda: room.end is not None)
        (played,) = await leads.look()
        assert isinstance(played, GamePlayed)
        assert (played.partner, played.how) == ("agent", "played")
        follows.story = before
        (left,) = await follows.look()
        assert how(left) == "left"

    play(tmp_path, scene)


def test_a_blind_agent_comes_after_its_time_and_plays(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        leads, room = await blind_wait(router, time)
        follows = await Taker(router, leads.study, 2).begin("follower")
        assert follows.seat.game_id != room.game_id, "nobody else is sent there"
        await room.presence.let_agents_come()
        assert room.seats["follower"].kind == "agent"
        await until_ready(room, time)
        await play_out(room, "leader")
        await until(lambda: room.end is not None)
        (played,) = await leads.look()
        assert isinstance(played, GamePlayed)
        assert (played.partner, played.agent, played.how) == ("agent", "learned", "played")
        assert played.waited_seconds == 12

    play(tmp_path, scene)


def test_the_alarm_of_a_room_brings_the_agent_by_itself(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        leads = await Taker(router, IN_THE_DARK, 1).begin("leader", "agent", wait=0.001)
        room = await leads.come()
        time.seconds += 1
        await until(lambda: room.seats["follower"].kind == "agent")

    play(tmp_path, scene)


def test_a_blind_agent_for_which_nobody_waits_long_was_there_before(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, _: Time) -> None:
        leads = await Taker(router, IN_THE_DARK, 1).begin("leader", "agent", wait=0.0)
        room = await leads.come()
        seat = room.seats["follower"]
        assert (seat.kind, seat.is_here, room.spec.mode) == ("agent", True, "match")

    play(tmp_path, scene)


def test_a_blind_agent_that_fails_is_away_as_people_are(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        leads, room = await blind_wait(router, time)
        await room.presence.let_agents_come()
        await until_ready(room, time)
        leads.ear.fresh()
        await room.presence.fail("follower", "no idea")
        shown = [it for it in leads.ear.messages if isinstance(it, RoomShown)][-1]
        assert (shown.status, shown.problem, shown.follower.kind) == ("paused", "", "somebody")
        assert not shown.follower.is_here
        time.seconds += router.registry.timeouts.away - 1
        await router.registry.sweep()
        assert await leads.look() == []
        time.seconds += 2
        await router.registry.sweep()
        (broken,) = await leads.look()
        assert how(broken) == "broken"

    play(tmp_path, scene)


def test_an_agent_stands_in_for_people_who_do_not_come_to_a_blind_game(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        leads = await Taker(router, IN_THE_DARK, 1).begin("follower", "person")
        room = await leads.come()
        time.seconds += 0.59 * LIMIT
        await room.presence.let_agents_come()
        assert room.open_role == "leader"
        time.seconds += 0.42 * LIMIT
        await router.registry.sweep()
        assert room.end is None
        assert room.seats["leader"].kind == "agent"
        assert await leads.look() == []

    play(tmp_path, scene)


def test_a_person_comes_to_a_blind_game_before_the_stand_in(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        follows = await Taker(router, IN_THE_DARK, 1).begin("follower", "person")
        await follows.come()
        leads = await Taker(router, IN_THE_DARK, 2).begin("leader", "person")
        room = await leads.come()
        assert leads.seat.game_id == follows.seat.game_id
        time.seconds += 2 * LIMIT
        await router.registry.sweep()
        assert [seat.kind for seat in room.seats.values()] == ["person", "person"]

    play(tmp_path, scene)


def test_a_blind_game_to_which_no_agent_can_come_is_closed(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        of = study(arms={"blind": Arm(partner="blind", agent="broken", play=AT_ONCE)})
        leads = await Taker(router, of, 1).begin("leader", "agent", wait=3.0)
        await leads.come()
        time.seconds += 3 + LATE_SECONDS
        await router.registry.sweep()
        waited, drawn = await leads.look()
        assert isinstance(waited, WaitEnded)
        assert isinstance(drawn, Drawn)

    play(tmp_path, scene, followers={"broken": "tests.server.rooms.broken_agents:nothing"})
