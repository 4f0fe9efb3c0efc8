"""A stored game as a recorded one."""

import hmac
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import msgspec

from cerealbar.records import GameEnded, GameRecord, Header, Participant, complete
from cerealbar.records.events import PlayerWord
from cerealbar.server.store.entries import Ended, SeatTaken, StoredEntry, StoredGame, deeds_of

HUMAN = "human"
"""The kind of a participant who is a person."""
_BETWEEN = " + "
_LONGEST = 200


def record_of(game: StoredGame, entries: Sequence[StoredEntry]) -> GameRecord:
    """The record of a game, with all that the rules compute; one without an end is abandoned.

    Raises:
        ReplayError: the rules refuse a deed.
    """
    return complete(GameRecord(header_of(game, entries), (*deeds_of(entries), *_end(entries))))


def anonymous(record: GameRecord, secret: bytes) -> GameRecord:
    """The record with ids in place of the names that people gave themselves.

    The same name has the same id in all games of a server, and cannot be found out from it.
    """
    header = record.header
    leader, follower = (_unnamed(seat, secret) for seat in (header.leader, header.follower))
    renamed = msgspec.structs.replace(header, leader=leader, follower=follower)
    return GameRecord(renamed, record.events)


def _unnamed(participant: Participant, secret: bytes) -> Participant:
    if not participant.name:
        return participant
    name = hmac.digest(secret, f"name {participant.name}".encode(), "sha256")[:6].hex()
    return msgspec.structs.replace(participant, name=name)


def header_of(game: StoredGame, entries: Sequence[StoredEntry]) -> Header:
    """What is known of a game apart from its events."""
    seats = [stored.entry for stored in entries if isinstance(stored.entry, SeatTaken)]
    return Header(
        rules_version=game.rules_version,
        package=game.package,
        game_id=game.game_id,
        seed=game.seed,
        started=datetime.fromtimestamp(game.created, UTC).isoformat(timespec="seconds"),
        synthetic=all(seat.participant.kind != HUMAN for seat in seats),
        leader=participant_of(seats, "leader"),
        follower=participant_of(seats, "follower"),
        rules=game.rules,
    )


def participant_of(seats: Iterable[SeatTaken], role: PlayerWord) -> Participant:
    """Who played a role: if it changed hands, all of them, as in `human + rule-based`."""
    people = [seat.participant for seat in seats if seat.role == role]
    if not people:
        return Participant()
    return Participant(
        kind=_joined(person.kind for person in people),
        name=_joined(person.name for person in people),
    )


def _joined(words: Iterable[str]) -> str:
    return _BETWEEN.join(dict.fromkeys(word for word in words if word))[:_LONGEST]


def _end(entries: Iterable[StoredEntry]) -> tuple[GameEnded, ...]:
    ends = [stored.entry for stored in entries if isinstance(stored.entry, Ended)]
    return tuple(GameEnded(end.at, end.how, 0) for end in ends[:1])
