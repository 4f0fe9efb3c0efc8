"""Participants of studies who leave, in every phase of a game."""

from pathlib import Path

import pytest

from cerealbar.game import PlayerWord
from cerealbar.server.rooms import RoomRouter
from cerealbar.studies.entries import Drawn, GamePlayed, WaitEnded
from cerealbar.wire.messages import AwayShown, RoomShown
from tests.server.rooms.playing import Ear, Time
from tests.server.visits.participants import (
    Taker,
    how,
    pair,
    play,
    play_out,
    study,
)


def test_a_partner_who_never_comes_is_waited_for_no_longer_than_others(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        leads = await Taker(router, study(), 1).begin("leader")
        room = await leads.come()
        absent = await Taker(router, study(), 2).begin("follower")
        time.seconds += router.registry.timeouts.arrival + 1
        await router.registry.sweep()
        assert room.open_role == "follower"
        assert await leads.look() == await absent.look() == []
        second = await Taker(router, study(), 3).begin("follower")
        assert second.seat.game_id == room.game_id
        await second.come()
        assert room.status == "playing"
        lost, drawn = await absent.look()
        assert isinstance(lost, WaitEnded)
        assert lost.seconds == router.registry.timeouts.arrival + 1
        assert absent.story.place is not None
        assert (absent.story.place.drawn, absent.story.place.seat) == (drawn, None)
        await play_out(room)
        (played,) = await leads.look()
        assert isinstance(played, GamePlayed)
        assert played.waited_seconds == router.registry.timeouts.arrival + 1

    play(tmp_path, scene)


def test_a_partner_who_goes_before_the_game_begins_lets_the_other_wait_anew(
    tmp_path: Path,
) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        leads = await Taker(router, study(), 1).begin("leader")
        room = await leads.come()
        gone = await Taker(router, study(), 2).begin("follower")
        found, ear = router.services.tokens.read(gone.token), Ear()
        assert found is not None
        await room.presence.connect("follower", ear, found.holder, is_ready=False)
        await room.presence.disconnect(ear)
        time.seconds += router.registry.timeouts.arrival + 1
        await router.registry.sweep()
        for taker in (leads, gone):
            before = taker.story.place
            assert before is not None
            waited, drawn = await taker.look()
            assert isinstance(waited, WaitEnded)
            assert drawn == before.drawn
        await leads.begin()
        assert leads.seat.game_id != room.game_id

    play(tmp_path, scene)


def test_who_stops_waiting_is_told_how_long_it_was(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        leads = await Taker(router, study(), 1).begin("leader")
        room = await leads.come()
        time.seconds += 30
        found = await leads.leave()
        assert found == [WaitEnded(step="games", game_id=room.game_id, seconds=30)]
        assert room.end is not None
        follows = await Taker(router, study(), 2).begin("follower")
        assert follows.seat.game_id != room.game_id

    play(tmp_path, scene)


def test_who_stops_waiting_while_a_partner_comes_leaves_it_waiting_anew(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, _: Time) -> None:
        leads = await Taker(router, study(), 1).begin("leader")
        follows = await Taker(router, study(), 2).begin("follower")
        assert follows.seat.game_id == leads.seat.game_id
        await leads.leave()
        waited, drawn = await follows.look()
        assert isinstance(waited, WaitEnded)
        assert isinstance(drawn, Drawn)
        assert drawn.partner == "person"

    play(tmp_path, scene)


@pytest.mark.parametrize("by", ["leader", "follower"])
@pytest.mark.parametrize("way", ["word", "away", "page"])
def test_who_leaves_a_game_ends_it_for_both(tmp_path: Path, by: PlayerWord, way: str) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        leads, follows, room = await pair(router, study())
        leaves, stays = (leads, follows) if by == "leader" else (follows, leads)
        if way == "word":
            await room.leave(by)
        elif way == "page":
            (left,) = await leaves.leave()
            assert how(left) == "left"
        else:
            await room.presence.disconnect(leaves.ear)
            time.seconds += router.registry.timeouts.away - 1
            await router.registry.sweep()
            shown = [it for it in stays.ear.messages if isinstance(it, RoomShown)][-1]
            assert (shown.status, room.offers(by)) == ("paused", ())
            assert await stays.look() == []
            time.seconds += 2
            await router.registry.sweep()
        (stayed,) = await stays.look()
        assert how(stayed) == "partner-left"
        if way != "page":
            (left,) = await leaves.look()
            assert how(left) == "left"

    play(tmp_path, scene)


def test_a_game_that_both_leave_is_left_by_both(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        leads, follows, room = await pair(router, study())
        for taker in (leads, follows):
            await room.presence.disconnect(taker.ear)
        time.seconds += router.registry.timeouts.away + 1
        await router.registry.sweep()
        for taker in (leads, follows):
            (left,) = await taker.look()
            assert how(left) == "left"

    play(tmp_path, scene)


@pytest.mark.parametrize("by", ["leader", "follower"])
@pytest.mark.parametrize("way", ["word", "page"])
@pytest.mark.parametrize(("after", "is_fault"), [(14.0, True), (40.0, False)])
def test_who_leaves_a_partner_that_disappeared_before_is_not_at_fault(
    tmp_path: Path, by: PlayerWord, way: str, after: float, is_fault: bool
) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        leads, follows, room = await pair(router, study())
        stays, deserts = (leads, follows) if by == "leader" else (follows, leads)
        await room.presence.disconnect(deserts.ear)
        time.seconds += after
        if way == "word":
            await room.leave(by)
        (stayed,) = await stays.leave() if way == "page" else await stays.look()
        (deserted,) = await deserts.look()
        told = how(stayed), how(deserted)
        assert told == (("left", "partner-left") if is_fault else ("partner-left", "left"))

    play(tmp_path, scene)


def test_of_two_who_are_away_the_one_who_disappeared_first_is_at_fault(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        leads, follows, room = await pair(router, study())
        await room.presence.disconnect(follows.ear)
        time.seconds += 40
        await room.presence.disconnect(leads.ear)
        time.seconds += 40
        assert [how(*await it.leave()) for it in (leads, follows)] == ["partner-left", "left"]

    play(tmp_path, scene)


def test_who_stays_is_told_for_how_long_the_partner_is_away(tmp_path: Path) -> None:
    async def scene(router: RoomRouter, time: Time) -> None:
        leads, follows, room = await pair(router, study())
        await room.presence.disconnect(follows.ear)
        time.seconds += 20
        await room.presence.settle()
        shown = [it.away for it in leads.ear.messages if isinstance(it, RoomShown)]
        assert shown[-2:] == [AwayShown(seconds=s, limit_seconds=15.0) for s in (0.0, 20.0)]
        await follows.come()
        shown = [it.away for it in leads.ear.messages if isinstance(it, RoomShown)]
        assert shown[-1] is None
        time.seconds += 40
        await room.leave("leader")
        assert how(*await leads.look()) == "left"

    play(tmp_path, scene)
