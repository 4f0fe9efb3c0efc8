import asyncio
import random
from pathlib import Path

import pytest
from prometheus_client import generate_latest

from cerealbar.game import Action, Rules
from cerealbar.records import GameEnd, Paused, verify
from cerealbar.server.rooms.checks import MAX_PAUSES, MAX_WAITING, RoomRefusedError
from cerealbar.server.rooms.recovery import restore
from cerealbar.server.store import StoreError, stored_record
from cerealbar.wire.messages import RoomShown, Update, Welcome
from cerealbar.wire.scene import TurnEndTold
from tests.server.rooms.playing import (
    Ear,
    Time,
    opened_router,
    play_at_random,
    seated_pair,
)


def test_an_action_is_answered_to_its_seat_and_broadcast_to_the_partner(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, follower = await seated_pair(router)
            leader.fresh()
            follower.fresh()
            await room.act("leader", Action.LEFT, request=7)
            (told,), (heard,) = leader.fresh(), follower.fresh()
            assert isinstance(told, Update)
            assert isinstance(heard, Update)
            assert (told.id, heard.id) == (7, None)
            assert told.situation.steps_left == heard.situation.steps_left == 4

    asyncio.run(play())


def test_nobody_hears_of_an_action_before_it_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, follower = await seated_pair(router)
            leader.fresh()
            follower.fresh()
            store = router.services.store
            began, may_end = asyncio.Event(), asyncio.Event()
            append = store.append

            async def slow(*arguments: object) -> None:
                began.set()
                await may_end.wait()
                await append(*arguments)  # type: ignore[arg-type]  # whatever it is given

            monkeypatch.setattr(store, "append", slow)
            acting = asyncio.create_task(room.act("leader", Action.LEFT))
            await began.wait()
            assert not leader.frames
            assert not follower.frames
            may_end.set()
            await acting
            assert leader.frames
            assert follower.frames

    asyncio.run(play())


def test_an_action_that_cannot_be_stored_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, _ = await seated_pair(router)
            leader.fresh()
            before = room.game.states.tobytes()

            async def fail(*_: object) -> None:
                raise StoreError("the disk is full")

            with monkeypatch.context() as patch:
                patch.setattr(router.services.store, "append", fail)
                with pytest.raises(RoomRefusedError, match="cannot store anything") as refusal:
                    await room.act("leader", Action.LEFT)
            assert refusal.value.code == "not-stored"
            assert room.game.states.tobytes() == before
            assert not leader.frames
            await room.act("leader", Action.LEFT)
            assert room.game.steps_left == 4

    asyncio.run(play())


@pytest.mark.parametrize(
    ("role", "action", "code"),
    [
        ("follower", Action.LEFT, "not-your-turn"),
        ("leader", Action.DONE, "illegal"),
        ("follower", Action.INSTRUCT, "not-your-turn"),
    ],
)
def test_what_the_rules_refuse_has_a_reason_and_changes_nothing(
    tmp_path: Path, role: str, action: Action, code: str
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, _, _ = await seated_pair(router)
            before = room.game.states.tobytes()
            with pytest.raises(RoomRefusedError) as refusal:
                await room.act("leader" if role == "leader" else "follower", action, "hello")
            assert refusal.value.code == code
            assert room.game.states.tobytes() == before

    asyncio.run(play())


def test_bumping_is_refused_as_blocked_and_is_not_recorded(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, _, _ = await seated_pair(router)
            while Action.FORWARD in room.game.legal_actions():
                await room.act("leader", Action.FORWARD)
            assert room.game.steps_left, "this board has an obstacle ahead"
            taken = len(room.game.history)
            with pytest.raises(RoomRefusedError) as refusal:
                await room.act("leader", Action.FORWARD)
            assert refusal.value.code == "blocked"
            assert len(room.game.history) == taken == 5 - room.game.steps_left

    asyncio.run(play())


def test_no_more_instructions_wait_than_anyone_needs(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, _, _ = await seated_pair(router)
            for number in range(MAX_WAITING):
                await room.act("leader", Action.INSTRUCT, f"number {number}")
            with pytest.raises(RoomRefusedError, match="40 wait already"):
                await room.act("leader", Action.INSTRUCT, "one more")
            assert len(room.game.instructions) == MAX_WAITING

    asyncio.run(play())


def test_a_turn_whose_time_is_up_ends(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            room, leader, _ = await seated_pair(router)
            await room.act("leader", Action.INSTRUCT, "go on")
            time.seconds += 44.9
            await room.check_time()
            before = leader.updates[-1].situation.turn
            time.seconds += 0.2
            await room.check_time()
            assert (before, leader.updates[-1].situation.turn) == ("leader", "follower")
            assert TurnEndTold(by="leader", how="time-out") in leader.updates[-1].happenings
            assert room.seconds_left == pytest.approx(15)

    asyncio.run(play())


def test_the_clock_stands_still_while_someone_is_away(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            room, leader, follower = await seated_pair(router)
            time.seconds += 10
            await room.presence.disconnect(follower)
            assert not room.clock.is_running
            time.seconds += 500
            with pytest.raises(RoomRefusedError, match="away"):
                await room.act("leader", Action.LEFT)
            again = Ear()
            await room.presence.connect("follower", again)
            assert room.status == "playing"
            assert room.seconds_left == pytest.approx(35)
            assert isinstance(again.messages[0], Welcome)
            shown = [message for message in leader.messages if isinstance(message, RoomShown)]
            assert [message.status for message in shown][-2:] == ["paused", "playing"]

    asyncio.run(play())


def test_what_is_measured_is_really_counted(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, _, follower = await seated_pair(router)
            await room.act("leader", Action.LEFT)
            await room.presence.disconnect(follower)
            await room.presence.connect("follower", Ear())
            told = generate_latest(router.services.metrics.registry).decode()
            assert "cerealbar_reconnects_total 1.0" in told
            assert 'cerealbar_actions_total{kind="left"} 1.0' in told
            # The clock on, the action, the clock off and on again.
            assert "cerealbar_append_seconds_count 4.0" in told

    asyncio.run(play())


def test_a_second_connection_takes_the_seat_over(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, _ = await seated_pair(router)
            other = Ear()
            await room.presence.connect("leader", other)
            assert leader.goodbye is not None
            assert leader.goodbye.code == "replaced"
            await room.presence.disconnect(leader)  # the old one is gone: that pauses nothing
            assert room.status == "playing"

    asyncio.run(play())


@pytest.mark.parametrize("seed", range(4))
def test_a_restored_room_is_the_same_to_the_second(tmp_path: Path, seed: int) -> None:
    async def play() -> None:
        time = Time()
        rng = random.Random(seed)
        async with opened_router(tmp_path, time) as router:
            room, _, follower = await seated_pair(router, seed=seed)
            for _ in range(rng.randrange(20, 200)):
                time.seconds += rng.random()
                await play_at_random(room, rng, 1)
                await room.check_time()
                if rng.random() < 0.05:
                    await room.presence.disconnect(follower)
                    time.seconds += rng.random() * 100
                    await room.presence.connect("follower", follower)
            time.seconds += 2.5
            await router.services.store.beat(time.wall())
            whole = await router.services.store.game(room.game_id)
            assert whole is not None
            twin = restore(*whole, router.services, time.wall())
            assert twin.game.states.tobytes() == room.game.states.tobytes()
            assert twin.game.instructions == room.game.instructions
            assert twin.end == room.end
            if room.end is None:
                assert twin.seconds_left == pytest.approx(room.seconds_left)
                assert twin.clock.at == pytest.approx(room.clock.at)

    asyncio.run(play())


def test_all_rooms_come_back_after_a_crash_and_go_on(tmp_path: Path) -> None:
    async def crash() -> tuple[list[bytes], list[str]]:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            for seed in (1, 2, 4):
                room, _, _ = await seated_pair(router, seed=seed)
                await play_at_random(room, random.Random(seed), 30)
                time.seconds += 1  # rooms come back in the order in which they were opened
            states = [room.game.states.tobytes() for room in router.registry.rooms.values()]
            tokens = [
                router.services.tokens.make(game_id, "leader") for game_id in router.registry.rooms
            ]
            router.registry.rooms.clear()  # nothing is told to anyone: the process is gone
            return states, tokens

    async def come_back(states: list[bytes], tokens: list[str]) -> None:
        async with opened_router(tmp_path) as router:
            assert await router.registry.recover() == 3
            rooms = list(router.registry.rooms.values())
            assert [room.game.states.tobytes() for room in rooms] == states
            assert [router.services.tokens.read(token) for token in tokens] == [
                (room.game_id, "leader", 0) for room in rooms
            ]
            room = rooms[0]
            assert not room.clock.is_running
            await room.presence.connect("leader", Ear())
            await room.presence.connect("follower", Ear())
            assert room.status == "playing"
            await play_at_random(room, random.Random(9), 10)

    asyncio.run(come_back(*asyncio.run(crash())))


def test_a_whole_game_ends_and_its_record_agrees_with_the_rules(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path, rules=Rules(solvable=True, half_turns=6)) as router:
            room, leader, follower = await seated_pair(router)
            await play_at_random(room, random.Random(3), 5000)
            assert room.end is GameEnd.NO_TURNS
            for ear in (leader, follower):
                last = ear.messages[-1]
                assert isinstance(last, RoomShown)
                assert last.status == "over"
                assert last.replay is not None
            whole = await router.services.store.game(room.game_id)
            assert whole is not None
            record = stored_record(*whole)
            assert verify(record) is None
            with pytest.raises(RoomRefusedError, match="the game is over"):
                await room.act("leader", Action.LEFT)
            await room.comment("leader", "that was fun")

    asyncio.run(play())


def test_leaving_ends_the_game_and_tells_the_partner_why(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, _ = await seated_pair(router)
            await room.leave("follower")
            shown = leader.messages[-1]
            assert isinstance(shown, RoomShown)
            assert (shown.status, shown.end) == ("over", "follower-left")
            whole = await router.services.store.game(room.game_id)
            assert whole is not None
            end = stored_record(*whole).end
            assert end is not None
            assert end.how is GameEnd.FOLLOWER_LEFT

    asyncio.run(play())


def test_what_waits_when_someone_leaves_stays_unfinished(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, follower = await seated_pair(router)
            for text in ("one", "two"):
                await room.act("leader", Action.INSTRUCT, text)
            await room.leave("follower")
            told, heard = leader.updates[-1].situation, follower.updates[-1].situation
            assert [known.status for known in told.instructions] == ["unfinished", "unfinished"]
            assert [known.text for known in heard.instructions] == ["one"]
            whole = await router.services.store.game(room.game_id)
            assert whole is not None
            twin = restore(*whole, router.services, None)
            assert twin.game.instructions == room.game.instructions

    asyncio.run(play())


def test_whoever_comes_and_goes_fills_no_database(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, _, follower = await seated_pair(router)
            for _ in range(MAX_PAUSES + 5):
                await room.presence.disconnect(follower)
                await room.presence.connect("follower", follower)
            await room.presence.disconnect(follower)
            assert room.status == "playing"
            whole = await router.services.store.game(room.game_id)
            assert whole is not None
            assert sum(isinstance(stored.entry, Paused) for stored in whole[1]) == MAX_PAUSES
            twin = restore(*whole, router.services, None)
            assert twin.journal.counts[Paused] == MAX_PAUSES

    asyncio.run(play())


def test_a_room_closes_also_if_nothing_can_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, _, _ = await seated_pair(router)
            has_worked = []

            async def work() -> None:
                has_worked.append(True)

            async def fail(*_: object) -> None:
                raise StoreError("the disk is full")

            room.timers.later(0.01, work)
            with monkeypatch.context() as patch:
                patch.setattr(router.services.store, "append", fail)
                await room.close()
            assert not room.clock.is_running
            await asyncio.sleep(0.05)
            assert not has_worked

    asyncio.run(play())
