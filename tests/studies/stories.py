"""Ledgers and stories for tests."""

from cerealbar.game import PlayerWord
from cerealbar.studies.entries import Arrived, GamePart, GamePlayed, LedgerEntry, StudyEntry
from cerealbar.studies.story import ParticipantStory, story_of


def played(
    score: int = 3,
    role: PlayerWord = "leader",
    *,
    game_id: str = "g1",
    step: str = "games",
    how: GamePart = "played",
) -> GamePlayed:
    return GamePlayed(
        step=step,
        game_id=game_id,
        role=role,
        treatment="usual",
        partner="person",
        score=score,
        how=how,
    )


def ledger(*entries: StudyEntry, began: float = 1000.0) -> tuple[LedgerEntry, ...]:
    """A ledger with an entry each second, after the participant's coming."""
    all_ = (Arrived(visit=1, window=1), *entries)
    return tuple(LedgerEntry(n, began + n, entry) for n, entry in enumerate(all_))


def told(*entries: StudyEntry) -> ParticipantStory:
    return story_of(ledger(*entries))
