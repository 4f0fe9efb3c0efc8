"""A study as the text of its `study.toml`: the inverse of reading one."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from cerealbar.studies.study import Study

_PLAIN = ("name", "title", "contact")
_SECTIONS = ("recruiting", "pay")
_NAMED = ("treatments", "pools")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
"""A key that needs no quotes."""
StudySettings = Mapping[str, Any]  # what msgspec makes of a study: numbers, texts, lists and tables


def format_study(study: Study) -> str:
    """A file that says all of a study's settings, those that were left to defaults too."""
    parts: dict[str, Any] = msgspec.to_builtins(study)  # likewise
    return "\n".join(_lines(parts)) + "\n"


def _lines(parts: StudySettings) -> Iterator[str]:
    yield from _settings({name: parts[name] for name in _PLAIN})
    for name in _SECTIONS:
        yield from ("", f"[{name}]", *_settings(parts[name]))
    for step in parts["steps"]:
        yield from ("", "[[steps]]", *_settings(step))
    for section in _NAMED:
        for name, values in parts[section].items():
            yield from ("", f"[{section}.{name}]", *_settings(values))


def _settings(values: StudySettings) -> Iterator[str]:
    """One line for each value that there is."""
    told = {name: value for name, value in values.items() if value is not None}
    return (f"{_key(name)} = {_value(value)}" for name, value in told.items())


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _value(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return _text(value)
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{ {', '.join(_settings(value))} }}"
        case _:
            return repr(value)


def _text(text: str) -> str:
    """A quoted text; JSON's form is TOML's but for one sign that JSON does not escape."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
