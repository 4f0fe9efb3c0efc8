"""A game is stored with the specification of its room."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_games = sa.table("games", sa.column("game_id"), sa.column("game", sa.Text))
_REWRITE = (
    sa.update(_games)
    .where(_games.c.game_id == sa.bindparam("its_game"))
    .values(game=sa.bindparam("rewritten"))
)
_OF_THE_GAME = ("game_id", "created", "package", "rules_version")


def upgrade() -> None:
    """Rewrite how games began; one that cannot be read stays as it is."""
    connection = op.get_bind()
    rewritten = []
    for row in connection.execute(sa.select(_games)):
        try:
            game = _specified(json.loads(row.game))
        except (ValueError, LookupError, AttributeError):
            continue
        text = json.dumps(game, ensure_ascii=False, separators=(",", ":"))
        rewritten.append({"its_game": row.game_id, "rewritten": text})
    if rewritten:
        connection.execute(_REWRITE, rewritten)


def _specified(old: dict[str, Any]) -> dict[str, Any]:
    """The game with its spec; what nobody noted stays unknown."""
    treatment = {
        "values": old.get("treatment", {}),
        "rules": old["rules"],
        "sight": old.get("sight", ""),
        "agent_sight": old.get("agent_sight", ""),
        "pace_seconds": old.get("pace"),
    }
    spec = {
        "mode": old["mode"],
        "seed": old["seed"],
        "watch_delay_seconds": old.get("watch_delay_seconds", 0),
        "treatment": treatment,
    }
    return {**{key: old[key] for key in _OF_THE_GAME if key in old}, "spec": spec}


def downgrade() -> None:
    """Not possible: what older versions read is not stored any more."""
    raise NotImplementedError("a database cannot be brought back to revision 0002")
