"""Cancelling, giving up and signals: what rooms allow, keep and tell."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from cerealbar.agents import FollowTask
from cerealbar.agents.playing import follow_task, lead_task
from cerealbar.game import Action, Cancelling, Rules, Signal, SignalKind, Status
from cerealbar.records import Commented, Planned, Signalled, verify
from cerealbar.server.replays import replay_of
from cerealbar.server.rooms.checks import MAX_PLAN_BYTES, MAX_SIGNALS, RoomRefusedError
from cerealbar.server.rooms.recovery import restore
from cerealbar.server.store import StoreError, stored_record
from cerealbar.views import Plan
from cerealbar.wire.lobby import OpenRoom
from cerealbar.wire.messages import PlanShown, Update
from cerealbar.wire.scene import CancelTold, GiveUpTold, SignalTold, TurnEndTold
from tests.server.rooms.playing import Ear, opened_router, seated_pair, until

FREE = Rules(solvable=True, cancelling=Cancelling.ANY_TURN, thumbs=True, remarks=True)


def test_cancelling_in_the_followers_turn_ends_it_and_hides_what_waited(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path, rules=FREE) as router:
            room, leader, follower = await seated_pair(router)
            for text in ("the first", "the second", "the third"):
                await room.act("leader", Action.INSTRUCT, text)
            await room.act("leader", Action.DONE)
            await room.act("follower", Action.LEFT)
            assert leader.updates[-1].situation.can_cancel
            assert not follower.updates[-1].situation.can_cancel
            with pytest.raises(RoomRefusedError, match="only the leader") as refusal:
                await room.act("follower", Action.CANCEL)
            assert refusal.value.code == "not-allowed"
            await room.publish_plan(Plan(goals={3: 1.0}))
            await room.act("leader", Action.CANCEL, request=7)
            told, heard = leader.updates[-1], follower.updates[-1]
            assert (told.id, heard.id) == (7, None)
            ended = TurnEndTold(by="follower", how="cancelled")
            texts = ("the first", "the second", "the third")
            assert told.happenings == (CancelTold(texts=texts), ended)
            assert heard.happenings == (CancelTold(texts=("the first",)), ended)
            assert [known.status for known in heard.situation.instructions] == ["cancelled"]
            assert [known.status for known in told.situation.instructions] == ["cancelled"] * 3
            assert not told.situation.can_cancel
            assert room.plan is None
            assert leader.messages[-1] == PlanShown()
            assert room.game.turn.word == "leader"
            assert all(b"the second" not in frame for frame in follower.frames)
            with pytest.raises(RoomRefusedError, match="no instruction waits"):
                await room.act("leader", Action.CANCEL)

    asyncio.run(play())


def test_the_papers_rules_have_no_cancelling_and_no_signals(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, follower = await seated_pair(router)
            await room.act("leader", Action.INSTRUCT, "go")
            for ear in (leader, follower):
                assert not ear.updates[-1].situation.can_cancel
                assert ear.updates[-1].situation.signals == ()
            with pytest.raises(RoomRefusedError) as refusal:
                await room.act("leader", Action.CANCEL)
            assert refusal.value.code == "illegal"
            with pytest.raises(RoomRefusedError, match="the rules of this game have none"):
                await room.signal("leader", SignalKind.THUMB_UP)

    asyncio.run(play())


def test_giving_up_tells_the_leader_why(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, follower = await seated_pair(router)
            await room.act("leader", Action.INSTRUCT, "fly")
            await room.act("leader", Action.DONE)
            with pytest.raises(RoomRefusedError, match="no reason"):
                await room.act("follower", Action.GIVE_UP, "x" * 201)
            await room.act("follower", Action.GIVE_UP, " I have no wings ")
            for ear in (leader, follower):
                last = ear.updates[-1]
                assert GiveUpTold(text="fly", reason="I have no wings") in last.happenings
                (known,) = last.situation.instructions
                assert (known.status, known.reason) == (Status.GIVEN_UP, "I have no wings")

    asyncio.run(play())


def test_signals_are_heard_stored_and_bounded(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path, rules=FREE) as router:
            room, leader, follower = await seated_pair(router)
            await room.signal("follower", SignalKind.QUESTION, " which? ", request=3)
            asked = SignalTold(kind=SignalKind.QUESTION, text="which?")
            told, heard = leader.updates[-1], follower.updates[-1]
            assert told.happenings == heard.happenings == (asked,)
            assert (told.id, heard.id) == (None, 3)
            assert told.situation.signals == (SignalKind.THUMB_UP, SignalKind.THUMB_DOWN)
            assert heard.situation.signals == (SignalKind.QUESTION, SignalKind.REMARK)
            with pytest.raises(RoomRefusedError) as refusal:
                await room.signal("follower", SignalKind.THUMB_UP)
            assert refusal.value.code == "not-allowed"
            for _ in range(MAX_SIGNALS - 1):
                await room.signal("leader", SignalKind.THUMB_DOWN)
            with pytest.raises(RoomRefusedError, match=f"{MAX_SIGNALS} signals"):
                await room.signal("leader", SignalKind.THUMB_DOWN)
            whole = await router.services.store.game(room.game_id)
            assert whole is not None
            kept = [stored.entry for stored in whole[1] if isinstance(stored.entry, Signalled)]
            assert len(kept) == MAX_SIGNALS
            assert (kept[0].kind, kept[0].text) == (SignalKind.QUESTION, "which?")

    asyncio.run(play())


def test_a_signal_that_cannot_be_stored_was_never_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path, rules=FREE) as router:
            room, leader, _ = await seated_pair(router)
            leader.fresh()

            async def fail(*_: object) -> None:
                raise StoreError("the disk is full")

            with monkeypatch.context() as patch:
                patch.setattr(router.services.store, "append", fail)
                with pytest.raises(RoomRefusedError, match="cannot store anything"):
                    await room.signal("leader", SignalKind.THUMB_UP)
            assert not leader.frames
            assert room.game.history == []

    asyncio.run(play())


def test_all_of_it_is_restored_recorded_and_shown_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path, rules=FREE) as router:
            room, _, _ = await seated_pair(router)
            for text in ("one", "two", "three"):
                await room.act("leader", Action.INSTRUCT, text)
            await room.act("leader", Action.DONE)
            await room.signal("follower", SignalKind.REMARK, "here I go")
            await room.publish_plan(Plan(trajectory={5: 0.5}))
            await room.publish_plan(Plan(trajectory={5: 0.5}))
            whole = await router.services.store.game(room.game_id)
            assert whole is not None
            assert (
                restore(*whole, router.services, None).plan
                == room.plan
                == Plan(trajectory={5: 0.5})
            )
            await room.act("follower", Action.GIVE_UP, "no")
            await room.act("leader", Action.CANCEL)
            await room.act("leader", Action.INSTRUCT, "four")
            await room.leave("leader")
            await room.comment("leader", "bye")
            with pytest.raises(RoomRefusedError, match="over"):
                await room.publish_plan(Plan())
            whole = await router.services.store.game(room.game_id)
            assert whole is not None
            twin = restore(*whole, router.services, None)
            assert twin.game.instructions == room.game.instructions
            assert twin.game.history == room.game.history
            assert (twin.plan_bytes, twin.journal.counts[Commented]) == (room.plan_bytes, 1)
            assert twin.end == room.end
            assert twin.plan is room.plan is None
            record = stored_record(*whole)
            assert verify(record) is None
            assert sum(isinstance(event, Planned) for event in record.events) == 1
            shown = replay_of(record)
            statuses = ["given-up", "cancelled", "cancelled", "unfinished"]
            assert [known.status for known in shown.instructions] == statuses
            assert shown.instructions[0].reason == "no"
            changes = [frame.changes for frame in shown.frames if frame.changes]
            assert changes == [
                ((0, "current"),),
                ((1, "waiting"),),
                ((2, "waiting"),),
                ((0, "given-up"), (1, "current")),
                ((1, "cancelled"), (2, "cancelled")),
                ((3, "current"),),
                ((3, "unfinished"),),
            ]
            told = [happening for frame in shown.frames for happening in frame.happenings]
            assert SignalTold(kind=SignalKind.REMARK, text="here I go") in told
            assert CancelTold(texts=("two", "three")) in told

    asyncio.run(play())


def test_plans_are_shown_without_end_but_stored_within_bounds(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, _ = await seated_pair(router)
            for number in range(100):
                weight = 1 - number / 1000
                await room.publish_plan(Plan(trajectory=dict.fromkeys(range(625), weight)))
            assert sum(b'"type":"plan"' in frame for frame in leader.frames) == 100
            whole = await router.services.store.game(room.game_id)
            assert whole is not None
            kept = [stored.entry for stored in whole[1] if isinstance(stored.entry, Planned)]
            assert 50 < len(kept) < 200
            assert len(msgspec.json.encode(kept)) < 1.1 * MAX_PLAN_BYTES
            assert restore(*whole, router.services, None).plan_bytes == room.plan_bytes

    asyncio.run(play())


def test_tasks_count_steps_across_signals_and_forget_what_was_cancelled(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path, rules=FREE) as router:
            room, _, _ = await seated_pair(router)
            await room.act("leader", Action.INSTRUCT, "one")
            await room.act("leader", Action.CANCEL)
            for text in ("two", "three"):
                await room.act("leader", Action.INSTRUCT, text)
            await room.act("leader", Action.DONE)
            await room.act("follower", Action.LEFT)
            await room.act("follower", Action.GIVE_UP)
            await room.act("follower", Action.LEFT)
            await room.signal("leader", SignalKind.THUMB_UP)
            await room.act("follower", Action.LEFT)
            task = follow_task(0, room.game.copy())
            assert isinstance(task, FollowTask)
            assert (task.instruction, task.number, task.steps_taken) == ("three", 2, 2)
            assert task.past == ()
            led = lead_task(0, room.game.copy())
            assert (led.waiting, led.finished) == (("three",), ("two",))
            assert sum(isinstance(known, Signal) for known in room.game.history) == 1

    asyncio.run(play())


@pytest.mark.parametrize(
    ("name", "reason"), [("Circling", "25 steps were not enough"), ("Despairing", "too hard")]
)
def test_an_agent_gives_up(tmp_path: Path, name: str, reason: str) -> None:
    async def play() -> None:
        followers = {"weak": f"tests.server.rooms.broken_agents:{name}"}
        rules = Rules(solvable=True, follower_steps=100)
        async with opened_router(tmp_path, rules=rules, followers=followers) as router:
            await router.open(OpenRoom(mode="agent", agent="weak", seed=42))
            (room,) = router.registry.rooms.values()
            ear = Ear()
            await room.presence.connect("leader", ear)
            await room.act("leader", Action.INSTRUCT, "find the holy grail")
            await room.act("leader", Action.DONE)
            await until(lambda: any(b'"give-up"' in frame for frame in ear.frames), 60)
            told = [message for message in ear.messages if isinstance(message, Update)]
            assert GiveUpTold(text="find the holy grail", reason=reason) in told[-1].happenings

    asyncio.run(play())
