"""A stored game in a line, for lists."""

from collections.abc import Sequence

import msgspec

from cerealbar.game import CerealBarError
from cerealbar.records import Commented, GameEnd, GameEnded, Participant
from cerealbar.records.replay import replay_deeds
from cerealbar.server.store.entries import StoredEntry, StoredGame, deeds_of
from cerealbar.server.store.recording import header_of, participants
from cerealbar.wire.lobby import Mode


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    """What a list of games tells of one."""

    game_id: str
    created: float
    mode: Mode
    seed: int
    leader: tuple[Participant, ...]
    """Who had the seat, one after the other."""
    follower: tuple[Participant, ...]
    score: int | None
    """Sets made; None if the rules refuse what is stored."""
    deeds: int
    seconds: float
    """Of the game's own clock, until the last entry."""
    last_wall: float
    """When the last thing happened, in seconds since 1970."""
    ended: GameEnd | None = None
    """How; None if it is running."""
    comments: tuple[Commented, ...] = ()


def summarize(game: StoredGame, entries: list[StoredEntry]) -> GameSummary:
    """The summary of a game."""
    people = participants(entries)
    ends = [stored.entry.how for stored in entries if isinstance(stored.entry, GameEnded)]
    return GameSummary(
        game_id=game.game_id,
        created=game.created,
        mode=game.mode,
        seed=game.seed,
        leader=people["leader"],
        follower=people["follower"],
        score=_score(game, entries),
        deeds=len(deeds_of(entries)),
        seconds=max((stored.entry.at for stored in entries), default=0.0),
        last_wall=entries[-1].wall if entries else game.created,
        ended=ends[0] if ends else None,
        comments=tuple(stored.entry for stored in entries if isinstance(stored.entry, Commented)),
    )


def _score(game: StoredGame, entries: Sequence[StoredEntry]) -> int | None:
    deeds = list(enumerate(deeds_of(entries)))
    try:
        return int(replay_deeds(header_of(game, entries), deeds).states["score"][-1])
    except CerealBarError:
        return None
