import asyncio
from pathlib import Path

import pytest

from cerealbar import __version__
from cerealbar.game import Action
from cerealbar.records import GameEnd
from cerealbar.server.rooms import Hall, HallError, Room
from cerealbar.server.store import StoreError, stored_record
from cerealbar.wire.lobby import OpenRoom, TakeSeat
from cerealbar.wire.messages import RoomShown, Update, Welcome
from tests.server.rooms.playing import Ear, Time, opened_hall, seated_pair, until


async def connected(hall: Hall, token: str) -> tuple[Room, Ear]:
    found = hall.house.tokens.read(token)
    assert found is not None
    room = await hall.find(found[0])
    assert room is not None
    ear = Ear()
    await room.connect("leader" if found[1] == "leader" else "follower", ear)
    return room, ear


def test_a_friend_takes_the_open_seat_by_the_invitation_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path) as hall:
            opened = await hall.open(OpenRoom(mode="friend", role="follower", name="Ann"))
            assert [seat.role for seat in opened.seats] == ["follower"]
            room, ear = await connected(hall, opened.seats[0].token)
            welcome = ear.messages[0]
            assert isinstance(welcome, Welcome)
            assert welcome.room.status == "waiting"
            assert welcome.room.invite is not None
            joined = await hall.take_seat(TakeSeat(invite=welcome.room.invite, name="Bob"))
            assert [seat.role for seat in joined.seats] == ["leader"]
            await connected(hall, joined.seats[0].token)
            assert room.status == "playing"
            shown = [message for message in ear.messages if isinstance(message, RoomShown)][-1]
            assert (shown.leader.name, shown.invite) == ("Bob", None)
            with pytest.raises(HallError) as refusal:
                await hall.take_seat(TakeSeat(invite=welcome.room.invite))
            assert refusal.value.status == 409

    asyncio.run(play())


def test_people_who_wait_are_matched_by_role(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path) as hall:
            first = await hall.open(OpenRoom(mode="match", role="leader"))
            await connected(hall, first.seats[0].token)
            assert hall.lobby().waiting_leaders == 1
            second = await hall.open(OpenRoom(mode="match", role="leader"))
            await connected(hall, second.seats[0].token)
            assert len(hall.rooms) == 2
            third = await hall.open(OpenRoom(mode="match", role="any"))
            assert third.seats[0].role == "follower"
            room, _ = await connected(hall, third.seats[0].token)
            assert room is next(iter(hall.rooms.values()))
            assert room.status == "playing"
            assert hall.lobby().waiting_leaders == 1

    asyncio.run(play())


def test_two_people_never_get_the_same_seat(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path) as hall:
            first = await hall.open(OpenRoom(mode="match", role="leader"))
            await connected(hall, first.seats[0].token)
            seated = await asyncio.gather(
                *(hall.open(OpenRoom(mode="match", role="follower")) for _ in range(5))
            )
            assert len({seat.token for answer in seated for seat in answer.seats}) == 5

    asyncio.run(play())


def test_a_match_that_cannot_be_stored_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path) as hall:
            first = await hall.open(OpenRoom(mode="match", role="leader"))
            await connected(hall, first.seats[0].token)

            async def fail(*_: object) -> None:
                raise StoreError("the disk is full")

            with monkeypatch.context() as patch:
                patch.setattr(hall.house.store, "append", fail)
                with pytest.raises(HallError, match="the disk is full") as refusal:
                    async with asyncio.timeout(5):
                        await hall.open(OpenRoom(mode="match", role="follower"))
            assert refusal.value.status == 503

    asyncio.run(play())


def test_nobody_is_matched_with_someone_who_went_away(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path) as hall:
            first = await hall.open(OpenRoom(mode="match", role="leader"))
            room, ear = await connected(hall, first.seats[0].token)
            await room.disconnect(ear)
            await hall.open(OpenRoom(mode="match", role="follower"))
            assert len(hall.rooms) == 2

    asyncio.run(play())


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        (OpenRoom(mode="agent", agent="nobody"), "'nobody' is no follower"),
        (OpenRoom(mode="agent", role="follower", agent="rule-based"), "is no leader"),
        (OpenRoom(mode="agent", agent="oracle"), "is no follower"),
    ],
)
def test_a_wish_for_an_unknown_agent_is_refused(
    tmp_path: Path, wish: OpenRoom, reason: str
) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path) as hall:
            with pytest.raises(HallError, match=reason):
                await hall.open(wish)
            assert not hall.rooms

    asyncio.run(play())


def test_the_hall_has_a_limit(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path, max_games=1) as hall:
            await hall.open(OpenRoom(mode="both"))
            with pytest.raises(HallError, match="too many games"):
                await hall.open(OpenRoom(mode="both"))

    asyncio.run(play())


def test_whoever_stays_away_too_long_has_left(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with opened_hall(tmp_path, time) as hall:
            room, _, follower = await seated_pair(hall)
            await room.disconnect(follower)
            time.seconds += 599
            await hall.sweep()
            assert room.end is None
            time.seconds += 2
            await hall.sweep()
            assert room.end is GameEnd.FOLLOWER_LEFT
            deserted, ear, other = await seated_pair(hall)
            await deserted.disconnect(ear)
            await deserted.disconnect(other)
            time.seconds += 601
            await hall.sweep()
            assert deserted.end is GameEnd.ABANDONED
            assert deserted.game_id not in hall.rooms
            again = await hall.find(deserted.game_id)
            assert again is not None
            assert again.status == "over"

    asyncio.run(play())


def test_watchers_see_what_the_leader_sees_as_late_as_they_must(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with opened_hall(tmp_path, time) as hall:
            await hall.open(OpenRoom(mode="both", seed=42, watch_delay_seconds=30))
            (room,) = hall.rooms.values()
            await room.connect("leader", Ear())
            await room.connect("follower", Ear())
            time.seconds += 10
            await room.act("leader", Action.LEFT)
            time.seconds += 25
            await room.act("leader", Action.RIGHT)
            early = Ear()
            await room.watch(early)
            welcome = early.messages[0]
            assert isinstance(welcome, Welcome)
            assert welcome.situation.steps_left == 5  # as it stood 30 seconds ago
            assert welcome.situation.legal == ()
            time.seconds += 20
            later = Ear()
            await room.watch(later)
            known = later.messages[0]
            assert isinstance(known, Welcome)
            assert known.situation.steps_left == 4

    asyncio.run(play())


def test_the_watch_token_is_told_to_the_leader_and_never_to_the_follower(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path) as hall:
            _, leader, follower = await seated_pair(hall)
            told, heard = leader.messages[0], follower.messages[0]
            assert isinstance(told, Welcome)
            assert isinstance(heard, Welcome)
            assert told.room.watch is not None
            assert heard.room.watch is None

    asyncio.run(play())


def test_an_agent_follows_what_the_leader_writes(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path) as hall:
            opened = await hall.open(OpenRoom(mode="agent", seed=42))
            room, ear = await connected(hall, opened.seats[0].token)
            await room.act("leader", Action.INSTRUCT, "turn around and get the blue star")
            await room.act("leader", Action.DONE)
            await until(lambda: room.game.turn.word == "leader" and room.plan is None)
            picked = [card for card in room.game.cards if card.is_selected]
            assert [str(card.card) for card in picked] == ["1 blue star"]
            assert any(b'"type":"plan"' in frame for frame in ear.frames)

    asyncio.run(play())


def test_an_agent_leads_a_person(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path) as hall:
            opened = await hall.open(OpenRoom(mode="agent", role="follower", seed=42))
            room, ear = await connected(hall, opened.seats[0].token)
            await until(lambda: room.game.turn.word == "follower", 60)
            assert room.game.current_instruction
            await room.act("follower", Action.DONE)
            assert isinstance(ear.messages[-1], Update)

    asyncio.run(play())


def test_the_time_that_agents_need_to_get_ready_is_not_theirs_to_lose(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path, agent_seconds=1.0) as hall:
            opened = await hall.open(OpenRoom(mode="agent", seed=42))
            room, _ = await connected(hall, opened.seats[0].token)
            await room.act("leader", Action.INSTRUCT, "turn around and get the blue star")
            await room.act("leader", Action.DONE)
            await until(lambda: room.game.turn.word == "leader" or room.status == "paused")
            assert room.status == "playing"

    asyncio.run(play())


@pytest.mark.parametrize("bad", ["Raising", "Exiting", "Sleeping", "Nonsense"])
def test_a_broken_agent_ends_nothing_and_another_can_take_its_seat(
    tmp_path: Path, bad: str
) -> None:
    async def play() -> None:
        followers = {"bad": f"tests.server.rooms.broken_agents:{bad}"}
        async with opened_hall(tmp_path, followers=followers, agent_seconds=4.0) as hall:
            opened = await hall.open(OpenRoom(mode="agent", agent="bad", seed=42))
            room, ear = await connected(hall, opened.seats[0].token)
            await room.act("leader", Action.INSTRUCT, "turn around and get the blue star")
            await room.act("leader", Action.DONE)
            await until(lambda: room.status == "paused")
            shown = [message for message in ear.messages if isinstance(message, RoomShown)][-1]
            assert "has failed" in shown.problem
            assert shown.offers[0] == "learned"
            assert "bad" not in shown.offers
            await room.replace("leader", "rule-based")
            assert room.status == "playing"
            await until(lambda: room.game.turn.word == "leader")
            await room.leave("leader")
            whole = await hall.house.store.game(room.game_id)
            assert whole is not None
            people = stored_record(*whole).people["follower"]
            assert [(agent.kind, agent.name) for agent in people] == [
                ("agent", "bad"),
                ("agent", "rule-based"),
            ]
            assert people[0].version == __version__

    asyncio.run(play())
