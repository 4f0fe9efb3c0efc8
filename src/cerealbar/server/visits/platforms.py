"""Participants of a study in a store: their participations, and who they are on a platform.

No platform's id is stored, so whoever needs them brings the platform's own list of participants.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from cerealbar.records import GameRecord
from cerealbar.server.store import Reader
from cerealbar.server.store.participants import participants_of
from cerealbar.server.visits.links import person_digest
from cerealbar.studies.errors import StudyError
from cerealbar.studies.participations import Participation
from cerealbar.studies.parts import Via
from cerealbar.studies.platforms import PLATFORMS
from cerealbar.studies.studied import parts_of
from cerealbar.studies.study import Study


@dataclass(frozen=True, slots=True)
class PlatformId:
    """Who someone is on a platform."""

    person: str
    submission: str | None = None


def participations(
    reader: Reader, study: Study, known: Mapping[str, PlatformId] | None = None
) -> list[Participation]:
    """Everyone in a study; with what is known of people by their keyed hashes."""
    found = known or {}
    return [
        Participation(
            participant_id=someone.participant_id,
            platform_id=found[someone.person].person if someone.person in found else None,
            submission_id=found[someone.person].submission if someone.person in found else None,
            ledger=ledger,
        )
        for someone, ledger in reader.read(participants_of, study.name)
    ]


def records_of_study(reader: Reader, people: list[Participation]) -> Iterator[GameRecord]:
    """The records of the games that somebody in a study played."""
    games = {part.game.game_id for someone in people for part in parts_of(someone)}
    return (reader.record(game_id) for game_id in sorted(games))


def read_platform_ids(path: Path, via: Via, secret: bytes) -> dict[str, PlatformId]:
    """Who is who, from a platform's list as CSV, by the keyed hashes of its people.

    Raises:
        StudyError: the file is no such list.
    """
    names, submissions = PLATFORMS[via].person_columns, PLATFORMS[via].submission_columns
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise StudyError(f"cannot read the list {path}: {error}") from None
    column = next((name for name in names if rows and name in rows[0]), None)
    if column is None:
        expected = " or ".join(names) or "no list, as everyone comes by the same link"
        raise StudyError(f"{path} is no list of participants: expected a column {expected}")
    submission = next((name for name in submissions if name in rows[0]), None)
    return {
        person_digest(via, row[column].strip(), secret): PlatformId(
            row[column].strip(), row[submission].strip() if submission else None
        )
        for row in rows
        if row[column]
    }
