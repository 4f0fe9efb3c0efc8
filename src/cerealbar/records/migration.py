"""How records of older schema versions become records of the next one.

When the schema changes, `SCHEMA` rises, and the old version gets a function here that turns a
decoded line of it into one of the version after it.
"""

from collections.abc import Callable
from typing import Any

MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
