"""Messages that no honest client sends: malformed, illegal, or mutated from good ones."""

import json
import random
import string
from collections.abc import Callable
from typing import get_args

from msgspec import inspect

from cerealbar.game import CELLS
from cerealbar.views.plan import DISTRIBUTIONS
from cerealbar.wire.messages import Act, FromClient, Hello, Leave
from cerealbar.wire.words import MAX_MESSAGE_BYTES, VERSION

Frame = str | bytes
"""Text or bytes, sent as a frame of that kind."""
_FIELDS: dict[type, tuple[inspect.Field, ...]] = {
    kind: _struct.fields
    for kind in get_args(FromClient)
    if isinstance(_struct := inspect.type_info(kind), inspect.StructType)
}
"""Of every kind of message that there is."""
_GOOD_KINDS = (Act, Act, *(kind for kind in _FIELDS if kind is not Leave))
_TEXTS = [
    (kind, field.name)
    for kind, fields in _FIELDS.items()
    for field in fields
    if isinstance(field.type, inspect.StrType) and kind is not Hello
]
"""Parts of messages that are texts."""
_AGENTS = ("rule-based", "nobody", "")
_NO_KINDS = ("Act", "act ", "", "welcome", "update", "goodbye", "admin", "__class__", "0", "ok")
_ODD_TEXTS = (
    "",
    " \t\n",
    "\0",
    "a\0b",
    "\x1b[2J",
    "\u202egnp.exe",
    "\ud800",
    "x" * 1001,
    "x" * 4001,
    "x" * 60_000,
    "<script>alert(1)</script>",
    "'; DROP TABLE entries; --",
    "../../../../etc/passwd",
    "%s%n{0}${7*7}",
    "🂡" * 999,
    "e\u0301" * 500,
)
_ODD_VALUES = (
    *("null", "true", "-1", "2147483648", "1e400", "-0", "NaN", "Infinity", "-Infinity"),
    *("9" * 5000, "0.1", "1e-999", '"1"', "[]", "{}", "[[]]", '{"type": "act"}', "0x10", "01"),
)


def hostile(rng: random.Random) -> Frame:
    """A message to annoy a server with."""
    return rng.choices(_MAKERS, _WEIGHTS)[0](rng)


def good(rng: random.Random) -> str:
    """A message that can be read, and that its sender may or may not send now; but for leaving."""
    kind = rng.choice(_GOOD_KINDS)
    return _said(kind, {field.name: _value(field, rng) for field in _FIELDS[kind]})


def _said(kind: type, parts: dict[str, object]) -> str:
    return json.dumps({"type": kind.__struct_config__.tag, **parts})  # type: ignore[attr-defined]  # a structure


def _value(field: inspect.Field, rng: random.Random) -> object:
    """A value of the right type, and one that means something where most would mean nothing."""
    match field.name:
        case "version":
            return VERSION
        case "token":
            return forged(rng)
        case "agent":
            return rng.choice(_AGENTS)
    return _value_of(field.type, rng)


def _value_of(kind: inspect.Type, rng: random.Random) -> object:
    match kind:
        case inspect.BoolType():
            return rng.random() < 0.5
        case inspect.IntType(le=most):
            return rng.randrange(CELLS if most is None else most)
        case inspect.FloatType():
            return rng.random()
        case inspect.StrType():
            return f"go to {rng.randrange(100)}"
        case inspect.LiteralType(values=words):
            return rng.choice(words)
        case inspect.EnumType(cls=words):
            return rng.choice([word.value for word in words])
        case inspect.DictType(key_type=key, value_type=value):
            return {str(_value_of(key, rng)): _value_of(value, rng) for _ in range(3)}
        case inspect.DataclassType(fields=fields):
            return {field.name: _value(field, rng) for field in fields}
    raise NotImplementedError(f"nobody knows a good value of {kind}")


def forged(rng: random.Random, token: str | None = None) -> str:
    """A token that no server made: random, or a real one with a character changed."""
    letters = string.ascii_letters + string.digits + "-_"
    if token is None:
        game, signature = f"{rng.getrandbits(64):016x}", "".join(rng.choices(letters, k=32))
        return f"{game}{rng.choice('LFIWR')}{signature}"
    place = rng.randrange(len(token))
    other = rng.choice([letter for letter in letters if letter != token[place]])
    return token[:place] + other + token[place + 1 :]


def _mutated(rng: random.Random) -> Frame:
    data = bytearray(good(rng).encode())
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(data))
        match rng.randrange(4):
            case 0:
                data[place] = rng.randrange(256)
            case 1:
                del data[place : place + rng.randint(1, 8)]
            case 2:
                data[place:place] = rng.randbytes(rng.randint(1, 4))
            case 3:
                data[place:place] = data[: rng.randrange(len(data))]
        if not data:
            return ""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return bytes(data)


def _truncated(rng: random.Random) -> Frame:
    message = good(rng)
    return message[: rng.randrange(len(message))]


def _odd_value(rng: random.Random) -> Frame:
    kind = rng.choice(tuple(_FIELDS))
    odd = rng.choice(_FIELDS[kind]).name
    parts = {field.name: _value(field, rng) for field in _FIELDS[kind] if field.name != odd}
    return f'{_said(kind, parts)[:-1]}, "{odd}": {rng.choice(_ODD_VALUES)}}}'


def _odd_text(rng: random.Random) -> Frame:
    kind, odd = rng.choice(_TEXTS)
    parts = {field.name: _value(field, rng) for field in _FIELDS[kind]}
    return _said(kind, parts | {odd: rng.choice(_ODD_TEXTS)})


def _unknown_kind(rng: random.Random) -> Frame:
    kind = rng.choice(_NO_KINDS)
    return rng.choice((json.dumps({"type": kind, "id": 1}), json.dumps({"id": 1}), f'"{kind}"'))


def _extra(rng: random.Random) -> Frame:
    message = good(rng)
    added = rng.choice(('"extra": 1', '"id": 5', '"type": "ping"', '"type": "act"', '"": {}'))
    return rng.choice((message[:-1] + f", {added}}}", f"{{{added}, {message[1:]}"))


def _deep(rng: random.Random) -> Frame:
    depth = rng.choice((50, 900, 1100, 10_000, 30_000))
    opened, closed = rng.choice((("[", "]"), ('{"a":', "}")))
    nested = opened * depth + ("1" if opened != "[" else "") + closed * depth
    nested = nested[: MAX_MESSAGE_BYTES - 100]
    return rng.choice((nested, f'{{"type": "plan", "id": 1, "plan": {nested}}}'))


def odd_plan(rng: random.Random) -> str:
    """A plan over cells that may be none, with weights that may be none."""
    first, weight = rng.choice((-1, 0, 0, 3, 2**40)), rng.choice((-0.1, 1.1, 1e308, 0.5, 0.5))
    many = rng.choice((1, 600, 625, 626, 3000))
    part = rng.choice((*DISTRIBUTIONS, "other"))
    weights = {str(cell): weight for cell in range(first, first + many)}
    return json.dumps({"type": "plan", "id": 7, "plan": {part: weights}})


def _bytes(rng: random.Random) -> Frame:
    return rng.choice((b"", rng.randbytes(rng.randrange(200)), good(rng).encode(), b"\xff\xfe\x00"))


def _nonsense(rng: random.Random) -> Frame:
    return "".join(chr(rng.choice((rng.randrange(128), rng.randrange(0xD800)))) for _ in range(30))


def _blank(rng: random.Random) -> Frame:
    return rng.choice(("", " ", "\n", "null", "0", "[]", "{}", '""', "\ufeff{}"))


def _long(rng: random.Random) -> Frame:
    """As long as a message can be."""
    body = "y" * (MAX_MESSAGE_BYTES - 60)
    return json.dumps({"type": "comment", "id": rng.randrange(9), "text": body})


def _leave_badly(rng: random.Random) -> Frame:
    return rng.choice(
        ('{"type": "leave"}', '{"type": "leave", "id": -1}', '{"type":"leave","id":"0"}')
    )


_CHOICES: dict[Callable[[random.Random], Frame], int] = {
    good: 20,
    _mutated: 20,
    _truncated: 8,
    _odd_value: 10,
    _odd_text: 8,
    _unknown_kind: 6,
    _extra: 8,
    _deep: 1,
    odd_plan: 3,
    _bytes: 5,
    _nonsense: 4,
    _blank: 4,
    _long: 1,
    _leave_badly: 2,
}
_MAKERS, _WEIGHTS = list(_CHOICES), list(_CHOICES.values())
