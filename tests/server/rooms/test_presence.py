import asyncio
from pathlib import Path

import pytest

from cerealbar.game import Action
from cerealbar.server.partners.asking import AgentFailedError, NamedAgent
from cerealbar.server.rooms import Room, RoomRouter
from cerealbar.server.rooms.checks import RoomRefusedError
from cerealbar.server.rooms.clock import Timers
from cerealbar.server.rooms.presence import HELP_SECONDS, READY_SECONDS
from cerealbar.server.supervision import Work
from cerealbar.wire.lobby import OpenRoom
from cerealbar.wire.messages import RoomShown, Welcome
from tests.server.rooms.playing import Ear, Time, opened_router, seated_pair, until


async def room_with_agent(router: RoomRouter) -> tuple[Room, Ear]:
    """A room in which a person leads an agent."""
    await router.open(OpenRoom(mode="agent", role="leader"))
    room, leader = list(router.registry.rooms.values())[-1], Ear()
    assert await room.presence.connect("leader", leader)
    return room, leader


def test_the_clock_of_a_game_starts_when_both_people_say_that_they_are_ready(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            await router.open(OpenRoom(mode="both"))
            room, leader, follower = list(router.registry.rooms.values())[-1], Ear(), Ear()
            await room.presence.connect("leader", leader, is_ready=False)
            await room.presence.connect("follower", follower, is_ready=False)
            assert (room.status, room.clock.is_running) == ("waiting", False)
            time.seconds += 50
            await room.presence.ready("leader")
            assert not room.clock.is_running
            with pytest.raises(RoomRefusedError, match="not ready"):
                await room.act("leader", Action.LEFT)
            await room.presence.ready("follower")
            assert room.status == "playing"
            assert room.seconds_left == pytest.approx(45)
            welcome = leader.messages[0]
            assert isinstance(welcome, Welcome)
            assert not welcome.room.leader.is_ready

    asyncio.run(play())


def test_nobody_holds_the_beginning_of_a_game_for_ever(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            await router.open(OpenRoom(mode="both"))
            room = list(router.registry.rooms.values())[-1]
            await room.presence.connect("leader", Ear(), is_ready=True)
            time.seconds += READY_SECONDS + 1  # nobody is kept waiting yet
            await room.presence.connect("follower", Ear(), is_ready=False)
            time.seconds += READY_SECONDS - 1
            await room.presence.settle()
            assert not room.clock.is_running
            time.seconds += 1
            await room.presence.settle()
            assert room.clock.is_running

    asyncio.run(play())


def test_whoever_comes_back_to_a_game_need_not_be_ready_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, _, follower = await seated_pair(router)
            await room.presence.disconnect(follower)
            await room.presence.connect("follower", Ear(), is_ready=False)
            assert room.status == "playing"

    asyncio.run(play())


def test_help_stops_the_clock_of_a_game_with_an_agent(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            room, leader = await room_with_agent(router)
            time.seconds += 5
            await room.presence.read_help("leader", is_open=True)
            time.seconds += 60
            assert not room.clock.is_running
            assert room.seconds_left == pytest.approx(40)
            await room.presence.read_help("leader", is_open=False)
            assert room.clock.is_running
            assert room.seconds_left == pytest.approx(40)
            await room.presence.read_help("leader", is_open=True)
            await room.presence.disconnect(leader)
            await room.presence.connect("leader", Ear())  # a new page has no help open
            assert room.status == "playing"

    asyncio.run(play())


def test_help_stops_no_clock_for_longer_than_is_allowed(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            room, _ = await room_with_agent(router)
            for _ in range(2):
                await room.presence.read_help("leader", is_open=True)
                time.seconds += HELP_SECONDS / 2 - 1
                await room.presence.read_help("leader", is_open=False)
            await room.presence.read_help("leader", is_open=True)
            time.seconds += 2
            await room.presence.settle()
            assert room.status == "playing"
            with pytest.raises(RoomRefusedError, match="stood still for long"):
                await room.presence.read_help("leader", is_open=True)
            assert room.status == "playing"

    asyncio.run(play())


def test_help_stops_no_clock_while_another_person_plays(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            opened = await router.open(OpenRoom(mode="match", role="leader"))
            room = list(router.registry.rooms.values())[-1]
            await room.presence.connect("leader", Ear())
            await router.open(OpenRoom(mode="match", role="follower"))
            await room.presence.connect("follower", Ear())
            assert opened.seats
            with pytest.raises(RoomRefusedError, match="your partner would wait"):
                await room.presence.read_help("leader", is_open=True)
            assert room.status == "playing"

    asyncio.run(play())


def test_whoever_opens_the_help_again_and_again_leaves_no_tasks_behind(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader = await room_with_agent(router)
            before = len(asyncio.all_tasks())
            for _ in range(50):
                await room.presence.read_help("leader", is_open=True)
                leader.fresh()
                await room.presence.read_help("leader", is_open=True)
                assert leader.fresh() == []
                await room.presence.read_help("leader", is_open=False)
            assert len(asyncio.all_tasks()) <= before + 1

    asyncio.run(play())


def test_the_clock_stands_still_until_the_agent_that_takes_a_seat_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader = await room_with_agent(router)
            loading = Loading(router, monkeypatch)
            await room.presence.fail("follower", "tired")
            await room.presence.replace("leader", "rule-based")
            await until(lambda: loading.asked == ["rule-based"])
            assert room.status == "paused"
            shown = leader.messages[-1]
            assert isinstance(shown, RoomShown)
            assert (shown.follower.is_here, shown.follower.is_ready) == (True, False)
            loading.end.set()
            await until(lambda: room.status == "playing")
            assert loading.asked == ["rule-based"]

    asyncio.run(play())


def test_a_game_that_goes_on_after_a_restart_waits_for_its_agent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            await room_with_agent(router)
        async with opened_router(tmp_path) as router:
            await router.registry.recover()
            (room,) = router.registry.rooms.values()
            loading = Loading(router, monkeypatch)
            for _ in range(3):
                await room.presence.connect("leader", Ear())
            await until(lambda: loading.asked == ["learned"])
            assert not room.clock.is_running
            loading.failure = "it is broken"
            loading.end.set()
            await until(lambda: bool(room.seats["follower"].failure))
            assert loading.asked == ["learned"]
            assert room.offers("follower")

    asyncio.run(play())


class Loading:
    """Agents of a router that are not loaded before the end."""

    def __init__(self, router: RoomRouter, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.end = asyncio.Event()
        self.failure = ""
        agents = router.services.agents
        monkeypatch.setattr(agents, "load", self.load)
        monkeypatch.setattr(agents, "is_loaded", lambda _: self.end.is_set(), raising=False)

    async def load(self, agent: NamedAgent) -> None:
        self.asked.append(agent.name)
        await self.end.wait()
        if self.failure:
            raise AgentFailedError(self.failure)


def test_who_loads_the_page_again_cannot_be_replaced_meanwhile(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            room, _, follower = await seated_pair(router, "friend")
            await room.presence.disconnect(follower)
            with pytest.raises(RoomRefusedError, match="cannot take the follower's seat"):
                await room.presence.replace("leader", "rule-based")
            time.seconds += 14
            assert room.offers("follower") == ()
            again = Ear()
            assert await room.presence.connect("follower", again)
            await room.presence.disconnect(again)
            time.seconds += 14
            assert room.offers("follower") == ()
            time.seconds += 2
            await room.presence.replace("leader", "rule-based")
            assert room.seats["follower"].kind == "agent"

    asyncio.run(play())


def offered(ear: Ear) -> tuple[str, ...]:
    return [message for message in ear.messages if isinstance(message, RoomShown)][-1].offers


class Alarms(dict[Work, float]):
    """The alarms of all rooms, which ring only when they are told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        monkeypatch.setattr(
            Timers, "set_alarm", lambda _, seconds, work: self.update({work: seconds})
        )
        monkeypatch.setattr(Timers, "clear_alarm", lambda _, work: self.pop(work, None))

    async def ring(self, time: Time, early: float = 0.0) -> None:
        """Let the only one ring."""
        ((work, seconds),) = self.items()
        self.clear()
        time.seconds += seconds - early
        await work()


def test_who_waits_is_told_when_the_partner_can_be_replaced_also_if_a_timer_is_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alarms = Alarms(monkeypatch)

    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            room, leader, follower = await seated_pair(router, "friend")
            await room.presence.disconnect(follower)
            await alarms.ring(time, early=1.0)
            assert offered(leader) == ()
            await alarms.ring(time)
            assert "rule-based" in offered(leader)
            assert not alarms

    asyncio.run(play())


def test_a_partner_who_does_not_come_back_after_a_restart_can_be_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alarms = Alarms(monkeypatch)

    async def play() -> None:
        time, leader = Time(), Ear()
        async with opened_router(tmp_path, time) as router:
            room, _, _ = await seated_pair(router, "friend")
        async with opened_router(tmp_path, time) as router:
            await router.registry.recover()
            alarms.clear()
            assert await router.registry.rooms[room.game_id].presence.connect("leader", leader)
            await alarms.ring(time)
            assert "rule-based" in offered(leader)

    asyncio.run(play())
