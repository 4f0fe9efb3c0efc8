"""Where things stand in a TOML file: the line of every table and key, to tell mistakes by line."""

import re
from collections.abc import Sequence

Key = tuple[str | int, ...]
"""The way to a value: names of tables and keys, and numbers in arrays."""
_HEADER = re.compile(r"^\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(?:#.*)?$")
_SETTING = re.compile(r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"))*)\s*=""")
_NAME = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_AT = re.compile(r" - at `(?:key in )?\$(.*)`$")
_STEP = re.compile(r"\.([\w-]+)|\[(\d+|\.\.\.)\]")


class TomlLines:
    """The lines of a TOML text, by what they say."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Key, int] = {}
        table: Key = ()
        counts: dict[Key, int] = {}
        for number, line in enumerate(text.splitlines(), start=1):
            if header := _HEADER.match(line):
                table = self._inside(_names(header[2]), counts)
                if header[1] == "[[":
                    counts[table] = counts.get(table, -1) + 1
                    table = (*table, counts[table])
                self._lines.setdefault(table, number)
            elif setting := _SETTING.match(line):
                self._lines.setdefault((*table, *_names(setting[1])), number)

    @staticmethod
    def _inside(names: Sequence[str], counts: dict[Key, int]) -> Key:
        """The way to a table, through the newest entries of arrays of tables."""
        way: Key = ()
        for name in names[:-1]:
            way = (*way, name)
            if way in counts:
                way = (*way, counts[way])
        return (*way, names[-1])

    def of(self, way: Key) -> int:
        """The line of a value, or of the nearest thing around it; 1 if nothing is known."""
        for length in range(len(way), 0, -1):
            if way[:length] in self._lines:
                return self._lines[way[:length]]
        return 1


def _names(text: str) -> list[str]:
    return [name.strip("\"'") for name in _NAME.findall(text)]


def way_of_error(message: str) -> tuple[str, Key]:
    """What msgspec says of a value, and the way to it."""
    found = _AT.search(message)
    if found is None:
        return message, ()
    steps = (
        name or (int(index) if index != "..." else "") for name, index in _STEP.findall(found[1])
    )
    return message[: found.start()], tuple(step for step in steps if step != "")
