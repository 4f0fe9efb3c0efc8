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
)
games = Table(
    "games",
    metadata,
    Column("game_id", String(64), primary_key=True),
    Column("created", Double, nullable=False),
    Column("ended", String(20)),  # how; NULL while the game is running
    Column("game", Text, nullable=False),  # a StoredGame as JSON
    Column("owner", String(32)),  # who had its lock last; NULL if that was given up
    Column("seeking", String(100)),  # whom a person in it waits for; NULL if nobody waits
    Index("ix_games_created", "created"),
    Index("ix_games_ended", "ended"),
    Index("ix_games_owner", "owner"),
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
owners = Table(
    "owners",
    metadata,
    Column("owner_id", String(32), primary_key=True),  # of a process with one of its connections
    Column("name", String(60), nullable=False),  # by which a proxy finds it; may be empty
    Column("wall", Double),  # when it was last alive, by its own clock; NULL if it never said so
    Column("told", Text, nullable=False),  # what goes on in it, as JSON
)
sessions = Table(
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),  # of the id that the admin's cookie holds
    Column("ends", Double, nullable=False),  # in seconds since 1970
)
participants = Table(
    "participants",
    metadata,
    Column("participant_id", String(16), primary_key=True),  # random: it says nothing of anyone
    Column("study", String(40), nullable=False),
    Column("person", String(64), nullable=False),  # a keyed hash, the same in all studies here
    Column("created", Double, nullable=False),
    Index("ix_participants_study", "study", "person", unique=True),
    Index("ix_participants_person", "person"),
)
ledger = Table(
    "ledger",
    metadata,
    Column(
        "participant_id", String(16), ForeignKey(participants.c.participant_id), primary_key=True
    ),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("wall", Double, nullable=False),
    Column("entry", Text, nullable=False),  # an Entry of studies as JSON
    sqlite_with_rowid=False,
)
