"""How records of older schema versions become records of the next one.

When the schema changes, `SCHEMA` rises, and the old version gets a function here that turns a
decoded line of it into one of the version after it.
"""

from collections.abc import Callable
from typing import Any

Line = dict[str, Any]  # of a shape which no type describes

_PEOPLE = ("human", "simulated", "unknown")


def _to_schema_2(line: Line) -> Line:
    """Schema 1 had no ids: a person's stood in the name, an agent's name in the kind."""
    header = line["header"]
    participants = {
        role: migrated_participant(header[role])
        for role in ("leader", "follower")
        if role in header
    }
    return {**line, "header": {**header, **participants, "schema": 2}}


def migrated_participant(old: Line) -> Line:
    """A participant of schema 1 as one of schema 2."""
    kind, name = old.get("kind", "unknown"), old.get("name", "")
    if kind in _PEOPLE:
        return {"kind": kind, "id": name}
    if kind in ("agent", "program") or " + " in kind:  # a seat that changed hands
        return {"kind": kind, "name": name}
    return {"kind": "agent", "name": kind, "id": name}


MIGRATIONS: dict[int, Callable[[Line], Line]] = {1: _to_schema_2}
