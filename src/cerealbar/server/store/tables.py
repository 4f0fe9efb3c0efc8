"""The tables of the database; `migrations/` brings a database to this shape."""

from sqlalchemy import (
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

server = Table(
    "server",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # 1: there is one row
    Column("secret", LargeBinary, nullable=False),
    Column("last_beat", Double),
)
games = Table(
    "games",
    metadata,
    Column("game_id", String(64), primary_key=True),
    Column("created", Double, nullable=False),
    Column("ended", String(20)),  # how; NULL while the game is running
    Column("game", Text, nullable=False),  # a StoredGame as JSON
    Index("ix_games_created", "created"),
    Index("ix_games_ended", "ended"),
)
entries = Table(
    "entries",
    metadata,
    Column("game_id", String(64), ForeignKey(games.c.game_id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("wall", Double, nullable=False),
    Column("entry", Text, nullable=False),  # an JournalEntry as JSON
    sqlite_with_rowid=False,  # the key is the table: half of the pages to write
)
errors = Table(
    "errors",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("wall", Double, nullable=False),
    Column("place", Text, nullable=False),
    Column("text", Text, nullable=False),
)
