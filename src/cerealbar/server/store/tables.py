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
    Column("owner", String(32)),  # the process that may write to it; NULL if nobody does
    Column("fence", Integer, nullable=False, server_default="0"),  # how often the owner changed
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
errors = Table(
    "errors",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("wall", Double, nullable=False),
    Column("place", Text, nullable=False),
    Column("text", Text, nullable=False),
)
processes = Table(
    "processes",
    metadata,
    Column("process_id", String(32), primary_key=True),  # another one at each start
    Column("name", String(60), nullable=False),  # by which a proxy finds it; may be empty
    Column("beat", Double, nullable=False),  # when it was alive, by the database's clock
    Column("steady", Double, nullable=False),  # since when its beats have had no gap
    Column("wall", Double, nullable=False),  # of the last beat, by its own clock
    Column("session", Integer),  # the database's process for the connection on which it listens
    Column("floor", Text, nullable=False),  # what goes on in it, as JSON
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
