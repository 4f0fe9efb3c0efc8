"""In a blind game neither the page nor the socket tells whether the partner is a person."""

import asyncio
import copy
from pathlib import Path

import pytest

from cerealbar.server.rooms.checks import RoomRefusedError
from cerealbar.studies.parts import Arm
from tests.server.rooms.playing import Time, opened_router
from tests.server.visits.blind_rooms import Frame, hear_game
from tests.server.visits.participants import AT_ONCE, Taker, study
from tests.server.visits.telling import accuracy, features, shapes

GAMES = 30
"""Of each kind."""
CHANCE = 0.68
"""Of 60 games as many are told apart by guessing once in 200 times."""


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[list[Frame]]]:
    """What leaders hear, in games with people and with agents."""
    found: dict[str, list[list[Frame]]] = {"person": [], "agent": []}

    async def listen() -> None:
        time = Time()
        async with opened_router(tmp_path_factory.mktemp("blind"), time) as router:
            for number in range(GAMES):
                with pytest.MonkeyPatch.context() as patch:
                    person = await hear_game(router, time, "person", 2 * number, patch)
                    agent = await hear_game(router, time, "agent", 2 * number + 1, patch)
                found["person"].append(person)
                found["agent"].append(agent)

    asyncio.run(listen())
    return found


def test_frames_of_both_kinds_have_the_same_shapes(heard: dict[str, list[list[Frame]]]) -> None:
    people, agents = (
        {shape for game in heard[kind] for shape in shapes(game)} for kind in ("person", "agent")
    )
    assert people == agents
    assert "room:room.follower.kind=somebody" in people
    assert "update:update.situation.instructions[].status=given-up" in people
    assert not any("reason" in path or "plan" in path or "replay" in path for path in people)


def test_nobody_tells_kinds_apart_by_frames(heard: dict[str, list[list[Frame]]]) -> None:
    people, agents = ([features(game) for game in heard[kind]] for kind in ("person", "agent"))
    print(accuracy(people, agents))
    assert accuracy(people, agents) < CHANCE
    assert all(game["update"] > 5 for game in people + agents)


def doctored(game: list[Frame], how: str) -> list[Frame]:
    """What would be heard if agents gave themselves away."""
    frames = copy.deepcopy(game)
    rooms = [index for index, frame in enumerate(frames) if frame["type"] == "room"]
    if how == "plan":
        frames.insert(rooms[-1], {"type": "plan"})
    elif how == "ready":
        frames = [
            frame
            for frame in frames
            if frame["type"] != "room" or frame["follower"].get("is_ready") or frame.get("end")
        ]
    elif how == "twice":
        frames.insert(rooms[-1], frames[rooms[-1]])
    else:
        for index in rooms:
            frames[index]["follower"][how] = "agent"
    return frames


@pytest.mark.parametrize("how", ["kind", "name", "plan", "ready", "twice"])
def test_whoever_listens_would_notice(heard: dict[str, list[list[Frame]]], how: str) -> None:
    people = [features(game) for game in heard["person"]]
    agents = [features(doctored(game, how)) for game in heard["agent"]]
    assert accuracy(people, agents) > CHANCE


def test_pages_are_given_the_same_seats(tmp_path: Path) -> None:
    async def play() -> None:
        of = study(arms={"blind": Arm(partner="blind", play=AT_ONCE)})
        async with opened_router(tmp_path) as router:
            person = await Taker(router, of, 1).begin("leader", "person")
            agent = await Taker(router, of, 2).begin("leader", "agent", wait=5.0)
            there = await Taker(router, of, 3).begin("leader", "agent")
            takers = (person, agent, there)
            assert {(taker.seat.role, len(taker.token)) for taker in takers} == {("leader", 49)}

    asyncio.run(play())


def test_the_help_stops_no_clock_and_offers_nobody_else(tmp_path: Path) -> None:
    async def play() -> None:
        of = study(arms={"blind": Arm(partner="blind", play=AT_ONCE)})
        async with opened_router(tmp_path) as router:
            leads = await Taker(router, of, 1).begin("leader", "agent")
            room = await leads.come()
            with pytest.raises(RoomRefusedError, match="your partner would wait"):
                await room.presence.read_help("leader", is_open=True)
            with pytest.raises(RoomRefusedError, match="none, as the partner is here"):
                await room.presence.replace("leader", "learned")

    asyncio.run(play())


def test_the_record_of_a_blind_game_tells_the_truth(tmp_path: Path) -> None:
    async def play() -> None:
        of = study(arms={"blind": Arm(partner="blind", play=AT_ONCE)})
        async with opened_router(tmp_path) as router:
            leads = await Taker(router, of, 1).begin("leader", "agent")
            header = (await router.services.store.record(leads.seat.game_id)).header
            assert (header.follower.kind, header.follower.name) == ("agent", "learned")
            assert header.leader.id == leads.participant_id
            told = {"name": "blind", "study": "walks", "step": "games", "is_blind": True}
            assert told.items() <= header.treatment.items()

    asyncio.run(play())
