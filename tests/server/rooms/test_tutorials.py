"""Tutorials in rooms: played, refused, restored, ended and told."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from cerealbar.game import Action, PlayerWord
from cerealbar.records import CameraToggled, GameEnd, GameEnded, Instructed, Participant, verify
from cerealbar.server.rooms import NoSeatError, Room, RoomRouter
from cerealbar.server.rooms.checks import MAX_CAMERA_TOGGLES, RoomRefusedError
from cerealbar.server.store import StoreError
from cerealbar.studies.tutorials import load_tutorial
from cerealbar.wire.lobby import OpenRoom
from cerealbar.wire.messages import RoomShown, TutorialShown, Welcome
from cerealbar.wire.scene import GameEndTold
from tests.server.rooms.playing import Ear, connected, opened_router
from tests.studies.tutorials.learner import Learner

Test = Callable[[RoomRouter], Awaitable[None]]


def in_hall(place: Path, test: Test) -> None:
    async def play() -> None:
        async with opened_router(place) as router:
            await test(router)

    asyncio.run(play())


async def seated(router: RoomRouter, role: PlayerWord) -> tuple[Room, Ear, str]:
    """A newcomer's room, ear and token."""
    (seat,) = (await router.open(OpenRoom(mode="tutorial", role=role, name="Ann"))).seats
    assert seat.role == role
    room, ear = await connected(router, seat.token)
    return room, ear, seat.token


def a_way(role: PlayerWord) -> list[Action | str]:
    """What someone does who obeys, from the beginning to the end."""
    learner = Learner(load_tutorial(role))
    learner.finish()
    return learner.deeds


async def do(room: Room, role: PlayerWord, deed: Action | str) -> None:
    if deed == "camera":
        await room.toggle_camera(role, "overhead")
    elif isinstance(deed, str):
        await room.act(role, Action.INSTRUCT, deed)
    else:
        await room.act(role, deed)


def prompts(ear: Ear) -> list[TutorialShown]:
    return [message for message in ear.messages if isinstance(message, TutorialShown)]


def first(ear: Ear) -> Welcome:
    welcome = ear.messages[0]
    assert isinstance(welcome, Welcome)
    return welcome


@pytest.mark.parametrize("role", ["leader", "follower"])
def test_whoever_obeys_comes_to_the_end_which_ends_the_game(
    tmp_path: Path, role: PlayerWord
) -> None:
    async def test(router: RoomRouter) -> None:
        room, ear, _ = await seated(router, role)
        assert room.status == "playing"
        assert room.tutorial is not None
        assert first(ear).tutorial is not None
        for deed in a_way(role):
            assert not room.tutorial.is_done
            await do(room, role, deed)
        assert room.tutorial.is_done
        assert room.end is GameEnd.TUTORIAL_DONE
        last = prompts(ear)[-1]
        assert last.is_done
        assert [it.is_done for it in prompts(ear)].count(True) == 1
        ends = [it for update in ear.updates for it in update.happenings]
        assert GameEndTold(how="tutorial-done", score=room.game.score) in ends
        (over,) = [it for it in ear.messages if isinstance(it, RoomShown) and it.end is not None]
        assert over.end == "tutorial-done"
        record = await router.services.store.record(room.game_id)
        assert verify(record) is None
        assert record.end is not None
        assert record.end.how is GameEnd.TUTORIAL_DONE
        assert record.header.treatment["tutorial"] == role
        assert not record.header.synthetic

    in_hall(tmp_path, test)


def test_the_prompt_is_told_when_it_changes_and_only_then(tmp_path: Path) -> None:
    async def test(router: RoomRouter) -> None:
        room, ear, _ = await seated(router, "leader")
        shown = first(ear).tutorial
        assert shown is not None
        assert (shown.number, shown.of, shown.points_at) == (1, 11, "camera")
        ear.fresh()
        await room.act("leader", Action.LEFT)
        assert not prompts(ear)
        await room.toggle_camera("leader", "overhead")
        assert [it.number for it in prompts(ear)] == [2]

    in_hall(tmp_path, test)


def test_the_other_seat_is_the_tutorials_which_never_acts(tmp_path: Path) -> None:
    async def test(router: RoomRouter) -> None:
        room, ear, _ = await seated(router, "follower")
        told = first(ear)
        assert (told.room.leader.name, told.room.leader.kind) == ("the tutorial", "agent")
        assert told.room.leader.is_here
        assert told.room.status == "playing"
        assert room.seats["leader"].driver is None
        assert room.offers("leader") == ()
        entries = (await router.services.store.game(room.game_id) or (None, []))[1]
        sent = [it.entry.text for it in entries if isinstance(it.entry, Instructed)]
        assert tuple(sent) == load_tutorial("follower").commands
        assert [it.text for it in told.situation.instructions or ()] == sent[:1]

    in_hall(tmp_path, test)


def test_turns_do_not_change_and_nothing_is_given_up(tmp_path: Path) -> None:
    async def test(router: RoomRouter) -> None:
        lead, ear, _ = await seated(router, "leader")
        await lead.act("leader", Action.INSTRUCT, "turn around")
        assert "done" not in ear.updates[-1].situation.legal
        with pytest.raises(RoomRefusedError, match="asks for something else first"):
            await lead.act("leader", Action.DONE)
        follow, ear, _ = await seated(router, "follower")
        assert "done" not in first(ear).situation.legal
        for action, told in ((Action.DONE, "cannot be done"), (Action.GIVE_UP, "cannot give up")):
            with pytest.raises(RoomRefusedError, match=told):
                await follow.act("follower", action)
        for deed in a_way("follower"):
            if deed is Action.DONE:
                assert "done" in ear.updates[-1].situation.legal
                break
            await do(follow, "follower", deed)

    in_hall(tmp_path, test)


def test_nobody_waits_for_a_newcomer_who_has_not_said_ready(tmp_path: Path) -> None:
    async def test(router: RoomRouter) -> None:
        (seat,) = (await router.open(OpenRoom(mode="tutorial"))).seats
        room = router.registry.rooms[seat.token[:16]]
        assert await room.presence.connect("leader", Ear(), is_ready=False)
        assert room.status == "playing"

    in_hall(tmp_path, test)


@pytest.mark.parametrize("role", ["leader", "follower"])
def test_a_tutorial_goes_on_at_the_same_step_after_the_server_died(
    tmp_path: Path, role: PlayerWord
) -> None:
    way = a_way(role)
    half = len(way) // 2
    found: list[str] = []

    async def begin(router: RoomRouter) -> None:
        room, ear, token = await seated(router, role)
        for deed in way[:half]:
            await do(room, role, deed)
        assert room.tutorial is not None
        found.extend((token, prompts(ear)[-1].text))

    async def go_on(router: RoomRouter) -> None:
        await router.registry.recover()
        room, ear = await connected(router, found[0])
        shown = first(ear).tutorial
        assert shown is not None
        assert shown.text == found[1]
        for deed in way[half:]:
            await do(room, role, deed)
        assert room.end is GameEnd.TUTORIAL_DONE

    async def look(router: RoomRouter) -> None:
        room, ear = await connected(router, found[0])
        assert room.tutorial is not None
        assert room.tutorial.is_done
        shown = first(ear).tutorial
        assert shown is not None
        assert shown.is_done

    for test in (begin, go_on, look):
        in_hall(tmp_path, test)


def test_a_toggle_that_cannot_be_stored_did_not_happen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(router: RoomRouter) -> None:
        room, ear, _ = await seated(router, "leader")
        before = room.tutorial

        async def fail(*_: object) -> None:
            raise StoreError("the disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(router.services.store, "append", fail)
            for deed in ("camera", Action.LEFT):
                with pytest.raises(RoomRefusedError, match="cannot store"):
                    await do(room, "leader", deed)
        assert room.tutorial == before
        assert not prompts(ear)

    in_hall(tmp_path, test)


def test_cameras_are_noted_in_tutorials_only_and_not_for_ever(tmp_path: Path) -> None:
    async def test(router: RoomRouter) -> None:
        await router.open(OpenRoom(mode="both"))
        (room,) = router.registry.rooms.values()
        for role in room.seats:
            assert await room.presence.connect(role, Ear())
        with pytest.raises(RoomRefusedError, match="in tutorials only"):
            await room.toggle_camera("leader", "overhead")
        room, _, _ = await seated(router, "follower")
        with pytest.raises(RoomRefusedError, match="in tutorials only"):
            await room.toggle_camera("leader", "overhead")
        room, _, _ = await seated(router, "leader")
        for _ in range(MAX_CAMERA_TOGGLES + 3):
            await room.toggle_camera("leader", "tilted")
        found = await router.services.store.game(room.game_id)
        assert found is not None
        toggles = [it for it in found[1] if isinstance(it.entry, CameraToggled)]
        assert len(toggles) == MAX_CAMERA_TOGGLES

    in_hall(tmp_path, test)


def test_a_camera_can_be_the_last_thing_that_is_asked_for(tmp_path: Path) -> None:
    async def test(router: RoomRouter) -> None:
        room, ear, _ = await seated(router, "leader")
        way = a_way("leader")
        for deed in [it for it in way if it != "camera"]:
            await do(room, "leader", deed)
        assert room.end is None
        await room.toggle_camera("leader", "overhead")
        await room.toggle_camera("leader", "tilted")
        assert room.end is GameEnd.TUTORIAL_DONE
        assert prompts(ear)[-1].is_done
        found = await router.services.store.game(room.game_id)
        assert found is not None
        assert isinstance(found[1][-1].entry, GameEnded)

    in_hall(tmp_path, test)


def test_nothing_but_the_role_of_a_tutorial_can_be_chosen(tmp_path: Path) -> None:
    async def test(router: RoomRouter) -> None:
        with pytest.raises(NoSeatError, match="nothing but the role can be chosen") as refusal:
            await router.open(OpenRoom(mode="tutorial", seed=7))
        assert refusal.value.status == 400
        assert not router.registry.rooms

    in_hall(tmp_path, test)


def test_a_tutorial_of_ones_own_is_opened_for_someone_known_and_kept_with_the_game(
    tmp_path: Path,
) -> None:
    short = msgspec.structs.replace(
        load_tutorial("leader"), name="short", steps=load_tutorial("leader").steps[:2]
    )
    found: list[str] = []

    async def begin(router: RoomRouter) -> None:
        known = Participant(kind="human", id="p1")
        game_id, seat = await router.open_tutorial(short, known)
        token = router.services.tokens.make(game_id, seat.role, seat.holder)
        found.append(token)
        room, _ = await connected(router, token)
        assert room.seats["leader"].participant == known
        await room.toggle_camera("leader", "overhead")

    async def go_on(router: RoomRouter) -> None:
        room, ear = await connected(router, found[0])
        assert room.spec.tutorial == short
        assert first(ear).room.watch is None
        await room.toggle_camera("leader", "tilted")
        assert room.tutorial is not None
        assert room.tutorial.is_done

    for test in (begin, go_on):
        in_hall(tmp_path, test)


def test_the_follower_is_told_nothing_of_what_lies_out_of_view(tmp_path: Path) -> None:
    async def test(router: RoomRouter) -> None:
        room, ear, _ = await seated(router, "follower")
        for deed in a_way("follower"):
            await do(room, "follower", deed)
        for shown in prompts(ear):
            assert "cell" not in msgspec.to_builtins(shown)
        texts = load_tutorial("follower").commands
        assert all(text.encode() not in ear.frames[0] for text in texts[1:])

    in_hall(tmp_path, test)
