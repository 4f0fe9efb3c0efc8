"""Who participants are: by the links with which they come, and by a platform's list of them.

No platform's id is stored: a person is a keyed hash of it, the same in all studies. Whoever needs
ids brings the platform's own list.
"""

import csv
import hmac
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path
from urllib.parse import urlencode

from cerealbar.game import CerealBarError
from cerealbar.records import GameRecord
from cerealbar.server.store import Reader
from cerealbar.server.store.participants import participants_of
from cerealbar.studies.errors import StudyError
from cerealbar.studies.participations import Participation
from cerealbar.studies.parts import Via
from cerealbar.studies.platforms import PLATFORMS
from cerealbar.studies.study import Study

PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"
"""What Mechanical Turk says instead of an assignment while nobody has accepted the task."""
MAX_ID_LENGTH = 100
_SIGNATURE = "key"
_SIGNATURE_LENGTH = 24


class VisitError(CerealBarError):
    """A participant cannot have what it asks for; the status is HTTP's."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


def person_of(study: Study, link: Mapping[str, str], browser: str, secret: bytes) -> str | None:
    """The person who comes by a link; None for a preview.

    `browser` is what only this browser says; it counts where everyone has the same link.

    Raises:
        VisitError: the link is not one of this study's.
    """
    via = study.recruiting.via
    platform = PLATFORMS[via]
    if not platform.person_key:
        if not browser:
            raise VisitError(400, "this page could not remember you: allow it to store data")
        return person_digest("browser", browser, secret)
    if platform.assignment_key and link.get(platform.assignment_key, PREVIEW) == PREVIEW:
        return None
    name = link.get(platform.person_key, "").strip()
    if not name or len(name) > MAX_ID_LENGTH or not name.isprintable():
        raise VisitError(404, "this link is not complete: open it again from where you got it")
    if platform.is_signed and not hmac.compare_digest(
        link.get(_SIGNATURE, "").encode(), _signature(study.name, name, secret).encode()
    ):
        raise VisitError(404, "this link is not valid for this study")
    return person_digest(via, name, secret)


def person_digest(via: str, name: str, secret: bytes) -> str:
    """The keyed hash that stands for a person."""
    return hmac.digest(secret, f"person {via} {name}".encode(), "sha256").hex()


def signed_link(address: str, study: str, name: str, secret: bytes) -> str:
    """The link of one person to a study."""
    who = {PLATFORMS["links"].person_key: name, _SIGNATURE: _signature(study, name, secret)}
    return f"{address}/study/{study}?{urlencode(who)}"


def _signature(study: str, name: str, secret: bytes) -> str:
    digest = hmac.digest(secret, f"link {study} {name}".encode(), "sha256")
    return digest.hex()[:_SIGNATURE_LENGTH]


PlatformId = tuple[str, str | None]
"""Who someone is on a platform, and what that calls the taking part."""


def participations(
    reader: Reader, study: Study, known: Mapping[str, PlatformId] | None = None
) -> list[Participation]:
    """Everyone in a study; with what is known of people by their keyed hashes."""
    found = known or {}
    return [
        Participation(someone.participant_id, platform_id, submission_id, ledger)
        for someone, ledger in reader.read(participants_of, study.name)
        for platform_id, submission_id in [found.get(someone.person, (None, None))]
    ]


def records_of_study(reader: Reader, people: list[Participation]) -> Iterator[GameRecord]:
    """The records of the games that somebody in a study played."""
    games = {part.game.game_id for someone in people for part in someone.parts}
    return (reader.record(game_id) for game_id in sorted(games))


def read_platform_ids(path: Path, via: Via, secret: bytes) -> dict[str, PlatformId]:
    """Who is who, by the keyed hashes of people: from a platform's list as CSV, or from the file of
    names for which links were made.

    Raises:
        StudyError: the file is no such list.
    """
    platform = PLATFORMS[via]
    try:
        text = path.read_text(encoding="utf-8-sig")
        rows = list(csv.DictReader(StringIO(text)))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise StudyError(f"cannot read the list {path}: {error}") from None
    heads = rows[0].keys() if rows else ()
    column = next((name for name in platform.person_columns if name in heads), None)
    submission = next((name for name in platform.submission_columns if name in heads), "")
    if column is not None:
        found = [(row[column] or "", row.get(submission)) for row in rows]
    elif platform.is_signed:
        found = [(name, None) for name in text.split("\n")]
    else:
        expected = " or ".join(platform.person_columns)
        expected = expected or "no list, as everyone comes by the same link"
        raise StudyError(f"{path} is no list of participants: expected a column {expected}")
    return {
        person_digest(via, name.strip(), secret): (name.strip(), place and place.strip())
        for name, place in found
        if name.strip()
    }
