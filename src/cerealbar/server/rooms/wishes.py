"""Places in games: what a participant of a study is to have, and whom a room seeks."""

import hashlib
from dataclasses import dataclass

from cerealbar.game import PlayerWord
from cerealbar.records import Participant
from cerealbar.server.store import StudyPlace, Treatment

MAX_SOUGHT_LENGTH = 100
"""Characters that the database keeps of whom a room seeks."""
_OF_STUDIES = "@"


@dataclass(frozen=True, slots=True)
class StudyWish:
    """How a participant is to play."""

    place: StudyPlace
    treatment: Treatment
    someone: Participant
    roles: tuple[PlayerWord, ...]
    """Which it can have; the first unless it is for another that somebody waits."""
    seed: int | None = None
    """Of a new room; None for any."""
    agent: str = ""
    """Who has the other seat of a new room from the start."""


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
