from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from cerealbar.game import CELLS
from cerealbar.views import Plan
from cerealbar.wire import lobby, messages, scene
from cerealbar.wire.messages import (
    FromClient,
    FromServer,
    decode_from_client,
    decode_from_server,
    encode,
)
from cerealbar.wire.words import Said

STRUCTS = [
    value
    for module in (scene, messages, lobby)
    for value in vars(module).values()
    if isinstance(value, type) and issubclass(value, Said) and value.__module__ == module.__name__
]
from_client = st.deferred(lambda: st.one_of([of(member) for member in get_args(FromClient)]))
from_server = st.deferred(lambda: st.one_of([of(member) for member in get_args(FromServer)]))


def of(struct: type) -> st.SearchStrategy[Any]:
    """Any message of a kind; its limits are read from the types, as the decoder's are."""
    found = inspect.type_info(struct)
    assert isinstance(found, inspect.StructType | inspect.DataclassType)
    fields = {field.name: values(field.type) for field in found.fields}
    return st.fixed_dictionaries(fields).map(lambda given: struct(**given))


def values(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Any value of a field's type."""
    match kind:
        case inspect.DataclassType() if kind.cls is Plan:
            weights = st.dictionaries(st.integers(0, CELLS - 1), st.floats(0, 1), max_size=3)
            return st.builds(Plan, weights, weights, weights, weights)
        case inspect.StructType():
            return of(kind.cls)
        case inspect.EnumType():
            return st.sampled_from(list(kind.cls))
        case inspect.LiteralType():
            return st.sampled_from(sorted(kind.values, key=str))
        case inspect.UnionType():
            return st.one_of([values(part) for part in kind.types])
        case inspect.VarTupleType():
            return st.lists(values(kind.item_type), max_size=3).map(tuple)
        case inspect.TupleType():
            return st.tuples(*map(values, kind.item_types))
        case inspect.IntType():
            high = kind.lt - 1 if kind.lt is not None else kind.le
            return st.integers(kind.ge if kind.ge is not None else -(2**40), high or 2**40)
        case inspect.FloatType():
            return st.floats(kind.ge, kind.le, allow_nan=False, allow_infinity=False)
        case inspect.StrType():
            return st.text(st.characters(codec="utf-8"), max_size=min(kind.max_length or 20, 20))
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
    raise TypeError(f"no values for {kind!r}")


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
@given(data=st.data())
def test_every_message_is_read_as_it_was_written(struct: type[Said], data: st.DataObject) -> None:
    message = data.draw(of(struct))
    assert msgspec.json.decode(encode(message), type=struct) == message


@given(from_client)
def test_what_clients_say_is_read_as_it_was_written(message: Said) -> None:
    assert decode_from_client(encode(message)) == message


@given(from_server)
def test_what_the_server_says_is_read_as_it_was_written(message: Said) -> None:
    assert decode_from_server(encode(message)) == message


@given(from_client, st.text(min_size=1))
def test_unknown_fields_are_refused(message: Said, name: str) -> None:
    fields = msgspec.to_builtins(message)
    if name in fields or name in message.__struct_fields__:
        name += "!"
    with pytest.raises(msgspec.ValidationError):
        decode_from_client(encode({**fields, name: 1}))


@given(from_client, st.data())
def test_fields_of_a_wrong_type_are_refused(message: Said, data: st.DataObject) -> None:
    fields = msgspec.to_builtins(message)
    name = data.draw(st.sampled_from(sorted(fields)))
    is_flag = isinstance(fields[name], bool)
    wrong = data.draw(st.sampled_from([None, 1 if is_flag else True, [1], 1.5]))
    with pytest.raises(msgspec.ValidationError):
        decode_from_client(encode({**fields, name: wrong}))


@given(from_client, st.data())
def test_missing_fields_are_refused(message: Said, data: st.DataObject) -> None:
    found = inspect.type_info(type(message))
    assert isinstance(found, inspect.StructType)
    needed = ["type", *(field.name for field in found.fields if field.required)]
    fields = msgspec.to_builtins(message)
    fields.pop(data.draw(st.sampled_from(needed)))
    with pytest.raises(msgspec.ValidationError):
        decode_from_client(encode(fields))


@given(st.binary())
def test_garbage_is_refused_with_an_error_that_the_server_expects(data: bytes) -> None:
    with pytest.raises((msgspec.MsgspecError, UnicodeError)):
        decode_from_client(data)


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "act", "id": -1, "action": "left"},
        {"type": "act", "id": 2**31, "action": "left"},
        {"type": "act", "id": 1, "action": "time-out"},
        {"type": "act", "id": True, "action": "left"},
        {"type": "instruct", "id": 1, "text": 4001 * "x"},
        {"type": "comment", "id": 1, "text": 2001 * "x"},
        {"type": "hello", "version": 1, "token": 65 * "x"},
        {"type": "replace", "id": 1, "agent": 61 * "x"},
        {"type": "plan", "id": 1, "plan": {"goals": {"625": 1}}},
        {"type": "plan", "id": 1, "plan": {"goals": {"-1": 1}}},
        {"type": "plan", "id": 1, "plan": {"goals": {"0": 1.01}}},
        {"type": "plan", "id": 1, "plan": {"goals": {"0": "nan"}}},
        {"type": "plan", "id": 1, "plan": {"goals": [[0, 1]]}},
        {"type": "give-up", "id": 1, "reason": 801 * "x"},
        {"type": "signal", "id": 1, "kind": "wink"},
        {"type": "update", "situation": {}},
        {"id": 1},
        [],
    ],
)
def test_what_is_beyond_the_limits_is_refused(fields: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_from_client(encode(fields))


def test_defaults_are_left_out() -> None:
    assert encode(lobby.OpenRoom(mode="agent")) == b'{"mode":"agent"}'
