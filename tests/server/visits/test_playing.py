"""Who plays with whom in games of studies, and what comes of it."""

import asyncio
from pathlib import Path

import pytest

from cerealbar.game import PLAYERS
from cerealbar.server.rooms import RoomRouter
from cerealbar.server.rooms.matching import seeking
from cerealbar.server.store import StoredParticipant
from cerealbar.server.store.participants import add_participant, append_ledger
from cerealbar.studies import entries as told
from cerealbar.studies.entries import Drawn, GamePlayed, LedgerEntry, WaitEnded
from cerealbar.studies.parts import Arm, Fallback
from cerealbar.studies.steps import WaitLimit
from cerealbar.studies.study import Study
from cerealbar.wire.lobby import OpenRoom
from tests.server.rooms.playing import Time, until
from tests.server.rooms.test_peers import two
from tests.server.visits.participants import (
    LIMIT,
    MINUTES,
    SHORT,
    Taker,
    again,
    how,
    pair,
    play,
    play_out,
    study,
)


def test_two_people_of_an_arm_play_and_both_are_told_what_came_of_it(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        of = study(waiting=WaitLimit())
        leads = await Taker(router, of, 1).begin("leader")
        await leads.come()
        assert await leads.look() == []
        time.seconds += 40
        follows = await Taker(router, of, 2).begin("follower")
        assert follows.seat.game_id == leads.seat.game_id
        room = await follows.come()
        assert room.status == "playing"
        assert await leads.look() == await follows.look() == []
        await play_out(room)
        (first,), (second,) = await leads.look(), await follows.look()
        assert first == GamePlayed(
            step="games",
            game_id=room.game_id,
            role="leader",
            treatment="plain",
            partner="person",
            score=0,
            how="played",
            instructions=1,
            waited_seconds=40.0,
        )
        assert isinstance(second, GamePlayed)
        assert (second.role, second.waited_seconds, second.how) == ("follower", 0.0, "played")
        assert await leads.look() == []

    play(tmp_path, scene)


@pytest.mark.parametrize("others", ["study", "arm", "pool", "lobby"])
def test_only_people_of_one_study_pool_and_arm_meet(tmp_path: Path, others: str) -> None:
    async def scene(router: RoomRouter, _: Time) -> None:
        arms = {"plain": Arm(play=SHORT), "other": Arm(play=SHORT)}
        of = study(pool="experts", arms=arms)
        leads = await Taker(router, of, 1, ("experts",)).begin("leader")
        await leads.come()
        lobby = router.lobby()
        assert (lobby.waiting_leaders, lobby.waiting_followers) == (0, 0)
        if others == "lobby":
            (seat,) = (await router.open(OpenRoom(mode="match", role="follower"))).seats
            assert seat.token[:16] != leads.seat.game_id
            return
        named = study("other", pool="experts", arms=arms) if others == "study" else of
        pools = () if others == "pool" else ("experts",)
        follows = Taker(router, named, 2, pools)
        await follows.begin("follower", treatment="other" if others == "arm" else "plain")
        assert follows.seat.game_id != leads.seat.game_id
        right = await Taker(router, of, 3, ("experts",)).begin("follower")
        assert right.seat.game_id == leads.seat.game_id

    play(tmp_path, scene)


def test_names_may_be_as_long_as_they_like(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, _: Time) -> None:
        names = ["a" * 39 + end for end in "xy"]
        arms = {name: Arm(play=SHORT) for name in names}
        of = [study("s" * 40, pool="p" * 40, arms=arms), study("s" * 40, pool="p" * 40, arms=arms)]
        leads = await Taker(router, of[0], 1, ("p" * 40,)).begin("leader", treatment=names[0])
        await leads.come()
        assert len(seeking(router.registry)[leads.seat.game_id]) <= 100
        wrong = await Taker(router, of[1], 2, ("p" * 40,)).begin("follower", treatment=names[1])
        assert wrong.seat.game_id != leads.seat.game_id
        right = await Taker(router, of[1], 3, ("p" * 40,)).begin("follower", treatment=names[0])
        assert right.seat.game_id == leads.seat.game_id

    play(tmp_path, scene)


def test_nobody_is_matched_with_themselves(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, _: Time) -> None:
        first = await Taker(router, study(), 1).begin("leader")
        await first.come()
        again = await Taker(router, study(), 1).begin("follower")
        assert again.seat.game_id != first.seat.game_id

    play(tmp_path, scene)


def test_two_who_were_drawn_to_lead_at_the_same_moment_do_not_wait_in_vain(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, _: Time) -> None:
        first = await Taker(router, study(), 1).begin("leader")
        await first.come()
        second = await Taker(router, study(), 2).begin("leader")
        assert second.seat.game_id == first.seat.game_id
        assert second.seat.role == "follower"

    play(tmp_path, scene)


def test_whose_role_is_fixed_waits_for_the_other_one(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, _: Time) -> None:
        of = study(arms={"plain": Arm(role="alternating", play=SHORT)})
        first, second, third = (Taker(router, of, number) for number in range(3))
        for taker in (first, second):
            before = Drawn(step="games", treatment="plain", role="follower", partner="agent")
            taker.note(before)
            taker.note(_played(before))
            await taker.begin("leader")
            await taker.come()
        assert first.seat.game_id != second.seat.game_id
        await third.begin("leader")  # in its first game it can have any role
        assert third.seat.game_id == first.seat.game_id

    play(tmp_path, scene)


def _played(drawn: Drawn) -> GamePlayed:
    return GamePlayed(
        step=drawn.step,
        game_id="g",
        role=drawn.role,
        treatment=drawn.treatment,
        partner=drawn.partner,
        score=0,
        how="played",
    )


@pytest.mark.parametrize("otherwise", ["agent", "end"])
def test_who_is_left_over_of_an_odd_number_waits_no_longer_than_it_has_to(
    tmp_path: Path, otherwise: Fallback
) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        of = study(waiting=WaitLimit(minutes=MINUTES, otherwise=otherwise))
        await pair(router, of)
        third = await Taker(router, of, 3).begin("leader")
        room = await third.come()
        time.seconds += LIMIT - 1
        await router.registry.sweep()
        assert await third.look() == []
        time.seconds += 2
        await router.registry.sweep()
        assert room.end is not None
        found = await third.look()
        waited = WaitEnded(step="games", game_id=room.game_id, seconds=LIMIT + 1)
        agent = Drawn(step="games", treatment="plain", role="leader", partner="agent")
        assert found == ([waited, agent] if otherwise == "agent" else [waited])
        assert third.story.place is not None
        assert third.story.place.waits == (0 if otherwise == "agent" else 1)
        if otherwise == "agent":
            await third.begin()
            room = await third.come()
            assert room.seats["follower"].kind == "agent"
            await until(lambda: room.status == "playing")
            await play_out(room, "leader")
            await until(lambda: room.end is not None)
            (played,) = await third.look()
            assert isinstance(played, GamePlayed)
            assert (played.partner, played.agent, played.how) == ("agent", "learned", "played")
            assert played.waited_seconds == 0

    play(tmp_path, scene)


def test_what_is_drawn_follows_from_the_ledgers_of_everyone(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        of, store = (
            study(arms={"few": Arm(games=1), "many": Arm(weight=0.001)}),
            router.services.store,
        )
        taker = Taker(router, of, 9)
        first = await taker.games.draw(taker.at(), taker.step)
        assert first is not None
        assert first.treatment == "few"
        for number, role in enumerate(PLAYERS):
            someone = StoredParticipant(f"{number:016x}", of.name, f"person {number}", time.wall())
            await store.write(
                add_participant,
                someone,
                LedgerEntry(0, time.wall(), told.Arrived(visit=1, window=1)),
            )
            drawn = Drawn(step="games", treatment="few", role=role, partner="person")
            await store.write(
                append_ledger, someone.participant_id, [LedgerEntry(1, time.wall(), drawn)]
            )
        second = await taker.games.draw(taker.at(), taker.step)
        assert second is not None
        assert second.treatment == "many"
        only: Study = study(arms={"few": Arm(games=1)})
        assert await taker.games.draw(taker.at(only), taker.step) is None

    play(tmp_path, scene)


def test_people_meet_across_processes_and_each_tells_what_came_of_it(shared: str) -> None:
    async def act() -> None:
        time = Time()
        async with two(shared, time) as (first, second):
            leads = await Taker(first, study(), 1).begin("leader")
            room = await leads.come()
            own = await Taker(second, study(), 1).begin("follower")
            assert own.seat.game_id != room.game_id, "nobody plays with themselves"
            follows = await Taker(second, study(), 2).begin("follower")
            assert follows.seat.game_id == room.game_id
            assert await follows.look() == []
            again(follows, first)
            await follows.come()
            await play_out(room)
            again(follows, second)
            for taker in (leads, follows):
                (played,) = await taker.look()
                assert how(played) == "played"

    asyncio.run(act())


def test_a_seat_is_left_through_another_process(shared: str) -> None:
    async def act() -> None:
        async with two(shared) as (first, second):
            leads = await Taker(first, study(), 1).begin("leader")
            room = await leads.come()
            (waited,) = await again(leads, second).leave()
            assert isinstance(waited, WaitEnded)
            await until(lambda: room.end is not None)

    asyncio.run(act())


def test_one_seat_is_for_one_person_however_many_ask_at_once(shared: str) -> None:
    async def act() -> None:
        async with two(shared) as routers:
            takers = [Taker(routers[number % 2], study(), number) for number in range(6)]
            await asyncio.gather(
                *(
                    taker.begin("leader" if number < 3 else "follower")
                    for number, taker in enumerate(takers)
                )
            )
            seats = {(it.seat.game_id, it.seat.role, it.seat.holder) for it in takers}
            assert len(seats) == 6
            assert len({it.seat.game_id for it in takers}) == 3

    asyncio.run(act())
