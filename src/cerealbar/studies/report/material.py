"""What a report is made of: the games of a study, each once, with who played them."""

from collections.abc import Iterable
from dataclasses import dataclass

from cerealbar.records import GameRecord
from cerealbar.studies.participations import Participation
from cerealbar.studies.parts import PartnerKind
from cerealbar.studies.studied import (
    PlayedPart,
    StudiedGame,
    parts_of,
    records_of,
    studied_game,
)
from cerealbar.studies.study import Study

PARTNERS: tuple[PartnerKind, ...] = ("person", "agent")


@dataclass(frozen=True, slots=True)
class PairedGame:
    """A game with the parts that participants had in it: two, or one beside an agent."""

    game: StudiedGame
    parts: tuple[PlayedPart, ...]

    @property
    def partner(self) -> PartnerKind:
        """Whom its participants played with."""
        return self.parts[0].game.partner

    @property
    def treatment(self) -> str:
        """How it was played."""
        return self.parts[0].game.treatment

    @property
    def is_whole(self) -> bool:
        """Whether it was played to its end."""
        return all(part.game.how == "played" for part in self.parts)

    @property
    def is_led_by_participant(self) -> bool:
        """Whether its instructions are a person's."""
        return any(part.game.role == "leader" for part in self.parts)


@dataclass(frozen=True, slots=True)
class Material:
    """All that a report tells of."""

    study: Study
    people: tuple[Participation, ...]
    games: tuple[PairedGame, ...]
    """In the order in which they began."""

    @property
    def whole_games(self) -> tuple[PairedGame, ...]:
        """Those that were played to their end, of which points are told."""
        return tuple(game for game in self.games if game.is_whole)

    @property
    def written_games(self) -> tuple[PairedGame, ...]:
        """Those of them whose instructions are a person's, of which words are told."""
        return tuple(game for game in self.whole_games if game.is_led_by_participant)

    @property
    def whole_parts(self) -> tuple[tuple[PlayedPart, PairedGame], ...]:
        """Each participant's part in each game that was played to its end."""
        return tuple((part, each) for each in self.whole_games for part in each.parts)


def gather(
    study: Study, participations: Iterable[Participation], records: Iterable[GameRecord]
) -> Material:
    """The material of a report.

    Raises:
        StudyError: a game has no record.
        ReplayError: the rules refuse a game.
    """
    people = tuple(sorted(participations, key=lambda each: each.participant_id))
    parts: dict[str, list[PlayedPart]] = {}
    for each in people:
        for part in parts_of(each):
            parts.setdefault(part.game.game_id, []).append(part)
    played = records_of((part for some in parts.values() for part in some), records)
    games = (
        PairedGame(studied_game(record), tuple(parts[game_id]))
        for game_id, record in played.items()
    )
    return Material(study, people, tuple(games))
