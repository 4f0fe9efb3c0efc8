"""People have ids apart from their names, and agents are told from them by their kind."""

import hmac
import json
import secrets
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_REMOTE = ("human", "program")
_ID_BYTES = 6
_server = sa.table("server", sa.column("secret"))
_games = sa.table("games", sa.column("game_id"), sa.column("game"))
_entries = sa.table(
    "entries", sa.column("game_id"), sa.column("number", sa.Integer), sa.column("entry", sa.Text)
)
_SEATS = (
    sa.select(_entries, _games.c.game)
    .join(_games, _games.c.game_id == _entries.c.game_id)
    .where(_entries.c.entry.like('{"type":"seat"%'))
)
_REWRITE = (
    sa.update(_entries)
    .where(_entries.c.game_id == sa.bindparam("its_game"))
    .where(_entries.c.number == sa.bindparam("its_number"))
    .values(entry=sa.bindparam("rewritten"))
)


def upgrade() -> None:
    """Rewrite who took seats; all other entries are read as they are."""
    connection = op.get_bind()
    secret = bytes(connection.execute(sa.select(_server.c.secret)).scalar() or b"")
    unnamed: dict[str, str] = {}
    rewritten = []
    for row in connection.execute(_SEATS):
        entry, game = json.loads(row.entry), json.loads(row.game)
        fresh = secrets.token_hex(_ID_BYTES)
        if game["mode"] == "both":  # one person in both seats
            fresh = unnamed.setdefault(row.game_id, fresh)
        entry["participant"] = _participant(entry["participant"], game, secret, fresh)
        text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
        place = {"its_game": row.game_id, "its_number": row.number}
        rewritten.append({**place, "rewritten": text})
    if rewritten:
        connection.execute(_REWRITE, rewritten)


def _participant(
    old: dict[str, str], game: dict[str, Any], secret: bytes, fresh: str
) -> dict[str, str]:
    """Who it was: an agent's name stood in the kind; a person's id is that of earlier exports."""
    kind, name = old.get("kind", "unknown"), old.get("name", "")
    if kind not in _REMOTE:
        return {"kind": "agent", "name": kind, "version": game["package"]}
    if not name:
        return {"kind": kind, "id": fresh}
    digest = hmac.digest(secret, f"name {name}".encode(), "sha256")
    return {"kind": kind, "name": name, "id": digest[:_ID_BYTES].hex()}


def downgrade() -> None:
    """Not possible: what older versions read is not stored any more."""
    raise NotImplementedError("a database cannot be brought back to revision 0001")
