"""What exports and reports are made of: the games of a study, each once, with who played them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from cerealbar.game import Status
from cerealbar.language import tokenize
from cerealbar.records import Cancelled, GameRecord, Signalled, lives, replay
from cerealbar.records.life import InstructionLife
from cerealbar.records.summary import final_score
from cerealbar.studies.errors import StudyError
from cerealbar.studies.participations import Participation, PlayedPart
from cerealbar.studies.parts import PartnerKind
from cerealbar.studies.study import Study

PARTNERS: tuple[PartnerKind, ...] = ("person", "agent")


@dataclass(frozen=True)
class StudiedGame:
    """A recorded game with the parts that participants had in it: two, or one beside an agent."""

    record: GameRecord
    parts: tuple[PlayedPart, ...]
    instructions: tuple[InstructionLife, ...]

    @property
    def score(self) -> int:
        """The points in the end."""
        return final_score(self.record)

    def count(self, status: Status) -> int:
        """How many instructions came to such an end."""
        return sum(each.status is status for each in self.instructions)

    @cached_property
    def finished_tokens(self) -> list[list[str]]:
        """The words of each finished instruction."""
        return [tokenize(each.text) for each in self.instructions if each.is_finished]

    @property
    def signals(self) -> Counter[str]:
        """What players told each other beside instructions, by kind."""
        events = self.record.events
        return Counter(event.kind.value for event in events if isinstance(event, Signalled))

    @property
    def cancellations(self) -> int:
        """How often the leader withdrew what waited."""
        return sum(isinstance(event, Cancelled) for event in self.record.events)

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
    games: tuple[StudiedGame, ...]
    """In the order in which they began."""

    @property
    def whole_games(self) -> tuple[StudiedGame, ...]:
        """Those that were played to their end, of which points are told."""
        return tuple(game for game in self.games if game.is_whole)

    @property
    def written_games(self) -> tuple[StudiedGame, ...]:
        """Those of them whose instructions are a person's, of which words are told."""
        return tuple(game for game in self.whole_games if game.is_led_by_participant)


def gather(
    study: Study, participations: Iterable[Participation], records: Iterable[GameRecord]
) -> Material:
    """The material of a study; of the records those are taken that somebody in it played.

    Raises:
        StudyError: a game has no record.
        ReplayError: the rules refuse a game.
    """
    people = tuple(sorted(participations, key=lambda each: each.participant_id))
    parts: dict[str, list[PlayedPart]] = {}
    for part in (part for each in people for part in each.parts):
        parts.setdefault(part.game.game_id, []).append(part)
    found = {record.game_id: record for record in records if record.game_id in parts}
    for game_id, (part, *_) in parts.items():
        if game_id not in found:
            who = part.participant_id
            raise StudyError(f"game {game_id!r} of {who} cannot be told of: no record")
    in_order = sorted(found.values(), key=lambda record: (record.header.started, record.game_id))
    games = (
        StudiedGame(record, tuple(parts[record.game_id]), lives(replay(record)))
        for record in in_order
    )
    return Material(study, people, tuple(games))
