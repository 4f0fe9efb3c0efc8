"""The messages as a JSON Schema, for clients in any language.

`python -m docs.making.wire_schema FILE` writes it; a test checks that the one in `docs` is fresh.
"""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from cerealbar.wire import lobby, messages
from cerealbar.wire.words import VERSION

UNIONS = {"FromClient": messages.FromClient, "FromServer": messages.FromServer}
"""What is said over the socket."""
BODIES = (
    lobby.Lobby,
    lobby.OpenRoom,
    lobby.TakeSeat,
    lobby.Seated,
    lobby.AskReplay,
    lobby.ReplayShown,
    lobby.Problem,
)
"""What is said over HTTP."""


def schema() -> dict[str, Any]:
    """The JSON Schema of every message; `$defs` holds the two unions under their names."""
    kinds = [*UNIONS.values(), *BODIES]
    references, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    unions = dict(zip(UNIONS, references, strict=False))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"CerealBar: messages of version {VERSION}",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in UNIONS],
        "$defs": {**unions, **parts},
    }


def schema_text() -> str:
    """The text of `docs/wire.schema.json`."""
    return json.dumps(schema(), indent=2) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(schema_text(), encoding="utf-8")
