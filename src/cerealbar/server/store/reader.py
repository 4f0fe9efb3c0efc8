"""Reading what is stored; every call blocks, and sees the database as it was at one moment."""

import logging
from collections.abc import Callable, Iterator
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import URL, Connection, select
from sqlalchemy.exc import SQLAlchemyError

from cerealbar.records import GameRecord, RecordError
from cerealbar.server.store.database import Database, close_engine, head, revision
from cerealbar.server.store.errors import NoSuchGameError, StoreError, UnavailableError, reason
from cerealbar.server.store.game_rows import WholeGame, ended_ids, whole_game
from cerealbar.server.store.recording import anonymous, stored_record
from cerealbar.server.store.tables import server

_logger = logging.getLogger(__name__)
P = ParamSpec("P")
T = TypeVar("T")


class Reader:
    """What is in a store, for as many threads as like to read."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.engine = database.engine(writes=False)

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
            found = reader.read(revision)
            if found != head():
                told = "holds no games of ours" if found is None else f"is of revision {found}"
                raise StoreError(
                    f"the database {database} {told}, expected {head()}: "
                    "`cerealbar serve` brings older ones up to date"
                )
        except StoreError:
            reader.close()
            raise
        return reader

    @property
    def url(self) -> URL:
        """The database's address."""
        return self._database.url

    def __str__(self) -> str:
        """The database for people to read, without a password."""
        return str(self._database)

    def close(self) -> None:
        """Give up the connections."""
        close_engine(self.engine)

    def read(
        self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **named: P.kwargs
    ) -> T:
        """What a function finds that takes a connection first.

        Raises:
            UnavailableError: the database cannot be read.
        """
        try:
            with self.engine.connect() as connection, connection.begin():
                return function(connection, *args, **named)
        except SQLAlchemyError as error:
            raise UnavailableError(
                f"cannot read the database {self._database}: {reason(error)}"
            ) from None

    def secret(self) -> bytes:
        """The server's secret."""
        return bytes(self.read(lambda it: it.execute(select(server.c.secret)).scalar_one()))

    def game(self, game_id: str) -> WholeGame | None:
        """A game with its entries.

        Raises:
            StoreError: what is stored cannot be read.
        """
        return self.read(whole_game, game_id)

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
        for game_id in self.read(ended_ids):
            try:
                yield self.record(game_id)
            except StoreError as error:
                _logger.error("%s", error)
