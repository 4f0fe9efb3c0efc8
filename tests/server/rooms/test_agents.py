"""Agents in rooms: what they answer counts only for what they were asked."""

import asyncio
from pathlib import Path

import pytest

from cerealbar.agents import Choice, FollowTask
from cerealbar.game import Action, Cancelling, Rules
from cerealbar.records import Instructed, Planned
from cerealbar.server.floor import HallFloor
from cerealbar.server.partners import Answer
from cerealbar.server.rooms.recovery import restore
from cerealbar.server.rooms.table import RoomTable
from cerealbar.server.store import stored_record
from cerealbar.views import CB2_SIGHT, Plan, remember_game
from cerealbar.wire.lobby import OpenRoom
from cerealbar.wire.messages import PlanShown, RoomShown
from tests.server.rooms.playing import Ear, opened_hall, seated_pair, until

FREE = Rules(solvable=True, cancelling=Cancelling.ANY_TURN)


def test_an_answer_that_comes_too_late_ends_no_other_instruction(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path, rules=FREE) as hall:
            room, leader, _ = await seated_pair(hall)
            table = RoomTable(room)
            await room.act("leader", Action.INSTRUCT, "one")
            await room.act("leader", Action.DONE)
            task = table.task("follower")
            assert task is not None
            await room.act("leader", Action.CANCEL)
            await room.act("leader", Action.INSTRUCT, "two")
            await room.act("leader", Action.DONE)
            await table.drive("follower", task, Answer(1, Choice(Action.DONE), Plan(goals={3: 1})))
            assert room.game.current_instruction == "two"
            assert room.plan is None
            now = table.task("follower")
            assert now is not None
            await table.drive("follower", now, Answer(1, Choice(Action.LEFT), Plan(goals={3: 1})))
            assert room.plan == Plan(goals={3: 1})
            await table.drive("follower", now, Answer(1, Choice(Action.DONE)))  # a step ago
            assert room.game.current_instruction == "two"
            assert sum(message == PlanShown() for message in leader.messages) == 0

    asyncio.run(play())


def test_a_leaders_answer_counts_for_the_state_that_it_was_asked_about(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path) as hall:
            room, _, _ = await seated_pair(hall)
            table = RoomTable(room)
            task = table.task("leader")
            assert task is not None
            await room.act("leader", Action.LEFT)
            await table.drive("leader", task, Answer(1, Choice(Action.INSTRUCT, "late")))
            assert not room.game.instructions

    asyncio.run(play())


def test_a_plan_is_stored_once_and_without_what_nobody_sees(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path) as hall:
            room, leader, _ = await seated_pair(hall)
            await room.publish_plan(Plan(trajectory={1: 0.12345, 2: 0.001}))
            await room.publish_plan(Plan(trajectory={1: 0.1229999}))
            whole = await hall.house.store.game(room.game_id)
            assert whole is not None
            kept = [stored.entry for stored in whole[1] if isinstance(stored.entry, Planned)]
            assert [entry.plan for entry in kept] == [Plan(trajectory={1: 0.123})]
            assert sum(isinstance(message, PlanShown) for message in leader.messages) == 1
            await room.leave("leader")
            assert PlanShown() in leader.messages

    asyncio.run(play())


def test_players_are_not_told_why_an_agent_failed(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path) as hall:
            await hall.open(OpenRoom(mode="agent", seed=42))
            (room,) = hall.rooms.values()
            ear = Ear()
            await room.connect("leader", ear)
            await room.fail("follower", "KeyError: 40 wait already")
            shown = [message for message in ear.messages if isinstance(message, RoomShown)][-1]
            assert shown.problem == "The follower 'learned' has failed."
            assert all(b"40 wait" not in frame for frame in ear.frames)
            assert "40 wait already" in HallFloor(hall).live_games()[0].problem

    asyncio.run(play())


def test_what_a_scripted_leader_meant_is_recorded(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path) as hall:
            await hall.open(OpenRoom(mode="agent", role="follower", seed=42))
            (room,) = hall.rooms.values()
            await room.connect("follower", Ear())
            await until(lambda: room.game.turn.word == "follower", 60)
            whole = await hall.house.store.game(room.game_id)
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

        monkeypatch.setattr("cerealbar.server.rooms.table.remember_game", counted)
        async with opened_hall(tmp_path, agent_sight="cb2") as hall:
            room, _, _ = await seated_pair(hall)
            table = RoomTable(room)
            await room.act("leader", Action.INSTRUCT, "go")
            await room.act("leader", Action.DONE)
            for action in (Action.LEFT, Action.FORWARD, Action.LEFT, Action.BACKWARD):
                task = table.task("follower")
                assert isinstance(task, FollowTask)
                true = remember_game(room.game, CB2_SIGHT)
                assert task.states.tobytes() == true.states.tobytes()
                assert (task.known == true.known[0]).all()
                await table.drive("follower", task, Answer(1, Choice(action)))
            assert len(calls) == 1
            whole = await hall.house.store.game(room.game_id)
        async with opened_hall(tmp_path) as hall:  # of other settings
            assert whole is not None
            twin = restore(*whole, hall.house, None)
            assert twin.agent_sight == CB2_SIGHT

    asyncio.run(play())


@pytest.mark.parametrize("sight", ["full", "cb2"])
def test_a_record_says_what_the_agent_saw_that_followed(tmp_path: Path, sight: str) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path, agent_sight=sight) as hall:
            seen = []
            for wish in (OpenRoom(mode="agent"), OpenRoom(mode="agent", role="follower")):
                await hall.open(wish)
                room = list(hall.rooms.values())[-1]
                await room.leave(wish.role if wish.role != "any" else "leader")
                whole = await hall.house.store.game(room.game_id)
                assert whole is not None
                seen.append(stored_record(*whole).header.sight)
            assert seen == [sight, "camera"]

    asyncio.run(play())


def test_an_agent_that_bumps_all_the_time_gives_up(tmp_path: Path) -> None:
    async def play() -> None:
        followers = {"bumping": "tests.server.rooms.broken_agents:Bumping"}
        rules = Rules(solvable=True, follower_steps=100)
        async with opened_hall(tmp_path, rules=rules, followers=followers) as hall:
            await hall.open(OpenRoom(mode="agent", agent="bumping", seed=42))
            (room,) = hall.rooms.values()
            await room.connect("leader", Ear())
            await room.act("leader", Action.INSTRUCT, "go on")
            await room.act("leader", Action.DONE)
            await until(lambda: room.game.turn.word == "leader", 60)
            (known,) = room.game.instructions
            assert (known.status, known.reason) == ("given-up", "no way ahead")

    asyncio.run(play())
