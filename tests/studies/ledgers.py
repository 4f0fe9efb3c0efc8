"""Ledgers to test on."""

from cerealbar.game import PlayerWord
from cerealbar.studies import entries as told
from cerealbar.studies.entries import GamePart, LedgerEntry, StudyEntry
from cerealbar.studies.participations import Participation
from cerealbar.studies.parts import PartnerKind


def ledger(
    *entries: StudyEntry, start: float = 1000.0, every: float = 10.0
) -> tuple[LedgerEntry, ...]:
    """Entries, one every so many seconds."""
    return tuple(
        LedgerEntry(number, start + every * number, entry) for number, entry in enumerate(entries)
    )


def participation(participant_id: str, *entries: StudyEntry) -> Participation:
    """Somebody with such a ledger, whom a platform knows."""
    return Participation(participant_id, f"worker-{participant_id}", "A1", ledger(*entries))


def arrived(visit: int = 1, window: int = 1) -> told.Arrived:
    return told.Arrived(visit=visit, window=window)


def played(
    score: int = 0,
    role: PlayerWord = "leader",
    how: GamePart = "played",
    *,
    game_id: str = "g",
    partner: PartnerKind = "person",
    waited: float = 0.0,
) -> told.GamePlayed:
    return told.GamePlayed(
        step="games",
        game_id=game_id,
        role=role,
        treatment="plain",
        partner=partner,
        score=score,
        how=how,
        waited_seconds=waited,
    )
