"""Games of studies that end, for participants whose pages are closed by then."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from litestar.testing import TestClient

from cerealbar.server.app import create_app
from cerealbar.server.rooms import RoomRouter
from cerealbar.server.rooms.seats import AGAIN
from cerealbar.server.settings import Settings
from cerealbar.server.store import Store
from cerealbar.server.store.participants import participants_of
from cerealbar.studies.entries import GamePlayed, WaitEnded
from cerealbar.studies.pay import account
from cerealbar.studies.reading import load_study
from cerealbar.studies.story import ParticipantStory, story_of
from cerealbar.studies.study import Study
from cerealbar.wire.visits import Agree, GoOn, PlayShown
from tests.server.rooms.playing import Ear, Time, connected, opened_router
from tests.server.rooms.test_peers import two
from tests.server.visits.participants import play_out
from tests.server.visits.receptions import Guest, reception_on, small_study

GAMES = '[[steps]]\nkind = "games"\ngames = 1\n'
PEOPLE = "[treatments.people]\nplay = { rules = { half_turns = 2 } }\n"
AGREE = Agree(is_agreed=True)


def study_of_games(folder: Path) -> Study:
    """A study of a game of one turn each with another person."""
    small_study(folder, GAMES)
    file = folder / "study.toml"
    file.write_text(file.read_text().partition("[treatments.usual]")[0] + PEOPLE)
    return load_study(folder)


async def meet(router: RoomRouter, study: Study) -> tuple[str, list[Ear]]:
    """The game of two participants, which has begun, and their connections."""
    reception, ears = reception_on(router, study), []
    for name in ("ada", "bob"):
        guest = await Guest.come(reception, name)
        await guest.answer(AGREE)
        shown = (await guest.answer(GoOn())).shown
        assert isinstance(shown, PlayShown)
        room, ear = await connected(router, shown.seat.token)
        ears.append(ear)
    assert room.status == "playing"
    return room.game_id, ears


@asynccontextmanager
async def noting(router: RoomRouter, study: Study) -> AsyncIterator[None]:
    """Within, a server notes games that end, as the application lets it."""
    task = asyncio.create_task(reception_on(router, study).note_ends())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def stories(store: Store, study: Study) -> list[ParticipantStory]:
    return [story_of(lines) for _, lines in await store.read(participants_of, study.name)]


async def until_noted(store: Store, study: Study, count: int = 2) -> list[GamePlayed]:
    """The games in ledgers, once there are so many; nobody asks for anything."""
    for _ in range(500):
        played = [game for story in await stories(store, study) for game in story.games]
        if len(played) >= count:
            break
        await asyncio.sleep(0.01)
    assert len(played) == count
    return played


@pytest.mark.parametrize("way", ["played", "left", "away"])
def test_a_game_is_noted_and_paid_when_it_ends_though_nobody_comes_back(
    tmp_path: Path, way: str
) -> None:
    async def act() -> None:
        study, time = study_of_games(tmp_path / "study"), Time()
        async with opened_router(tmp_path, time) as router, noting(router, study):
            game_id, ears = await meet(router, study)
            room = router.registry.rooms[game_id]
            if way == "played":
                await play_out(room)
            elif way == "left":
                await room.leave("leader")
            for ear in ears:
                await room.presence.disconnect(ear)
            if way == "away":
                time.seconds += router.registry.timeouts.away + 1
                await router.registry.sweep()
            played = await until_noted(router.services.store, study)
            assert {game.game_id for game in played} == {game_id}
            ways = {
                "played": ["played"] * 2,
                "left": ["left", "partner-left"],
                "away": ["left"] * 2,
            }
            assert sorted(game.how for game in played) == ways[way]
            for story in await stories(router.services.store, study):
                assert account(study, story).total >= study.pay.game
            for name in ("ada", "bob"):  # who does come back finds it noted once
                guest = await Guest.come(reception_on(router, study), name)
                assert (await guest.look()).step == "end"
            assert len(await until_noted(router.services.store, study)) == 2

    asyncio.run(act())


def test_who_waits_in_vain_is_paid_for_it_though_the_page_is_closed(tmp_path: Path) -> None:
    async def act() -> None:
        study, time = study_of_games(tmp_path / "study"), Time()
        async with opened_router(tmp_path, time) as router, noting(router, study):
            guest = await Guest.come(reception_on(router, study))
            await guest.answer(AGREE)
            shown = (await guest.answer(GoOn())).shown
            assert isinstance(shown, PlayShown)
            await connected(router, shown.seat.token)
            time.seconds += 301
            await router.registry.sweep()
            for _ in range(500):
                (story,) = await stories(router.services.store, study)
                if story.waited:
                    break
                await asyncio.sleep(0.01)
            assert story.waited == 301

    asyncio.run(act())


def test_a_game_that_ended_while_the_server_died_is_noted_at_its_next_start(tmp_path: Path) -> None:
    study = study_of_games(tmp_path / "study")

    async def before() -> str:
        async with opened_router(tmp_path) as router:
            game_id, _ = await meet(router, study)
            room = router.registry.rooms[game_id]
            await play_out(room)
            room.move(AGAIN)
            return game_id

    async def after() -> list[GamePlayed]:
        async with opened_router(tmp_path) as router:
            return await until_noted(router.services.store, study)

    game_id = asyncio.run(before())
    settings = Settings(database=str(tmp_path / "games.sqlite"))
    with TestClient(create_app(settings, {study.name: study})) as client:
        store: Store = client.app.state.router.services.store
        with client.portal() as portal:
            played = portal.call(until_noted, store, study)
    assert [(game.game_id, game.how) for game in played] == [(game_id, "played")] * 2
    assert asyncio.run(after()) == played


def test_a_game_that_ends_in_one_process_is_noted_for_those_who_came_by_another(
    shared: str, tmp_path: Path
) -> None:
    async def act() -> None:
        study = study_of_games(tmp_path / "study")
        async with two(shared) as (first, second), noting(first, study), noting(second, study):
            tokens = []
            for router, name in ((first, "ada"), (second, "bob")):
                guest = await Guest.come(reception_on(router, study), name)
                await guest.answer(AGREE)
                shown = (await guest.answer(GoOn())).shown
                assert isinstance(shown, PlayShown)
                tokens.append(shown.seat.token)
                await connected(first, tokens[-1])
            (room,) = first.registry.rooms.values()
            await play_out(room)
            played = await until_noted(first.services.store, study)
            assert [game.how for game in played] == ["played"] * 2

    asyncio.run(act())


def test_a_seat_that_was_lost_before_the_game_began_is_noted_when_it_is_over(
    tmp_path: Path,
) -> None:
    async def act() -> None:
        study, time = study_of_games(tmp_path / "study"), Time()
        async with opened_router(tmp_path, time) as router, noting(router, study):
            reception, seats = reception_on(router, study), {}
            for name in ("ada", "bob", "cyd"):
                guest = await Guest.come(reception, name)
                await guest.answer(AGREE)
                shown = (await guest.answer(GoOn())).shown
                assert isinstance(shown, PlayShown)
                if name == "bob":  # who never comes
                    time.seconds += router.registry.timeouts.arrival + 1
                    await router.registry.sweep()
                else:
                    seats[name], _ = await connected(router, shown.seat.token)
            assert seats["ada"] is seats["cyd"]
            await play_out(seats["ada"])
            await until_noted(router.services.store, study)
            for _ in range(500):
                found = await router.services.store.read(participants_of, study.name)
                kinds = [[type(line.entry) for line in lines] for _, lines in found]
                if any(WaitEnded in each for each in kinds):
                    break
                await asyncio.sleep(0.01)
            assert [WaitEnded in each for each in kinds].count(True) == 1
            assert [GamePlayed in each for each in kinds].count(True) == 2

    asyncio.run(act())
