"""The messages as TypeScript types, with the tables that a page needs to draw a board.

`python -m docs.making.typescript FILE` writes them; a test checks that the client's are fresh.
"""

import json
import sys
import textwrap
from collections.abc import Iterable
from enum import EnumMeta
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

from cerealbar.game import (
    COLOURS,
    MAX_COMMENT_LENGTH,
    MAX_INSTRUCTION_LENGTH,
    MAX_REMARK_LENGTH,
    SHAPES,
    TILES,
    WIDTH,
    Cancelling,
    PlayerWord,
    SignalKind,
    Status,
)
from cerealbar.views import Plan
from cerealbar.wire import lobby, messages, scene, visits, words

_HEADER = "// Written by `python -m docs.making.typescript`; not to be edited by hand.\n"
_UNIONS = {
    "Happening": scene.Happening,
    "FromClient": messages.FromClient,
    "FromServer": messages.FromServer,
    "Reply": visits.Reply,
    "Shown": visits.Shown,
}
_ALIASES = {
    "PlayerWord": PlayerWord,
    "SeatWord": words.SeatWord,
    "ActionWord": words.ActionWord,
    "ColourWord": words.ColourWord,
    "ShapeWord": words.ShapeWord,
    "StatusWord": Status,
    "SignalWord": SignalKind,
    "CancellingWord": Cancelling,
    "TurnEndWord": words.TurnEndWord,
    "GameEndWord": words.GameEndWord,
    "CameraWord": words.CameraWord,
    "PagePart": words.PagePart,
    "RefusalWord": messages.RefusalWord,
    "GoodbyeWord": messages.GoodbyeWord,
    "RoomStatus": messages.RoomStatus,
    "Mode": lobby.Mode,
    "EndWord": visits.EndWord,
}


def _spellings(words: object) -> tuple[str, ...]:
    """The words of a literal type or of an enumeration."""
    return tuple(words) if isinstance(words, EnumMeta) else get_args(words)


_NAMED = {_spellings(found): name for name, found in _ALIASES.items()}


def typescript() -> str:
    """The text of `client/src/protocol.ts`."""
    structs: list[type] = [Plan]
    structs += [
        struct for module in (scene, messages, lobby, visits) for struct in _structs(module)
    ]
    return "\n".join(
        [
            _HEADER,
            *_constants(),
            *(
                f"export type {name} = {_literals(_spellings(found))};"
                for name, found in _ALIASES.items()
            ),
            "",
            *(_interface(struct) for struct in structs),
            *(f"export type {name} = {_union(members)};" for name, members in _UNIONS.items()),
            "",
        ]
    )


def _structs(module: Any) -> Iterable[type[msgspec.Struct]]:  # Any: a module's names have no types
    """The messages that a module defines, in its order."""
    for value in vars(module).values():
        is_message = isinstance(value, type) and issubclass(value, words.Said)
        if is_message and value.__module__ == module.__name__:
            yield value


def _constants() -> list[str]:
    tiles = [
        {
            "words": tile.terrain.value if tile.prop is None else tile.prop.words,
            "terrain": tile.terrain.value,
            "prop": tile.prop.value if tile.prop is not None else None,
            "heading": tile.heading.value if tile.heading is not None else None,
            "height": tile.height,
        }
        for tile in TILES
    ]
    rows = ",\n".join(f"  {json.dumps(tile)}" for tile in tiles)
    return [
        f"export const VERSION = {words.VERSION};",
        f"export const GAME_ID_LENGTH = {words.GAME_ID_LENGTH};",
        f"export const UNSEEN = {words.UNSEEN};",
        f"export const WIDTH = {WIDTH};",
        f"export const MAX_INSTRUCTION_LENGTH = {MAX_INSTRUCTION_LENGTH};",
        f"export const MAX_REMARK_LENGTH = {MAX_REMARK_LENGTH};",
        f"export const MAX_COMMENT_LENGTH = {MAX_COMMENT_LENGTH};",
        f"export const COLOURS: readonly ColourWord[] = {json.dumps([c.value for c in COLOURS])};",
        f"export const SHAPES: readonly ShapeWord[] = {json.dumps([s.value for s in SHAPES])};",
        "",
        "/** What a tile code stands for; `heading` is 0 to 5, clockwise from the north-east. */",
        "export interface Tile {",
        "  words: string;",
        "  terrain: string;",
        "  prop: string | null;",
        "  heading: number | null;",
        "  height: number;",
        "}",
        f"export const TILES: readonly Tile[] = [\n{rows},\n];",
        "",
    ]


def _interface(struct: type) -> str:
    found = inspect.type_info(struct)
    assert isinstance(found, inspect.StructType | inspect.DataclassType)
    lines = [_comment(struct.__doc__), f"export interface {struct.__name__} {{"]
    if isinstance(found, inspect.StructType) and found.tag is not None:
        lines.append(f"  type: {json.dumps(found.tag)};")
    for field in found.fields:
        is_optional = not field.required
        lines.append(f"  {field.encode_name}{'?' if is_optional else ''}: {_type(field.type)};")
    return "\n".join([*lines, "}", ""])


def _comment(text: str | None) -> str:
    words = " ".join((text or "").partition("\n\n")[0].split())
    if len(words) < 90:
        return f"/** {words} */"
    return (
        "/**\n" + textwrap.fill(words, 96, initial_indent=" * ", subsequent_indent=" * ") + "\n */"
    )


def _type(found: inspect.Type) -> str:
    match found:
        case inspect.StructType() | inspect.DataclassType():
            return found.cls.__name__
        case inspect.LiteralType():
            return _named(found.values)
        case inspect.EnumType():
            return _named(_spellings(found.cls))
        case inspect.DictType():  # a number as a key is written as a text, and read as either
            return f"Record<{_type(found.key_type)}, {_type(found.value_type)}>"
        case inspect.UnionType():
            return _union_of(found)
        case inspect.VarTupleType():
            inner = _type(found.item_type)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case inspect.TupleType():
            return f"[{', '.join(map(_type, found.item_types))}]"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.AnyType():
            return "unknown"
        case inspect.StrType():
            return "string"
        case inspect.BoolType():
            return "boolean"
        case inspect.NoneType():
            return "null"
    raise TypeError(f"no TypeScript for {found!r}")


def _union_of(found: inspect.UnionType) -> str:
    structs = {part.cls for part in found.types if isinstance(part, inspect.StructType)}
    for name, union in _UNIONS.items():
        if structs == set(get_args(union)):
            return name
    return " | ".join(map(_type, found.types))


def _named(values: Iterable[object]) -> str:
    """The name of a literal type, or the type spelled out."""
    wanted = set(values)
    return next((name for known, name in _NAMED.items() if set(known) == wanted), _literals(wanted))


def _literals(values: Iterable[object]) -> str:
    ordered = sorted(values, key=str) if isinstance(values, set) else values
    return " | ".join(json.dumps(value) for value in ordered)


def _union(members: object) -> str:
    return " | ".join(member.__name__ for member in get_args(members))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(typescript(), encoding="utf-8")
