"""A stored game as a recorded one."""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from cerealbar.game import PLAYERS
from cerealbar.records import GameRecord, Header, Participant, SeatTaken, complete
from cerealbar.records.events import Event
from cerealbar.server.store.entries import (
    RoomSpec,
    StoredEntry,
    StoredGame,
    StudyPlace,
    Treatment,
    TreatmentValue,
)

HUMAN = "human"
"""The kind of a participant who is a person."""
PROGRAM = "program"
"""The kind of participant that plays over the socket without being a person."""
AGENT = "agent"
"""The kind of participant that plays in the server."""
SCRIPT = "script"
"""The kind of participant that has the other seat of a tutorial, and acts before it begins."""
_IN_HEADER = ("values", "rules", "sight", "agent_sight", "pace_seconds")
_TOLD_OF_TREATMENT = tuple(key for key in Treatment.__struct_fields__ if key not in _IN_HEADER)
_TOLD_OF_ROOM = ("is_seed_known",)
_TOLD_OF_STUDY = ("study", "step", "pool", "is_blind")
TOLD = (*_TOLD_OF_TREATMENT, *_TOLD_OF_ROOM, *_TOLD_OF_STUDY, "tutorial")
"""What a record's header tells of a spec by these names, beside the treatment's values."""


def stored_record(game: StoredGame, entries: Sequence[StoredEntry]) -> GameRecord:
    """The record of a game, with all that the rules compute; one without an end is abandoned.

    Raises:
        ReplayError: the rules refuse a deed.
    """
    events: tuple[Event, ...] = tuple(stored.entry for stored in entries)
    return complete(GameRecord(header_of(game, entries), events))


def anonymous(record: GameRecord) -> GameRecord:
    """The record without the names that people gave themselves and their programs."""
    header = record.header
    leader, follower = _unnamed(header.leader), _unnamed(header.follower)
    return GameRecord(
        msgspec.structs.replace(header, leader=leader, follower=follower),
        tuple(
            SeatTaken(event.at, event.role, _unnamed(event.participant))
            if isinstance(event, SeatTaken)
            else event
            for event in record.events
        ),
    )


def _unnamed(participant: Participant) -> Participant:
    if participant.kind in (AGENT, SCRIPT):
        return participant
    return msgspec.structs.replace(participant, name="")


def header_of(game: StoredGame, entries: Sequence[StoredEntry]) -> Header:
    """What is known of a game apart from its events."""
    seats = [stored.entry for stored in entries if isinstance(stored.entry, SeatTaken)]
    kinds = {seat.participant.kind for seat in seats}
    first = {seat.role: seat.participant for seat in reversed(seats)}
    leader, follower = (first.get(role, Participant()) for role in PLAYERS)
    treatment = game.spec.treatment
    return Header(
        rules_version=game.rules_version,
        package=game.package,
        game_id=game.game_id,
        seed=game.spec.seed,
        started=datetime.fromtimestamp(game.created, UTC).isoformat(timespec="seconds"),
        synthetic=HUMAN not in kinds,
        leader=leader,
        follower=follower,
        rules=treatment.rules,
        sight=treatment.agent_sight if follower.kind == AGENT else treatment.sight,
        pace=treatment.pace_seconds if AGENT in kinds else None,
        treatment=_told(game.spec),
    )


def _told(spec: RoomSpec) -> dict[str, TreatmentValue]:
    """What a header tells of a spec besides what it has places for: whatever is not as usual."""
    usual = RoomSpec(mode=spec.mode, seed=spec.seed)
    told: dict[str, TreatmentValue] = dict(spec.treatment.values)
    told |= _differences(spec.treatment, usual.treatment, _TOLD_OF_TREATMENT)
    told |= {"tutorial": spec.tutorial.name} if spec.tutorial is not None else {}
    if spec.study is not None:
        told |= _differences(spec.study, StudyPlace(study="", step=""), _TOLD_OF_STUDY)
    return told | _differences(spec, usual, _TOLD_OF_ROOM)


def _differences(
    given: msgspec.Struct, usual: msgspec.Struct, keys: Sequence[str]
) -> dict[str, TreatmentValue]:
    return {key: getattr(given, key) for key in keys if getattr(given, key) != getattr(usual, key)}
