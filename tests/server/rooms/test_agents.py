"""Agents in rooms: what they answer counts only for what they were asked."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from cerealbar.agents import Choice, FollowTask
from cerealbar.game import Action, Cancelling, Deed, PlayerWord, Rules
from cerealbar.records import Instructed, Participant, Planned
from cerealbar.server.partners import driver as driving
from cerealbar.server.partners.asking import AgentFailedError, AgentTask, Answer, NamedAgent
from cerealbar.server.partners.pool import AgentPool
from cerealbar.server.rooms.checks import RoomRefusedError
from cerealbar.server.rooms.recovery import restore
from cerealbar.server.rooms.seats import AGAIN
from cerealbar.server.store import StoredEntry, StoreError, Treatment, stored_record
from cerealbar.views import CB2_SIGHT, Plan, ViewName, remember_game
from cerealbar.wire.lobby import OpenRoom
from cerealbar.wire.messages import PlanShown, RoomShown
from tests.server.rooms.broken_agents import NONSENSE
from tests.server.rooms.playing import Ear, driver_of, opened_router, seated_pair, until

FREE = Rules(solvable=True, cancelling=Cancelling.ANY_TURN)


def test_an_answer_that_comes_too_late_ends_no_other_instruction(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path, rules=FREE) as router:
            room, leader, _ = await seated_pair(router)

            await room.act("leader", Action.INSTRUCT, "one")
            await room.act("leader", Action.DONE)
            task = room.task("follower")
            assert task is not None
            await room.act("leader", Action.CANCEL)
            await room.act("leader", Action.INSTRUCT, "two")
            await room.act("leader", Action.DONE)
            await room.drive("follower", task, Answer(Choice(Action.DONE), Plan(goals={3: 1})))
            assert room.game.current_instruction == "two"
            assert room.plan is None
            now = room.task("follower")
            assert now is not None
            await room.drive("follower", now, Answer(Choice(Action.LEFT), Plan(goals={3: 1})))
            assert room.plan == Plan(goals={3: 1})
            await room.drive("follower", now, Answer(Choice(Action.DONE)))  # a step ago
            assert room.game.current_instruction == "two"
            assert sum(message == PlanShown() for message in leader.messages) == 0

    asyncio.run(play())


def test_a_leaders_answer_counts_for_the_state_that_it_was_asked_about(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, _, _ = await seated_pair(router)

            task = room.task("leader")
            assert task is not None
            await room.act("leader", Action.LEFT)
            await room.drive("leader", task, Answer(Choice(Action.INSTRUCT, "late")))
            assert not room.game.instructions

    asyncio.run(play())


def test_a_plan_is_stored_once_and_without_what_nobody_sees(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, _ = await seated_pair(router)
            await room.publish_plan(Plan(trajectory={1: 0.12345, 2: 0.001}))
            await room.publish_plan(Plan(trajectory={1: 0.1229999}))
            whole = await router.services.store.game(room.game_id)
            assert whole is not None
            kept = [stored.entry for stored in whole[1] if isinstance(stored.entry, Planned)]
            assert [entry.plan for entry in kept] == [Plan(trajectory={1: 0.123})]
            assert sum(isinstance(message, PlanShown) for message in leader.messages) == 1
            await room.leave("leader")
            assert PlanShown() in leader.messages

    asyncio.run(play())


def test_players_are_not_told_why_an_agent_failed(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            await router.open(OpenRoom(mode="agent", seed=42))
            (room,) = router.registry.rooms.values()
            ear = Ear()
            await room.presence.connect("leader", ear)
            await room.presence.fail("follower", "KeyError: 40 wait already")
            shown = [message for message in ear.messages if isinstance(message, RoomShown)][-1]
            assert shown.problem == "The follower 'learned' has failed."
            assert all(b"40 wait" not in frame for frame in ear.frames)
            assert "40 wait already" in router.peers.live_games()[0].problem

    asyncio.run(play())


def test_what_a_scripted_leader_meant_is_recorded(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            await router.open(OpenRoom(mode="agent", role="follower", seed=42))
            (room,) = router.registry.rooms.values()
            await room.presence.connect("follower", Ear())
            await until(lambda: room.game.turn.word == "follower")
            whole = await router.services.store.game(room.game_id)
            assert whole is not None
            sent = [stored.entry for stored in whole[1] if isinstance(stored.entry, Instructed)]
            assert sent
            assert all(entry.meant is not None for entry in sent)

    asyncio.run(play())


def test_an_agent_with_a_sight_remembers_what_was_seen_without_playing_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        calls = []

        def counted(*arguments: object) -> object:
            calls.append(arguments)
            return remember_game(*arguments)  # type: ignore[arg-type]  # whatever it is given

        monkeypatch.setattr("cerealbar.server.rooms.room.remember_game", counted)
        async with opened_router(tmp_path, agent_sight="cb2") as router:
            room, _, _ = await seated_pair(router)

            await room.act("leader", Action.INSTRUCT, "go")
            await room.act("leader", Action.DONE)
            for action in (Action.LEFT, Action.FORWARD, Action.LEFT, Action.BACKWARD):
                task = room.task("follower")
                assert isinstance(task, FollowTask)
                true = remember_game(room.game, CB2_SIGHT)
                assert task.states.tobytes() == true.states.tobytes()
                assert (task.known == true.known[0]).all()
                await room.drive("follower", task, Answer(Choice(action)))
            assert len(calls) == 1
            whole = await router.services.store.game(room.game_id)
        async with opened_router(tmp_path) as router:  # of other settings
            assert whole is not None
            twin = restore(*whole, router.services, None)
            assert twin.agent_sight == CB2_SIGHT

    asyncio.run(play())


@pytest.mark.parametrize("sight", ["full", "cb2"])
def test_a_record_says_what_the_agent_saw_that_followed(tmp_path: Path, sight: ViewName) -> None:
    async def play() -> None:
        async with opened_router(tmp_path, agent_sight=sight) as router:
            seen = []
            for wish in (OpenRoom(mode="agent"), OpenRoom(mode="agent", role="follower")):
                await router.open(wish)
                room = list(router.registry.rooms.values())[-1]
                await room.leave(wish.role if wish.role != "any" else "leader")
                whole = await router.services.store.game(room.game_id)
                assert whole is not None
                seen.append(stored_record(*whole).header.sight)
            assert seen == [sight, "camera"]

    asyncio.run(play())


def test_an_agent_that_bumps_all_the_time_gives_up(tmp_path: Path) -> None:
    async def play() -> None:
        followers = {"bumping": "tests.server.rooms.broken_agents:Bumping"}
        rules = Rules(solvable=True, follower_steps=100)
        async with opened_router(tmp_path, rules=rules, followers=followers) as router:
            await router.open(OpenRoom(mode="agent", agent="bumping", seed=42))
            (room,) = router.registry.rooms.values()
            await room.presence.connect("leader", Ear())
            await room.act("leader", Action.INSTRUCT, "go on")
            await room.act("leader", Action.DONE)
            await until(lambda: room.game.turn.word == "leader")
            (known,) = room.game.instructions
            assert (known.status, known.reason) == ("given-up", "no way ahead")

    asyncio.run(play())


def test_the_follower_never_reads_what_a_leader_could_not_send(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, follower = await seated_pair(router)
            text = "the treasure lies " * 100
            task = room.task("leader")
            assert task is not None
            with pytest.raises(AgentFailedError, match="characters, the most is") as failure:
                await room.drive("leader", task, Answer(Choice(Action.INSTRUCT, text)))
            room.presence.give_seat("leader", Participant(kind="agent", name="wordy"))
            await room.presence.fail("leader", str(failure.value))
            with pytest.raises(RoomRefusedError):
                await room.act("leader", Action.INSTRUCT, text)
            for ear in (leader, follower):
                assert all(b"treasure" not in frame for frame in ear.frames)
            shown = [heard for heard in follower.messages if isinstance(heard, RoomShown)][-1]
            assert shown.problem == "The leader 'wordy' has failed."

    asyncio.run(play())


def test_an_agent_that_answers_nonsense_pauses_its_game_and_another_is_offered(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path, followers=NONSENSE, agent_seconds=60) as router:
            for name in NONSENSE:
                await router.open(OpenRoom(mode="agent", agent=name, seed=42))
                room, ear = list(router.registry.rooms.values())[-1], Ear()
                await room.presence.connect("leader", ear)
                await room.act("leader", Action.INSTRUCT, "go on")
                await room.act("leader", Action.DONE)
                await until(lambda: room.status == "paused")  # noqa: B023  # awaited here
                assert room.seats["follower"].failure, name
                shown = [message for message in ear.messages if isinstance(message, RoomShown)][-1]
                assert shown.problem == f"The follower {name!r} has failed."
                assert "learned" in shown.offers
                assert name not in shown.offers
                assert room.plan is None
                assert not any(b"NaN" in frame or b"nan" in frame for frame in ear.frames)

    asyncio.run(play())


def test_what_nobody_foresaw_pauses_the_game_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            await router.open(OpenRoom(mode="agent", agent="random", seed=42))
            (room,) = router.registry.rooms.values()

            def fail(*_: object, **__: object) -> None:
                raise ZeroDivisionError("ours")

            await room.presence.connect("leader", Ear())
            await room.act("leader", Action.INSTRUCT, "go on")
            monkeypatch.setattr("cerealbar.server.rooms.room.follow_task", fail)
            await room.act("leader", Action.DONE)
            await until(lambda: room.status == "paused")
            assert room.seats["follower"].failure == "ZeroDivisionError in the server"

    asyncio.run(play())


def test_a_leader_whose_choices_come_to_nothing_has_failed(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path, rules=Rules(solvable=True, leader_steps=100)) as router:
            room, _, _ = await seated_pair(router)
            driver = driver_of(room, "leader", Stuck(), Treatment(pace_seconds=(0.0, 0.0)))
            driver.wake()
            await until(lambda: bool(room.seats["leader"].failure))
            assert room.seats["leader"].failure == "20 choices of it came to nothing"

    class Stuck(AgentPool):
        def __init__(self) -> None: ...

        async def ask(self, agent: NamedAgent, task: AgentTask) -> Answer:
            return Answer(Choice(Action.FORWARD))  # until something is in the way

    asyncio.run(play())


@pytest.mark.parametrize("role", ["leader", "follower"])
def test_an_agent_neither_fails_nor_gives_up_while_nothing_can_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, role: PlayerWord
) -> None:
    monkeypatch.setattr(driving, "RETRY_SECONDS", 0.0, raising=False)

    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, _, _ = await seated_pair(router)
            if role == "follower":
                await room.act("leader", Action.INSTRUCT, "go on")
                await room.act("leader", Action.DONE)
            append, attempts, deeds = router.services.store.append, 0, len(room.game.history)

            async def be_away(game_id: str, entries: Sequence[StoredEntry]) -> None:
                nonlocal attempts
                attempts += 1
                if attempts <= 3 * driving.MAX_IDLE_CHOICES:
                    raise StoreError("the database is away")
                await append(game_id, entries)

            monkeypatch.setattr(router.services.store, "append", be_away)
            driver = driver_of(room, role, Turning(), Treatment(pace_seconds=(0.0, 0.0)))
            driver.wake()
            await until(lambda: bool(room.seats[role].failure) or len(room.game.history) > deeds)
            done = room.game.history[deeds]
            assert isinstance(done, Deed)
            assert done.action is Action.LEFT
            assert not room.seats[role].failure

    class Turning(AgentPool):
        def __init__(self) -> None:
            self.asked = 0

        async def ask(self, agent: NamedAgent, task: AgentTask) -> Answer:
            self.asked += 1
            if self.asked > 3 * driving.MAX_IDLE_CHOICES + 1:
                await asyncio.Event().wait()  # once something was stored
            return Answer(Choice(Action.LEFT))

    asyncio.run(play())


def test_an_agent_forgets_a_game_that_goes_on_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            await router.open(OpenRoom(mode="agent", agent="random", seed=42))
            (room,) = router.registry.rooms.values()
            await room.presence.connect("leader", Ear())
            forgotten: list[tuple[str, int]] = []

            def forget(agent: NamedAgent, game: int) -> None:
                forgotten.append((agent.name, game))

            monkeypatch.setattr(router.services.agents, "forget", forget)
            await room.presence.fail("follower", "tired")
            await room.presence.replace("leader", "rule-based")
            assert forgotten == [("random", room.number)]
            room.move(AGAIN)
            assert forgotten[1:] == [("rule-based", room.number)]

    asyncio.run(play())
