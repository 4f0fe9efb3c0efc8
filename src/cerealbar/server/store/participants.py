"""The ledgers of participants: nothing is ever changed but by forgetting.

Every function takes the connection first.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select

from cerealbar.server.store.errors import StoreError
from cerealbar.server.store.game_rows import forget_player
from cerealbar.server.store.tables import ledger, participants
from cerealbar.studies.entries import Ended, LedgerEntry, StudyEntry
from cerealbar.studies.story import story_of

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(StudyEntry).decode
Ledger = tuple[LedgerEntry, ...]
STUDY = "study"
"""The person of the row in which a study's own ledger is kept: what was decided for everyone."""
_DECLINED = _encode(Ended(how="declined")).decode().removesuffix("}")
_ID_LENGTH = 16
_ADDING = 0x6164_6469_6E67  # any other number, as in database.py
_MOST_ASKED = 500
"""Participants whose ledgers are asked for in one statement."""


@dataclass(frozen=True, slots=True)
class StoredParticipant:
    """Someone who takes part in a study."""

    participant_id: str
    study: str
    person: str
    """A keyed hash; the same person has the same in all studies of a database."""
    created: float


class StudyFullError(StoreError):
    """A study has as many participants as it may have."""


def add_participant(
    connection: Connection,
    someone: StoredParticipant,
    first: LedgerEntry,
    most: int | None = None,
) -> None:
    """Store a participant who has just come, if the study has fewer than the most.

    Raises:
        StudyFullError: it has not.
    """
    if most is not None:
        if connection.dialect.name == "postgresql":  # where other processes write too
            connection.execute(select(func.pg_advisory_xact_lock(_ADDING)))
        if begun_count(connection, someone.study) >= most:
            raise StudyFullError(f"{someone.study} has {most} participants")
    connection.execute(
        insert(participants).values(
            participant_id=someone.participant_id,
            study=someone.study,
            person=someone.person,
            created=someone.created,
        )
    )
    append_ledger(connection, someone.participant_id, [first])


def begun_count(connection: Connection, study: str) -> int:
    """How many take part in a study or did: everyone but who declined the last time."""
    came = select(func.count()).select_from(participants).where(_is_someone(study))
    said = ledger.c.entry.startswith(_DECLINED, autoescape=True)
    asked = select(ledger.c.participant_id).distinct().join(participants)
    some = connection.execute(asked.where(_is_someone(study), said)).scalars().all()
    stories = map(story_of, read_ledgers(connection, some).values())
    declined = sum(story.end == "declined" for story in stories)
    return connection.execute(came).scalar_one() - declined


def append_ledger(
    connection: Connection, participant_id: str, lines: Sequence[LedgerEntry]
) -> None:
    """Store what happened next; a number that is taken already is refused by the database."""
    if not lines:
        return
    connection.execute(
        insert(ledger),
        [
            {
                "participant_id": participant_id,
                "number": line.number,
                "wall": line.wall,
                "entry": _encode(line.entry).decode(),
            }
            for line in lines
        ],
    )


def find_participant(connection: Connection, study: str, person: str) -> StoredParticipant | None:
    """Who a person is in a study."""
    asked = select(participants).where(
        participants.c.study == study, participants.c.person == person
    )
    row = connection.execute(asked).first()
    return None if row is None else StoredParticipant(*row)


def find_ledger(
    connection: Connection, participant_id: str
) -> tuple[StoredParticipant, Ledger] | None:
    """A participant with its ledger."""
    found = _with_ledgers(connection, participants.c.participant_id == participant_id)
    return found[0] if found else None


def participants_of(connection: Connection, study: str) -> list[tuple[StoredParticipant, Ledger]]:
    """Everyone in a study, the first who came first, with their ledgers."""
    return _with_ledgers(connection, _is_someone(study))


def of_person(connection: Connection, person: str) -> list[tuple[StoredParticipant, Ledger]]:
    """What a person did in all studies."""
    return _with_ledgers(connection, participants.c.person == person)


def _with_ledgers(
    connection: Connection, which: ColumnElement[bool]
) -> list[tuple[StoredParticipant, Ledger]]:
    order = participants.c.created, participants.c.participant_id
    rows = connection.execute(select(participants).where(which).order_by(*order)).all()
    found = read_ledgers(connection, [row.participant_id for row in rows])
    return [(StoredParticipant(*row), found[row.participant_id]) for row in rows]


def ledger_lengths(connection: Connection, study: str) -> list[tuple[StoredParticipant, int]]:
    """Everyone in a study, the first who came first, with the number of their entries."""
    last = select(func.max(ledger.c.number)).where(
        ledger.c.participant_id == participants.c.participant_id
    )  # of each by the key: to count would read every entry
    asked = select(participants, func.coalesce(last.scalar_subquery() + 1, 0))
    order = participants.c.created, participants.c.participant_id
    rows = connection.execute(asked.where(_is_someone(study)).order_by(*order)).all()
    return [(StoredParticipant(*row[:-1]), row[-1]) for row in rows]


def read_ledgers(connection: Connection, participant_ids: Sequence[str]) -> dict[str, Ledger]:
    """The ledgers of some participants; empty for those of whom there is none."""
    found: dict[str, Ledger] = dict.fromkeys(participant_ids, ())
    for begin in range(0, len(participant_ids), _MOST_ASKED):
        chosen = ledger.c.participant_id.in_(participant_ids[begin : begin + _MOST_ASKED])
        asked = select(ledger).where(chosen).order_by(ledger.c.participant_id, ledger.c.number)
        for key, rows in groupby(connection.execute(asked), lambda row: str(row.participant_id)):
            found[key] = tuple(map(_line, rows))
    return found


def study_ledger_id(study: str) -> str:
    """The id under which a study's own ledger is kept."""
    return hashlib.sha256(f"study {study}".encode()).hexdigest()[:_ID_LENGTH]


def study_ledger(connection: Connection, study: str) -> Ledger:
    """What was decided for everyone in a study."""
    key = study_ledger_id(study)
    return read_ledgers(connection, [key])[key]


def forget_participant(connection: Connection, participant_id: str) -> None:
    """Delete a participant and all that it did; its games stay, without its id and its words."""
    its = read_ledgers(connection, [participant_id])[participant_id]
    games = {str(game_id) for line in its if (game_id := getattr(line.entry, "game_id", None))}
    for game_id in sorted(games):
        forget_player(connection, game_id, participant_id)
    connection.execute(delete(ledger).where(ledger.c.participant_id == participant_id))
    connection.execute(delete(participants).where(participants.c.participant_id == participant_id))


def _is_someone(study: str) -> ColumnElement[bool]:
    """Whether a row is of a participant of a study, and not of the study itself."""
    return (participants.c.study == study) & (participants.c.person != STUDY)


def _line(row: Row[Any]) -> LedgerEntry:
    try:
        return LedgerEntry(row.number, row.wall, _decode(row.entry))
    except msgspec.MsgspecError as error:
        raise StoreError(
            f"entry {row.number} of participant {row.participant_id} cannot be read: {error}"
        ) from None
