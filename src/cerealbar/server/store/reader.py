"""Reading what is stored; every call blocks, and sees the database as it was at one moment."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import URL, ColumnElement, Connection, Engine, Row, func, select
from sqlalchemy.exc import SQLAlchemyError

from cerealbar.records import GameRecord, RecordError
from cerealbar.server.store import ledgers
from cerealbar.server.store.database import Database, close_engine
from cerealbar.server.store.entries import StoredEntry, StoredError, StoredGame
from cerealbar.server.store.errors import NoSuchGameError, StoreError, UnavailableError, reason
from cerealbar.server.store.ledgers import Ledger, StoredParticipant
from cerealbar.server.store.migrating import head, revision
from cerealbar.server.store.recording import anonymous, stored_record
from cerealbar.server.store.rows import entry_of_row, game_of_row, is_tutorial
from cerealbar.server.store.sessions import ends_of
from cerealbar.server.store.summary import GameList, summarize
from cerealbar.server.store.tables import entries, errors, games, server

WholeGame = tuple[StoredGame, list[StoredEntry]]
_logger = logging.getLogger(__name__)


class Reader:
    """What is in a store, for as many threads as like to read."""

    def __init__(self, database: Database, engine: Engine | None = None) -> None:
        self._database = database
        self._engine = engine or database.engine(writes=False)

    @classmethod
    def open(cls, url: str) -> "Reader":
        """The store at a URL or in a file, which must be there and is not changed.

        Raises:
            StoreError: there is none, or of another version.
        """
        database = Database.at(url)
        if database.file is not None and not database.file.is_file():
            raise StoreError(f"cannot open the database {database}: there is no such file")
        reader = cls(database)
        try:
            reader._check()
        except StoreError:
            reader.close()
            raise
        return reader

    def _check(self) -> None:
        """See that the tables are those of this version."""
        with self._read() as connection:
            found = revision(connection)
        if found != head():
            told = "holds no games of ours" if found is None else f"is of revision {found}"
            raise StoreError(
                f"the database {self._database} {told}, expected {head()}: "
                "`cerealbar serve` brings older ones up to date"
            )

    @property
    def url(self) -> URL:
        """The database's address."""
        return self._database.url

    def __str__(self) -> str:
        """The database for people to read, without a password."""
        return str(self._database)

    def close(self) -> None:
        """Give up the connections."""
        close_engine(self._engine)

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        try:
            with self._engine.connect() as connection, connection.begin():
                yield connection
        except SQLAlchemyError as error:
            raise UnavailableError(
                f"cannot read the database {self._database}: {reason(error)}"
            ) from None

    def secret(self) -> bytes:
        """The server's secret."""
        with self._read() as connection:
            return bytes(connection.execute(select(server.c.secret)).scalar_one())

    def last_beat(self) -> float | None:
        """When the server was alive, in seconds since 1970."""
        with self._read() as connection:
            beat: float | None = connection.execute(select(server.c.last_beat)).scalar_one()
            return beat

    def game(self, game_id: str) -> WholeGame | None:
        """A game with its entries.

        Raises:
            StoreError: what is stored cannot be read.
        """
        with self._read() as connection:
            row = connection.execute(select(games).where(games.c.game_id == game_id)).first()
            if row is None:
                return None
            found = connection.execute(
                select(entries).where(entries.c.game_id == game_id).order_by(entries.c.number)
            )
            return _whole(row, found.all())

    def summaries(self, limit: int, before: float | None) -> GameList:
        """Of the newest games, or of the newest that began before a moment; one that cannot be
        read is left out."""
        newest = (
            select(games.c.game_id, games.c.created).order_by(games.c.created.desc()).limit(limit)
        )
        if before is not None:
            newest = newest.where(games.c.created < before)
        with self._read() as connection:
            rows = connection.execute(newest).all()
        ids = [row.game_id for row in rows]
        found = [summarize(*whole) for whole in self._several(games.c.game_id.in_(ids))]
        return GameList(found[::-1], rows[-1].created if len(rows) == limit else None)

    def _several(self, condition: ColumnElement[bool]) -> Iterator[WholeGame]:
        """The games that meet a condition, oldest first."""
        with self._read() as connection:
            rows = connection.execute(
                select(games).where(condition).order_by(games.c.created)
            ).all()
            found = connection.execute(
                select(entries)
                .join(games)
                .where(condition)
                .order_by(entries.c.game_id, entries.c.number)
            ).all()
        by_game = {key: list(group) for key, group in groupby(found, lambda row: row.game_id)}
        for row in rows:
            try:
                yield _whole(row, by_game.get(row.game_id, []))
            except StoreError as error:
                _logger.error("%s", error)

    def errors(self, limit: int) -> list[StoredError]:
        """The newest errors first."""
        newest = select(errors).order_by(errors.c.id.desc()).limit(limit)
        with self._read() as connection:
            return [
                StoredError(row.wall, row.place, row.text) for row in connection.execute(newest)
            ]

    def ended_ids(self, *, with_tutorials: bool = False) -> list[str]:
        """The ids of all games that have ended, oldest first; tutorials only if they are wanted."""
        ended = select(games.c.game_id, games.c.game).where(games.c.ended.is_not(None))
        with self._read() as connection:
            rows = connection.execute(ended.order_by(games.c.created, games.c.game_id)).all()
        return [row.game_id for row in rows if with_tutorials or not is_tutorial(row.game)]

    def session_ends(self, digest: str) -> float | None:
        """When an admin's session ends; None if there is none."""
        with self._read() as connection:
            return ends_of(digest, connection)

    def find_participant(self, study: str, person: str) -> StoredParticipant | None:
        """Who a person is in a study."""
        with self._read() as connection:
            return ledgers.find(study, person, connection)

    def participant(self, participant_id: str) -> tuple[StoredParticipant, Ledger] | None:
        """A participant with its ledger."""
        with self._read() as connection:
            found = ledgers.by_id(participant_id, connection)
            return None if found is None else (found, ledgers.read(participant_id, connection))

    def participants(self, study: str) -> list[tuple[StoredParticipant, Ledger]]:
        """Everyone in a study with their ledgers, the first who came first."""
        with self._read() as connection:
            return ledgers.of_study(study, connection)

    def ledger_lengths(self, study: str) -> list[tuple[StoredParticipant, int]]:
        """Everyone in a study with the number of their entries, the first who came first."""
        with self._read() as connection:
            return ledgers.lengths(study, connection)

    def ledgers(self, participant_ids: Sequence[str]) -> dict[str, Ledger]:
        """The ledgers of some participants."""
        with self._read() as connection:
            return ledgers.read_all(participant_ids, connection)

    def study_ledger(self, study: str) -> Ledger:
        """What was decided for everyone in a study."""
        with self._read() as connection:
            return ledgers.study_ledger(study, connection)

    def of_person(self, person: str) -> list[tuple[StoredParticipant, Ledger]]:
        """What a person did in all studies."""
        with self._read() as connection:
            return ledgers.of_person(person, connection)

    def running_ids(self) -> list[str]:
        """The ids of all games that have not ended, oldest first."""
        running = select(games.c.game_id).where(games.c.ended.is_(None))
        with self._read() as connection:
            order = running.order_by(games.c.created, games.c.game_id)
            return list(connection.execute(order).scalars())

    def running_count(self) -> int:
        """How many games have not ended."""
        count = select(func.count()).select_from(games).where(games.c.ended.is_(None))
        with self._read() as connection:
            return connection.execute(count).scalar_one()

    def record(self, game_id: str) -> GameRecord:
        """A game as a record, without the names that people gave themselves.

        Raises:
            NoSuchGameError: there is none.
            StoreError: the rules refuse what is stored of it.
        """
        whole = self.game(game_id)
        if whole is None:
            raise NoSuchGameError(f"there is no game {game_id!r}")
        try:
            return anonymous(stored_record(*whole))
        except RecordError as error:
            raise StoreError(f"game {game_id} cannot be played again: {error}") from None

    def records(self) -> Iterator[GameRecord]:
        """Every game that has ended but tutorials, oldest first; one that the rules refuse is left
        out."""
        for game_id in self.ended_ids():
            try:
                yield self.record(game_id)
            except StoreError as error:
                _logger.error("%s", error)


def _whole(row: Row[Any], found: Sequence[Row[Any]]) -> WholeGame:
    try:
        game, stored = game_of_row(row), [entry_of_row(entry) for entry in found]
    except msgspec.DecodeError as error:
        raise StoreError(f"game {row.game_id} cannot be read: {error}") from None
    for number, entry in enumerate(stored):
        if entry.number != number:
            raise StoreError(f"game {row.game_id} cannot be read: entry {number} is missing")
    return game, stored
