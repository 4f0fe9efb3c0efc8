"""What a study wants to know of its recorded games: points, words, what became of instructions."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cerealbar.game import Status
from cerealbar.language import tokenize
from cerealbar.records import Cancelled, GameRecord, Signalled, lives, replay
from cerealbar.records.summary import final_score
from cerealbar.studies.entries import GamePlayed
from cerealbar.studies.errors import StudyError
from cerealbar.studies.participations import Participation


@dataclass(frozen=True, slots=True)
class StudiedInstruction:
    """An instruction of a leader."""

    tokens: tuple[str, ...]
    status: Status

    @property
    def is_finished(self) -> bool:
        """Whether the follower marked it as done."""
        return self.status is Status.FINISHED


@dataclass(frozen=True, slots=True)
class StudiedGame:
    """A recorded game, as studies see it."""

    game_id: str
    is_synthetic: bool
    seconds: float
    score: int
    instructions: tuple[StudiedInstruction, ...]
    cancellations: int
    """How often the leader withdrew what waited."""
    signals: Mapping[str, int]
    """What players told each other beside instructions, by kind."""

    def count(self, status: Status) -> int:
        """How many instructions came to such an end."""
        return sum(each.status is status for each in self.instructions)

    @property
    def finished_tokens(self) -> tuple[tuple[str, ...], ...]:
        """The words of each finished instruction."""
        return tuple(each.tokens for each in self.instructions if each.is_finished)


def studied_game(record: GameRecord) -> StudiedGame:
    """What a record tells.

    Raises:
        ReplayError: the rules refuse the game.
    """
    signals = Counter(event.kind.value for event in record.events if isinstance(event, Signalled))
    return StudiedGame(
        game_id=record.game_id,
        is_synthetic=record.header.synthetic,
        seconds=record.seconds,
        score=final_score(record),
        instructions=tuple(
            StudiedInstruction(tuple(tokenize(life.text)), life.status)
            for life in lives(replay(record))
        ),
        cancellations=sum(isinstance(event, Cancelled) for event in record.events),
        signals=dict(signals),
    )


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """One participant's part in one game."""

    participant_id: str
    visit: int
    number: int
    """Which of its games it is, from 1 over all visits."""
    wall: float
    """When it was over."""
    game: GamePlayed


def parts_of(participation: Participation) -> Iterator[PlayedPart]:
    """The games of a participant, the first one first."""
    number = 0
    for visit in participation.visits:
        for line in visit.entries:
            if isinstance(line.entry, GamePlayed):
                number += 1
                yield PlayedPart(
                    participation.participant_id, visit.number, number, line.wall, line.entry
                )


def records_of(parts: Iterable[PlayedPart], records: Iterable[GameRecord]) -> dict[str, GameRecord]:
    """The records of the games that somebody played, by id in the order in which they began.

    Raises:
        StudyError: a game has no record.
    """
    wanted = {part.game.game_id: part.participant_id for part in parts}
    found = {record.game_id: record for record in records if record.game_id in wanted}
    for game_id, participant in wanted.items():
        if game_id not in found:
            raise StudyError(f"game {game_id!r} of {participant} cannot be told of: no record")
    in_order = sorted(found.values(), key=lambda record: (record.header.started, record.game_id))
    return {record.game_id: record for record in in_order}
