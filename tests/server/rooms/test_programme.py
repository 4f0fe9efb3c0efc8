"""Which rooms can be opened, and what their specs say."""

import asyncio
from pathlib import Path

import pytest

from cerealbar.records import RecordedRules
from cerealbar.server.rooms import HallError, Room, TreatmentOffer
from cerealbar.server.rooms.recovery import restore
from cerealbar.server.store import Treatment, stored_record
from cerealbar.views import Plan
from cerealbar.wire.lobby import OpenRoom
from cerealbar.wire.messages import Welcome
from tests.server.rooms.playing import Ear, opened_hall, seated_pair

ASKING = TreatmentOffer(
    Treatment(
        name="asking",
        rules=RecordedRules(solvable=True, remarks=True),
        sight="cb2",
        pace_seconds=(0, 0),
        follower="rule-based",
        values={"wave": 2},
        shows_plans=False,
    ),
    about="the follower may ask",
    is_open=True,
)
SECRET = TreatmentOffer(Treatment(name="secret", pace_seconds=(0, 0)), share=1.0)


async def welcome_of(room: Room, role: str = "leader") -> Welcome:
    ear = Ear()
    assert await room.connect("leader" if role == "leader" else "follower", ear)
    welcome = ear.messages[0]
    assert isinstance(welcome, Welcome)
    return welcome


def test_nobody_chooses_the_seed_of_a_match(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path) as hall:
            with pytest.raises(HallError, match="no seed can be chosen for a match") as refusal:
                await hall.open(OpenRoom(mode="match", role="follower", seed=42))
            assert refusal.value.status == 400
            assert not hall.rooms
            await hall.open(OpenRoom(mode="match", role="follower"))
            (room,) = hall.rooms.values()
            assert (await welcome_of(room, "follower")).seed is None

    asyncio.run(play())


def test_a_chosen_seed_is_told_to_both_and_noted_in_the_record(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path) as hall:
            room, leader, follower = await seated_pair(hall, "both", seed=42)
            for ear in (leader, follower):
                welcome = ear.messages[0]
                assert isinstance(welcome, Welcome)
                assert welcome.seed == 42
            await room.leave("leader")
            record = await hall.house.store.record(room.game_id)
            assert record.header.treatment["is_seed_known"] is True
            drawn, leader, _ = await seated_pair(hall, "both", seed=None)
            assert b'"seed"' not in leader.frames[0]
            await drawn.leave("leader")
            record = await hall.house.store.record(drawn.game_id)
            assert "is_seed_known" not in record.header.treatment

    asyncio.run(play())


def test_a_visitor_may_choose_an_open_treatment_and_no_other(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path, offers=[ASKING, SECRET]) as hall:
            (shown,) = hall.lobby().treatments
            assert (shown.name, shown.about, shown.follower) == (
                "asking",
                "the follower may ask",
                "rule-based",
            )
            assert shown.rules.remarks
            await hall.open(OpenRoom(mode="agent", treatment="asking", agent="random"))
            (room,) = hall.rooms.values()
            assert room.spec.treatment == ASKING.treatment
            assert room.spec.agents == {"follower": "rule-based"}
            assert room.game.rules.remarks
            welcome = await welcome_of(room)
            assert welcome.sight.range_cells == 5.8
            for name in ("secret", "nothing"):
                with pytest.raises(HallError, match=f"'{name}' cannot be chosen: what can: asking"):
                    await hall.open(OpenRoom(mode="agent", treatment=name))

    asyncio.run(play())


def test_a_treatment_with_a_share_is_what_others_get(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path, offers=[ASKING, SECRET]) as hall:
            await hall.open(OpenRoom(mode="both"))
            (room,) = hall.rooms.values()
            assert room.spec.treatment.name == "secret"

    asyncio.run(play())


def test_people_are_matched_within_what_they_chose(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path, offers=[ASKING]) as hall:
            for treatment in ("asking", None):
                await hall.open(OpenRoom(mode="match", role="leader", treatment=treatment))
            asking, usual = hall.rooms.values()
            await welcome_of(asking)
            await welcome_of(usual)
            await hall.open(OpenRoom(mode="match", role="follower"))
            assert (asking.seats["follower"].kind, usual.seats["follower"].kind) == (
                "nobody",
                "person",
            )
            await hall.open(OpenRoom(mode="match", role="follower", treatment="asking"))
            assert asking.seats["follower"].kind == "person"
            assert len(hall.rooms) == 2

    asyncio.run(play())


def test_a_game_keeps_its_spec_whatever_the_server_is_set_to_later(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path, offers=[ASKING]) as hall:
            await hall.open(OpenRoom(mode="both", treatment="asking", watch_delay_seconds=7))
            ((game_id, room),) = hall.rooms.items()
            spec = room.spec
        async with opened_hall(tmp_path) as hall:
            whole = await hall.house.store.game(game_id)
            assert whole is not None
            twin = restore(*whole, hall.house, None)
            assert twin.spec == spec
            assert twin.game.rules.remarks
            header = stored_record(*whole).header
            assert header.treatment == {
                "wave": 2,
                "name": "asking",
                "follower": "rule-based",
                "shows_plans": False,
                "watch_delay_seconds": 7,
            }

    asyncio.run(play())


def test_the_leader_sees_no_plans_where_the_treatment_hides_them(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path, offers=[ASKING]) as hall:
            for treatment in (None, "asking"):
                await hall.open(OpenRoom(mode="both", seed=42, treatment=treatment))
                room = list(hall.rooms.values())[-1]
                leader = Ear()
                await room.connect("leader", leader)
                await room.connect("follower", Ear())
                await room.publish_plan(Plan(goals={3: 1.0}))
                again = await welcome_of(room)
                is_shown = treatment is None
                assert any(b'"type":"plan"' in frame for frame in leader.frames) == is_shown
                assert (again.plan is not None) == is_shown

    asyncio.run(play())


def test_the_lobby_tells_the_real_limits(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_hall(tmp_path, max_games=1) as hall:
            lobby = hall.lobby()
            assert not lobby.is_full
            assert lobby.limits.watch_delay_seconds == 600
            assert lobby.rules.leader_seconds == 45
            assert lobby.limits.seed_modes == ("agent", "friend", "both")
            await hall.open(OpenRoom(mode="both", seed=lobby.limits.seed, watch_delay_seconds=600))
            assert hall.lobby().is_full

    asyncio.run(play())
