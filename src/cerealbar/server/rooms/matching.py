"""Who waits in the rooms of a process, and seats for those who come."""

import hashlib
from collections.abc import Iterator

from cerealbar.game import PlayerWord
from cerealbar.records import Participant
from cerealbar.server.rooms.checks import NoSeatError, RoomRefusedError
from cerealbar.server.rooms.registry import RoomRegistry
from cerealbar.server.rooms.room import Room
from cerealbar.server.rooms.seats import SeatPlace
from cerealbar.server.store import RoomSpec, StudyPlace, Treatment

TAKEN = 409
"""The HTTP status of a seat that someone else has."""
MAX_SOUGHT_LENGTH = 100
"""Characters that the database keeps of whom a room seeks."""
_OF_STUDIES = "@"


def sought(role: PlayerWord, treatment: Treatment, place: StudyPlace | None) -> str:
    """Whom a room seeks, as other processes are told: the open role, the treatment, and in which
    study and pool; people meet where all of that is the same."""
    where = "" if place is None else f"{_OF_STUDIES}{place.study}/{place.pool}"
    text = f"{role} {treatment.name}{where}"
    if len(text) <= MAX_SOUGHT_LENGTH:
        return text
    digest = hashlib.sha256(text.encode()).hexdigest()[:32]
    return f"{role} {_OF_STUDIES}{digest}"


def sought_role(text: str) -> PlayerWord:
    """The role for which someone is sought."""
    return "leader" if text.partition(" ")[0] == "leader" else "follower"


def is_for_anyone(text: str) -> bool:
    """Whether anyone is sought who comes to the lobby, and not a participant of a study."""
    return _OF_STUDIES not in text


def seeking(registry: RoomRegistry) -> dict[str, str]:
    """Whom people in our rooms wait for, by game."""
    found = ((room, room.open_role) for room in _matchable(registry))
    return {
        room.game_id: sought(role, room.spec.treatment, room.spec.study)
        for room, role in found
        if role
    }


def _matchable(registry: RoomRegistry) -> Iterator[Room]:
    """Rooms in which a person waits for anyone, then those to which one is about to come."""
    waiting = [
        room
        for room in registry.rooms.values()
        if seeks_people(room.spec) and room.end is None and room.open_role
    ]
    yield from (room for room in waiting if not room.is_deserted)
    for room in waiting:
        if room.is_deserted and room.is_awaited(registry.timeouts.arrival):
            yield room


def seeks_people(spec: RoomSpec) -> bool:
    """Whether anyone may be sent to a room who fits."""
    return spec.mode == "match" and (spec.study is None or spec.study.seeks_people)


async def give_seat(
    registry: RoomRegistry, game_id: str, role: PlayerWord | None, someone: Participant
) -> SeatPlace:
    """A seat of a room of ours; without a role, whichever is open.

    Raises:
        NoSeatError: it cannot be had.
    """
    room = registry.rooms.get(game_id)
    if room is None or room.end is not None:
        raise NoSeatError(404, "there is no such room")
    if room.spec.mode == "match" and room not in _matchable(registry):
        raise NoSeatError(TAKEN, "nobody waits here")
    is_own = any(seat.participant.id == someone.id for seat in room.people)
    if room.spec.study is not None and is_own:
        raise NoSeatError(TAKEN, "nobody can be their own partner")
    role = role or room.open_role
    if role is None:
        raise NoSeatError(TAKEN, "someone has taken this seat already")
    try:
        await room.presence.sit(role, someone)
    except RoomRefusedError as refusal:
        raise NoSeatError(503 if refusal.code == "not-stored" else TAKEN, str(refusal)) from None
    return room.place(role)
