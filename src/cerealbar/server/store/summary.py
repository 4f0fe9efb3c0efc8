"""A stored game in a line, for lists."""

from typing import NamedTuple

import msgspec

from cerealbar.game import CerealBarError
from cerealbar.records import Commented, GameEnd, GameEnded, GameRecord, Participant, replay
from cerealbar.records.deeds import deeds
from cerealbar.server.store.entries import StoredEntry, StoredGame
from cerealbar.server.store.recording import header_of


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    """What a list of games tells of one."""

    game_id: str
    created: float
    leader: tuple[Participant, ...]
    """Who had the seat, one after the other."""
    follower: tuple[Participant, ...]
    score: int | None
    """Sets made; None if the rules refuse what is stored."""
    deeds: int
    seconds: float
    """Of the game's own clock, until the last entry."""
    ended: GameEnd | None = None
    """How; None if it is running."""
    comments: tuple[Commented, ...] = ()


class GameList(NamedTuple):
    """Summaries of games, the newest first, and where to go on."""

    games: list[GameSummary]
    older: float | None
    """When the last game of the list began, readable or not, if there may be older ones."""


def summarize(game: StoredGame, entries: list[StoredEntry]) -> GameSummary:
    """The summary of a game."""
    record = GameRecord(header_of(game, entries), tuple(stored.entry for stored in entries))
    people = record.people
    ends = [stored.entry.how for stored in entries if isinstance(stored.entry, GameEnded)]
    return GameSummary(
        game_id=game.game_id,
        created=game.created,
        leader=people["leader"],
        follower=people["follower"],
        score=_score(record),
        deeds=len(deeds(record.events)),
        seconds=max((stored.entry.at for stored in entries), default=0.0),
        ended=ends[0] if ends else None,
        comments=tuple(stored.entry for stored in entries if isinstance(stored.entry, Commented)),
    )


def _score(record: GameRecord) -> int | None:
    try:
        return int(replay(record).states["score"][-1])
    except CerealBarError:
        return None
