"""Games as rows, and back, strictly: whole, or in a line each for lists.

Every function of rows takes the connection first.
"""

import logging
from collections.abc import Container, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, Row, func, insert, select, update

from cerealbar.game import CerealBarError, PlayerWord
from cerealbar.records import (
    Commented,
    GameEnd,
    GameEnded,
    GameRecord,
    GaveUp,
    Instructed,
    Participant,
    SeatTaken,
    Signalled,
    replay,
)
from cerealbar.records.deeds import deeds
from cerealbar.server.store.entries import JournalEntry, StoredEntry, StoredGame
from cerealbar.server.store.errors import StoreError
from cerealbar.server.store.recording import header_of
from cerealbar.server.store.tables import entries, games

FORGOTTEN = "…"
"""What stands in games instead of the words of those who were forgotten."""
WholeGame = tuple[StoredGame, list[StoredEntry]]
_encode = msgspec.json.Encoder().encode
_decode_game = msgspec.json.Decoder(StoredGame).decode
_decode_entry = msgspec.json.Decoder(JournalEntry).decode
_logger = logging.getLogger(__name__)


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


# Writing


def game_text(game: StoredGame) -> str:
    """A game as it is stored.

    Raises:
        StoreError: it holds what could not be read again.
    """
    return _checked(game, _decode_game, f"game {game.game_id!r}")


def entry_rows(game_id: str, many: Sequence[StoredEntry]) -> list[dict[str, Any]]:
    """The rows of a game's entries.

    Raises:
        StoreError: an entry could not be read again, or a number is left out.
    """
    rows = []
    for number, stored in enumerate(many, many[0].number if many else 0):
        name = f"entry {stored.number} of game {game_id}"
        if stored.number != number:
            raise StoreError(f"cannot store {name}: expected number {number}")
        text = _checked(stored.entry, _decode_entry, name)
        rows.append({"game_id": game_id, "number": number, "wall": stored.wall, "entry": text})
    return rows


def end_of(many: Sequence[StoredEntry]) -> str | None:
    """How a game ends by its new entries, if it does."""
    ends = (str(it.entry.how) for it in many if isinstance(it.entry, GameEnded))
    return next(ends, None)


def add_game(
    connection: Connection, game: StoredGame, text: str, rows: list[dict[str, Any]]
) -> None:
    """Store how a game begins."""
    values = {"game_id": game.game_id, "created": game.created, "game": text}
    connection.execute(insert(games).values(values))
    if rows:
        connection.execute(insert(entries), rows)


def end_game(connection: Connection, game_id: str, how: str) -> None:
    """Store that a game has ended."""
    connection.execute(update(games).where(games.c.game_id == game_id).values(ended=how))


def forget_player(connection: Connection, game_id: str, participant_id: str) -> None:
    """Take a person's id and words out of a game; the rules replay it as before.

    Raises:
        StoreError: what is stored cannot be read.
    """
    whole = whole_game(connection, game_id)
    own: set[PlayerWord] = set()
    for stored in whole[1] if whole is not None else ():
        if isinstance(seat := stored.entry, SeatTaken):
            (own.add if seat.participant.id == participant_id else own.discard)(seat.role)
        without = _wordless(stored.entry, own)
        if without is not stored.entry:
            its = (entries.c.game_id == game_id) & (entries.c.number == stored.number)
            connection.execute(update(entries).where(its).values(entry=_encode(without).decode()))


def _wordless(entry: JournalEntry, own: Container[PlayerWord]) -> JournalEntry:
    """An entry without what those say and are who have these roles."""
    match entry:
        case SeatTaken(role=role, participant=someone) if role in own:
            return replace(entry, participant=replace(someone, name="", id=""))
        case Instructed() if "leader" in own:
            return replace(entry, text=FORGOTTEN)
        case GaveUp(reason=reason) if reason and "follower" in own:
            return replace(entry, reason=FORGOTTEN)
        case Signalled(text=text, by=by) | Commented(text=text, role=by) if text and by in own:
            return replace(entry, text=FORGOTTEN)
    return entry


def _checked(thing: msgspec.Struct, decode: Any, name: str) -> str:
    """The thing as JSON that is known to be readable."""
    try:
        data = _encode(thing)
        decode(data)
    except (msgspec.MsgspecError, UnicodeError, TypeError) as error:
        raise StoreError(f"cannot store {name}: {error}") from None
    return data.decode()


# Reading


def whole_game(connection: Connection, game_id: str) -> WholeGame | None:
    """A game with its entries.

    Raises:
        StoreError: what is stored cannot be read.
    """
    row = connection.execute(select(games).where(games.c.game_id == game_id)).first()
    if row is None:
        return None
    its = select(entries).where(entries.c.game_id == game_id)
    return _whole(row, connection.execute(its.order_by(entries.c.number)).all())


def newest_games(connection: Connection, limit: int, before: float | None = None) -> GameList:
    """Of the newest games, or of the newest that began before a moment; one that cannot be read is
    left out."""
    newest = select(games).order_by(games.c.created.desc()).limit(limit)
    if before is not None:
        newest = newest.where(games.c.created < before)
    rows = connection.execute(newest).all()
    its = select(entries).where(entries.c.game_id.in_([row.game_id for row in rows]))
    found = connection.execute(its.order_by(entries.c.game_id, entries.c.number)).all()
    by_game = {key: list(group) for key, group in groupby(found, lambda row: row.game_id)}
    summaries = [summarize(*whole) for whole in _readable(rows, by_game)]
    return GameList(summaries, rows[-1].created if len(rows) == limit else None)


def _readable(rows: Sequence[Row[Any]], by_game: dict[str, list[Row[Any]]]) -> Iterator[WholeGame]:
    for row in rows:
        try:
            yield _whole(row, by_game.get(row.game_id, []))
        except StoreError as error:
            _logger.error("%s", error)


def ended_ids(connection: Connection, *, with_tutorials: bool = False) -> list[str]:
    """The ids of all games that have ended, oldest first; tutorials only if they are wanted."""
    ended = select(games.c.game_id, games.c.game).where(games.c.ended.is_not(None))
    rows = connection.execute(ended.order_by(games.c.created, games.c.game_id)).all()
    return [row.game_id for row in rows if with_tutorials or not _is_tutorial(row.game)]


def running_count(connection: Connection) -> int:
    """How many games have not ended."""
    count = select(func.count()).select_from(games).where(games.c.ended.is_(None))
    return connection.execute(count).scalar_one()


def _is_tutorial(stored: str) -> bool:
    """Whether a game in a row is a tutorial; not if it cannot be read."""
    try:
        return _decode_game(stored).spec.mode == "tutorial"
    except msgspec.DecodeError:
        return False


def _whole(row: Row[Any], found: Sequence[Row[Any]]) -> WholeGame:
    try:
        game = _decode_game(row.game)
        stored = [StoredEntry(it.number, it.wall, _decode_entry(it.entry)) for it in found]
    except msgspec.DecodeError as error:
        raise StoreError(f"game {row.game_id} cannot be read: {error}") from None
    for number, entry in enumerate(stored):
        if entry.number != number:
            raise StoreError(f"game {row.game_id} cannot be read: entry {number} is missing")
    return game, stored


# A game in a line


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
