"""Tables of a JSON Schema: one for each type, with its fields, their types and defaults."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Node = Mapping[str, Any]


def schema_tables(file: Path) -> str:
    """A section for each type of a schema, those of structures with a table."""
    types: dict[str, Node] = json.loads(file.read_bytes())["$defs"]
    return "\n".join(line for name, node in types.items() for line in _section(name, node))


def _section(name: str, node: Node) -> Iterator[str]:
    yield from (f"### {name}", "")
    if about := node.get("description"):
        yield from (about.partition("\n\n")[0].replace("\n", " "), "")
    if fields := node.get("properties"):
        yield from ("| field | type | default |", "|---|---|---|")
        for field, kind in fields.items():
            default = _default(kind, field in node.get("required", ()))
            yield f"| `{field}` | {_words(kind)} | {default} |"
    elif not about or "anyOf" in node or "enum" in node:
        yield _words(node)
    yield ""


def _default(node: Node, is_required: bool) -> str:
    if is_required:
        return "required"
    return f"`{json.dumps(node['default'])}`" if "default" in node else ""


def _words(node: Node) -> str:
    """A type in a few words, with links to others."""
    if reference := node.get("$ref"):
        name = str(reference).rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if some := node.get("anyOf"):
        return " or ".join(_words(each) for each in some)
    if values := node.get("enum"):
        return ", ".join(f"`{json.dumps(value)}`" for value in values)
    kind = node.get("type", "anything")
    if kind == "array":
        return _list_words(node)
    if kind == "object" and (values := node.get("additionalProperties")):
        return f"object of {_words(values)}" if isinstance(values, dict) else "object"
    return f"{kind}{_limits(node)}"


def _list_words(node: Node) -> str:
    if firsts := node.get("prefixItems"):
        return f"[{', '.join(_words(each) for each in firsts)}]"
    items = node.get("items")
    return f"list of {_words(items)}" if isinstance(items, dict) else "list"


_LIMITS = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "minLength": "at least {} long",
    "maxLength": "at most {} long",
}


def _limits(node: Node) -> str:
    told = [words.format(f"{node[key]:,}") for key, words in _LIMITS.items() if key in node]
    return f" ({', '.join(told)})" if told else ""
