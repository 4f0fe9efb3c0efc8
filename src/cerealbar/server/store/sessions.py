"""The sessions of admins, by digests of their ids."""

from sqlalchemy import Connection, delete, insert, select

from cerealbar.server.store.tables import sessions


def open_session(connection: Connection, digest: str, ends: float, now: float, most: int) -> None:
    """Keep a session until it ends; the oldest ends at once if there are too many."""
    connection.execute(delete(sessions).where(sessions.c.ends <= now))
    newest = select(sessions.c.digest).order_by(sessions.c.ends.desc()).limit(most - 1)
    kept = list(connection.execute(newest).scalars())
    connection.execute(delete(sessions).where(sessions.c.digest.not_in(kept)))
    connection.execute(insert(sessions).values(digest=digest, ends=ends))


def close_session(connection: Connection, digest: str) -> None:
    """End a session."""
    connection.execute(delete(sessions).where(sessions.c.digest == digest))


def session_ends(connection: Connection, digest: str) -> float | None:
    """When a session ends; None if there is none."""
    asked = select(sessions.c.ends).where(sessions.c.digest == digest)
    ends: float | None = connection.execute(asked).scalar()
    return ends
