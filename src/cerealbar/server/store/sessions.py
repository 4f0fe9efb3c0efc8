"""The sessions of admins, by digests of their ids."""

from sqlalchemy import Connection, delete, insert, select

from cerealbar.server.store.tables import sessions


def put(digest: str, ends: float, now: float, most: int, connection: Connection) -> None:
    """Keep a session until it ends; the oldest ends at once if there are too many."""
    connection.execute(delete(sessions).where(sessions.c.ends <= now))
    newest = select(sessions.c.digest).order_by(sessions.c.ends.desc()).limit(most - 1)
    kept = list(connection.execute(newest).scalars())
    connection.execute(delete(sessions).where(sessions.c.digest.not_in(kept)))
    connection.execute(insert(sessions).values(digest=digest, ends=ends))


def drop(digest: str, connection: Connection) -> None:
    """End a session."""
    connection.execute(delete(sessions).where(sessions.c.digest == digest))


def ends_of(digest: str, connection: Connection) -> float | None:
    """When a session ends; None if there is none."""
    asked = select(sessions.c.ends).where(sessions.c.digest == digest)
    ends: float | None = connection.execute(asked).scalar()
    return ends
