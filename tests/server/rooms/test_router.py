import asyncio
from pathlib import Path
from typing import Any

import pytest

from cerealbar import __version__
from cerealbar.game import Action
from cerealbar.records import GameEnd
from cerealbar.server.rooms import NoSeatError, RoomRouter
from cerealbar.server.rooms.seats import SeatPlace
from cerealbar.server.store import StoreError, stored_record
from cerealbar.server.store.writer import Writing
from cerealbar.wire.lobby import OpenRoom, Seated, TakeSeat
from cerealbar.wire.messages import RoomShown, Welcome
from tests.server.rooms.playing import Ear, Time, connected, opened_router, seated_pair, until
from tests.server.store.games import new_game, opened, running


async def nothing(*_: object) -> None:
    """Do nothing."""


def test_a_friend_takes_the_open_seat_by_the_invitation_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            opened = await router.open(OpenRoom(mode="friend", role="follower", name="Ann"))
            assert [seat.role for seat in opened.seats] == ["follower"]
            room, ear = await connected(router, opened.seats[0].token)
            welcome = ear.messages[0]
            assert isinstance(welcome, Welcome)
            assert welcome.room.status == "waiting"
            assert welcome.room.invite is not None
            joined = await router.take_seat(TakeSeat(invite=welcome.room.invite, name="Bob"))
            assert [seat.role for seat in joined.seats] == ["leader"]
            await connected(router, joined.seats[0].token)
            assert room.status == "playing"
            shown = [message for message in ear.messages if isinstance(message, RoomShown)][-1]
            assert (shown.leader.name, shown.invite) == ("Bob", None)
            with pytest.raises(NoSeatError) as refusal:
                await router.take_seat(TakeSeat(invite=welcome.room.invite))
            assert refusal.value.status == 409

    asyncio.run(play())


def test_people_who_wait_are_matched_by_role(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            waiting = []
            for _ in range(2):
                opened = await router.open(OpenRoom(mode="match", role="leader"))
                waiting.append((await connected(router, opened.seats[0].token))[0])
            assert waiting[0] is not waiting[1]
            assert router.lobby().waiting_leaders == 2
            wishes = [OpenRoom(mode="match", role="follower"), OpenRoom(mode="match", role="any")]
            for room, wish in zip(waiting, wishes, strict=True):  # whoever waited longest first
                matched = await router.open(wish)
                assert [seat.role for seat in matched.seats] == ["follower"]
                assert (await connected(router, matched.seats[0].token))[0] is room
                assert room.status == "playing"
            assert list(router.registry.rooms.values()) == waiting
            assert router.lobby().waiting_leaders == 0

    asyncio.run(play())


def test_two_people_never_get_the_same_seat(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            first = await router.open(OpenRoom(mode="match", role="leader"))
            room, _ = await connected(router, first.seats[0].token)
            seated = await asyncio.gather(
                *(router.open(OpenRoom(mode="match", role="follower")) for _ in range(5))
            )
            tokens = [seat.token for answer in seated for seat in answer.seats]
            rooms = [(await connected(router, token))[0] for token in tokens]
            assert rooms.count(room) == 1  # one is matched, the others wait, each for itself
            assert room.status == "playing"
            assert len(set(rooms)) == len(router.registry.rooms) == 5
            assert router.lobby().waiting_followers == 4

    asyncio.run(play())


def test_of_friends_who_accept_an_invitation_at_once_one_gets_the_seat(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            await router.open(OpenRoom(mode="friend"))
            (room,) = router.registry.rooms.values()
            invite = router.services.tokens.make(room.game_id, "invite")
            answers = await asyncio.gather(
                *(router.take_seat(TakeSeat(invite=invite, name=name)) for name in ("Ann", "Bob")),
                return_exceptions=True,
            )
            assert [isinstance(answer, Seated) for answer in answers] == [True, False]
            assert isinstance(answers[1], NoSeatError)
            assert answers[1].status == 409
            assert room.seats["follower"].participant.name == "Ann"

    asyncio.run(play())


@pytest.mark.parametrize("at_once", [True, False])
def test_people_are_matched_before_their_sockets_are_open(tmp_path: Path, at_once: bool) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            wishes = [OpenRoom(mode="match", role=role) for role in ("leader", "follower")]
            if at_once:
                await asyncio.gather(*map(router.open, wishes))
            else:
                for wish in wishes:
                    await router.open(wish)
            (room,) = router.registry.rooms.values()
            assert await room.presence.connect("leader", Ear())
            assert await room.presence.connect("follower", Ear())
            assert room.status == "playing"

    asyncio.run(play())


def test_whoever_is_here_is_matched_before_who_is_about_to_come(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            await router.open(OpenRoom(mode="match", role="leader"))
            second = await router.open(OpenRoom(mode="match", role="leader"))
            here, _ = await connected(router, second.seats[0].token)
            third = await router.open(OpenRoom(mode="match", role="follower"))
            assert (await connected(router, third.seats[0].token))[0] is here

    asyncio.run(play())


def test_the_seat_of_who_does_not_come_is_given_to_another(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            first = await router.open(OpenRoom(mode="match", role="leader"))
            room, _ = await connected(router, first.seats[0].token)
            late = await router.open(OpenRoom(mode="match", role="follower"))
            time.seconds += 59
            await router.registry.sweep()
            assert router.lobby().waiting_leaders == 0
            time.seconds += 2
            await router.registry.sweep()
            assert router.lobby().waiting_leaders == 1
            third = await router.open(OpenRoom(mode="match", role="follower"))
            assert len(router.registry.rooms) == 1
            for answer, is_theirs in ((late, False), (third, True)):
                read = router.services.tokens.read(answer.seats[0].token)
                assert read is not None
                assert await room.presence.connect("follower", Ear(), read.holder) == is_theirs
            assert room.status == "playing"
        async with opened_router(tmp_path) as router:
            await router.registry.recover()
            assert router.registry.rooms[room.game_id].seats["follower"].holder == 1

    asyncio.run(play())


def test_who_comes_late_has_the_seat_if_nobody_took_it(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            first = await router.open(OpenRoom(mode="match", role="leader"))
            room, ear = await connected(router, first.seats[0].token)
            late = await router.open(OpenRoom(mode="match", role="follower", name="Bob"))
            time.seconds += 61
            await router.registry.sweep()
            shown = [message for message in ear.messages if isinstance(message, RoomShown)][-1]
            assert (shown.follower.kind, shown.follower.name) == ("nobody", "")
            await connected(router, late.seats[0].token)
            assert room.status == "playing"
            assert room.seats["follower"].participant.name == "Bob"

    asyncio.run(play())


def test_a_room_to_which_nobody_comes_is_soon_closed(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            for mode in ("agent", "friend", "match", "both"):
                await router.open(OpenRoom(mode=mode))
            opened = await router.open(OpenRoom(mode="friend"))
            room, ear = await connected(router, opened.seats[0].token)
            await room.presence.disconnect(ear)
            assert len(router.registry.rooms) == 5
            time.seconds += 61
            await router.registry.sweep()
            assert list(router.registry.rooms.values()) == [room]
            time.seconds += 1800
            await router.registry.sweep()
            assert not router.registry.rooms

    asyncio.run(play())


def test_one_address_cannot_take_all_rooms(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path, max_games=5, rooms_per_address=2) as router:
            for opener in ("10.0.0.1", "10.0.0.2"):
                for _ in range(2):
                    await router.open(OpenRoom(mode="both"), opener)
                with pytest.raises(NoSeatError, match="opened from this address") as refusal:
                    await router.open(OpenRoom(mode="both"), opener)
                assert refusal.value.status == 429
            assert not router.lobby().is_full
            await next(iter(router.registry.rooms.values())).leave("leader")
            await router.open(OpenRoom(mode="both"), "10.0.0.1")

    asyncio.run(play())


def test_a_room_and_its_seats_are_stored_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            monkeypatch.setattr(router.services.agents, "start", nothing)
            writes: list[object] = []
            write = router.services.store._writer.write

            async def once(work: Writing, **named: Any) -> object:
                assert not writes, "the server could have died in between"
                writes.append(work)
                return await write(work, **named)

            monkeypatch.setattr(router.services.store._writer, "write", once)
            opened = await router.open(OpenRoom(mode="agent"))
            game_id = opened.seats[0].token[:16]
            whole = await router.services.store.game(game_id)
            assert whole is not None
            kinds = [stored.entry.participant.kind for stored in whole[1]]  # type: ignore[union-attr]  # seats
            assert kinds == ["human", "agent"]

    asyncio.run(play())


def test_a_game_in_which_nobody_ever_sat_is_swept(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(str(tmp_path / "games.sqlite")) as store:
            await store.add_game(new_game("0" * 16))
        async with opened_router(tmp_path) as router:
            assert await router.registry.recover() == 1
            await router.registry.sweep()
            assert not router.registry.rooms
            assert not running(router.services.store)

    asyncio.run(play())


def test_a_match_that_cannot_be_stored_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            first = await router.open(OpenRoom(mode="match", role="leader"))
            await connected(router, first.seats[0].token)

            async def fail(*_: object) -> None:
                raise StoreError("the disk is full")

            with monkeypatch.context() as patch:
                patch.setattr(router.services.store, "append", fail)
                with pytest.raises(NoSeatError, match="cannot store anything now") as refusal:
                    async with asyncio.timeout(60):
                        await router.open(OpenRoom(mode="match", role="follower"))
            assert refusal.value.status == 503

    asyncio.run(play())


class Owners:
    """Other processes, with three rooms each in which someone waits; none gives a seat."""

    def __init__(self, router: RoomRouter, monkeypatch: pytest.MonkeyPatch, status: int) -> None:
        self._status = status
        self.asked: list[str] = []
        self.time = Time()
        monkeypatch.setattr(router, "_sought_by_all", self.sought)
        monkeypatch.setattr(router.peers, "ask_seat", self.ask_seat)

    async def sought(self) -> list[tuple[str, str, str]]:
        return [(f"{owner}{number}", owner, "follower ") for owner in "xyzuvw" for number in "123"]

    async def ask_seat(self, game_id: str, owner: str, *_: object) -> SeatPlace:
        self.asked.append(game_id)
        self.time.seconds += 1.0
        raise NoSeatError(self._status, "no seat")


def test_a_process_that_does_not_answer_is_asked_once_for_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            owners = Owners(router, monkeypatch, 503)
            await router.open(OpenRoom(mode="match", role="follower"))
            assert owners.asked == ["x1", "y1", "z1", "u1", "v1", "w1"]
            assert len(router.registry.rooms) == 1

    asyncio.run(play())


def test_others_do_not_wait_long_for_one_who_seeks_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            owners = Owners(router, monkeypatch, 409)
            owners.time = time
            await router.open(OpenRoom(mode="match", role="follower"))
            assert owners.asked == ["x1", "x2", "x3", "y1", "y2"]  # a second each
            assert len(router.registry.rooms) == 1

    asyncio.run(play())


def test_nobody_is_matched_with_someone_who_went_away(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            first = await router.open(OpenRoom(mode="match", role="leader"))
            room, ear = await connected(router, first.seats[0].token)
            await room.presence.disconnect(ear)
            await router.open(OpenRoom(mode="match", role="follower"))
            assert len(router.registry.rooms) == 2

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
        async with opened_router(tmp_path) as router:
            with pytest.raises(NoSeatError, match=reason):
                await router.open(wish)
            assert not router.registry.rooms

    asyncio.run(play())


def test_the_hall_has_a_limit(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path, max_games=1) as router:
            await router.open(OpenRoom(mode="both"))
            with pytest.raises(NoSeatError, match="too many games"):
                await router.open(OpenRoom(mode="both"))

    asyncio.run(play())


def test_whoever_stays_away_too_long_has_left(tmp_path: Path) -> None:
    async def play() -> None:
        time = Time()
        async with opened_router(tmp_path, time) as router:
            room, _, follower = await seated_pair(router)
            await room.presence.disconnect(follower)
            time.seconds += 599
            await router.registry.sweep()
            assert room.end is None
            time.seconds += 2
            await router.registry.sweep()
            assert room.end is GameEnd.FOLLOWER_LEFT
            deserted, ear, other = await seated_pair(router)
            await deserted.presence.disconnect(ear)
            await deserted.presence.disconnect(other)
            time.seconds += 601
            await router.registry.sweep()
            assert deserted.end is GameEnd.ABANDONED
            assert deserted.game_id not in router.registry.rooms
            again = await router.registry.find(deserted.game_id)
            assert again is not None
            assert again.status == "over"

    asyncio.run(play())


def test_the_watch_token_is_told_to_the_leader_and_never_to_the_follower(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            _, leader, follower = await seated_pair(router)
            told, heard = leader.messages[0], follower.messages[0]
            assert isinstance(told, Welcome)
            assert isinstance(heard, Welcome)
            assert told.room.watch is not None
            assert heard.room.watch is None

    asyncio.run(play())


def test_an_agent_follows_what_the_leader_writes(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            opened = await router.open(OpenRoom(mode="agent", seed=42))
            room, ear = await connected(router, opened.seats[0].token)
            await room.act("leader", Action.INSTRUCT, "turn around and get the blue star")
            await room.act("leader", Action.DONE)
            await until(lambda: room.game.turn.word == "leader" and room.plan is None)
            picked = [card for card in room.game.cards if card.is_selected]
            assert [str(card.card) for card in picked] == ["1 blue star"]
            assert any(b'"type":"plan"' in frame for frame in ear.frames)

    asyncio.run(play())


def test_an_agent_leads_a_person(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            opened = await router.open(OpenRoom(mode="agent", role="follower", seed=42))
            room, ear = await connected(router, opened.seats[0].token)
            await until(lambda: room.game.turn.word == "follower")
            assert room.game.current_instruction
            await room.act("follower", Action.DONE, request=7)
            assert 7 in [update.id for update in ear.updates]

    asyncio.run(play())


def test_the_time_that_agents_need_to_get_ready_is_not_theirs_to_lose(tmp_path: Path) -> None:
    async def play() -> None:
        followers = {"slow": "tests.server.rooms.broken_agents:SlowToLoad"}
        async with opened_router(tmp_path, followers=followers, agent_seconds=2.0) as router:
            opened = await router.open(OpenRoom(mode="agent", agent="slow", seed=42))
            room, _ = await connected(router, opened.seats[0].token)
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
        async with opened_router(tmp_path, followers=followers, agent_seconds=4.0) as router:
            opened = await router.open(OpenRoom(mode="agent", agent="bad", seed=42))
            room, ear = await connected(router, opened.seats[0].token)
            await room.act("leader", Action.INSTRUCT, "turn around and get the blue star")
            await room.act("leader", Action.DONE)
            await until(lambda: room.status == "paused")
            shown = [message for message in ear.messages if isinstance(message, RoomShown)][-1]
            assert "has failed" in shown.problem
            assert shown.offers[0] == "learned"
            assert "bad" not in shown.offers
            await room.presence.replace("leader", "rule-based")
            await until(lambda: room.status == "playing")
            await until(lambda: room.game.turn.word == "leader")
            await room.leave("leader")
            whole = await router.services.store.game(room.game_id)
            assert whole is not None
            people = stored_record(*whole).people["follower"]
            assert [(agent.kind, agent.name) for agent in people] == [
                ("agent", "bad"),
                ("agent", "rule-based"),
            ]
            assert people[0].version == __version__

    asyncio.run(play())
