"""Which rooms can be opened, and what their specs say."""

import asyncio
from pathlib import Path

import pytest

from cerealbar.records import RecordedRules
from cerealbar.server.rooms import NoSeatError, Room
from cerealbar.server.rooms.recovery import restore
from cerealbar.server.store import Treatment, stored_record
from cerealbar.views import Plan
from cerealbar.wire.lobby import OpenRoom
from cerealbar.wire.messages import Welcome
from tests.server.rooms.playing import Ear, opened_router, seated_pair

ASKING = Treatment(
    name="asking",
    rules=RecordedRules(solvable=True, remarks=True),
    sight="cb2",
    pace_seconds=(0, 0),
    values={"wave": 2},
    shows_plans=False,
)


async def welcome_of(room: Room, role: str = "leader") -> Welcome:
    ear = Ear()
    assert await room.presence.connect("leader" if role == "leader" else "follower", ear)
    welcome = ear.messages[0]
    assert isinstance(welcome, Welcome)
    return welcome


def test_nobody_chooses_the_seed_of_a_match(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            with pytest.raises(NoSeatError, match="no seed can be chosen for a match") as refusal:
                await router.open(OpenRoom(mode="match", role="follower", seed=42))
            assert refusal.value.status == 400
            assert not router.registry.rooms
            await router.open(OpenRoom(mode="match", role="follower"))
            (room,) = router.registry.rooms.values()
            assert (await welcome_of(room, "follower")).seed is None

    asyncio.run(play())


def test_a_chosen_seed_is_told_to_both_and_noted_in_the_record(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path) as router:
            room, leader, follower = await seated_pair(router, "both", seed=42)
            for ear in (leader, follower):
                welcome = ear.messages[0]
                assert isinstance(welcome, Welcome)
                assert welcome.seed == 42
            await room.leave("leader")
            record = await router.services.store.record(room.game_id)
            assert record.header.treatment["is_seed_known"] is True
            drawn, leader, _ = await seated_pair(router, "both", seed=None)
            assert b'"seed"' not in leader.frames[0]
            await drawn.leave("leader")
            record = await router.services.store.record(drawn.game_id)
            assert "is_seed_known" not in record.header.treatment

    asyncio.run(play())


def test_a_game_keeps_its_spec_whatever_the_server_is_set_to_later(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path, treatment=ASKING) as router:
            await router.open(OpenRoom(mode="both"))
            ((game_id, room),) = router.registry.rooms.items()
            spec = room.spec
        async with opened_router(tmp_path) as router:
            whole = await router.services.store.game(game_id)
            assert whole is not None
            twin = restore(*whole, router.services, None)
            assert twin.spec == spec
            assert twin.game.rules.remarks
            header = stored_record(*whole).header
            assert header.treatment == {
                "wave": 2,
                "name": "asking",
                "shows_plans": False,
            }

    asyncio.run(play())


@pytest.mark.parametrize("treatment", [None, ASKING])
def test_the_leader_sees_no_plans_where_the_treatment_hides_them(
    tmp_path: Path, treatment: Treatment | None
) -> None:
    async def play() -> None:
        async with opened_router(tmp_path, treatment=treatment) as router:
            room, leader, _ = await seated_pair(router, "both")
            await room.publish_plan(Plan(goals={3: 1.0}))
            again = await welcome_of(room)
            is_shown = treatment is None
            assert any(b'"type":"plan"' in frame for frame in leader.frames) == is_shown
            assert (again.plan is not None) == is_shown

    asyncio.run(play())


def test_the_lobby_tells_the_real_limits(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened_router(tmp_path, max_games=1) as router:
            lobby = router.lobby()
            assert not lobby.is_full
            assert lobby.rules.leader_seconds == 45
            assert lobby.limits.seed_modes == ("agent", "friend", "both")
            await router.open(OpenRoom(mode="both", seed=lobby.limits.seed))
            assert router.lobby().is_full

    asyncio.run(play())
