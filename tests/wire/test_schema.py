from pathlib import Path
from typing import get_args

from cerealbar.wire.messages import FromClient, FromServer
from docs.making.wire_schema import schema, schema_text

FILE = Path(__file__).parents[2] / "docs" / "wire.schema.json"


def test_the_schema_in_docs_is_fresh() -> None:
    assert FILE.read_text(encoding="utf-8") == schema_text(), (
        "run python -m docs.making.wire_schema docs/wire.schema.json"
    )


def test_the_schema_has_every_message() -> None:
    parts = schema()["$defs"]
    for name, union in (("FromClient", FromClient), ("FromServer", FromServer)):
        listed = {part["$ref"].rpartition("/")[2] for part in parts[name]["anyOf"]}
        assert listed == {member.__name__ for member in get_args(union)}
        assert listed <= set(parts)


def test_the_schema_refuses_unknown_fields() -> None:
    parts = schema()["$defs"]
    del parts["Plan"]  # a plan's are ignored
    structs = [part for part in parts.values() if part.get("type") == "object"]
    assert structs
    assert all(part["additionalProperties"] is False for part in structs)
