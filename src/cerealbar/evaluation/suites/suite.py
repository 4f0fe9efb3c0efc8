"""The file of a suite: JSON lines, each a board in notation, a text, and what it asks for."""

from collections.abc import Iterable
from functools import cached_property
from importlib.resources import as_file, files
from pathlib import Path
from typing import TypeVar

import msgspec

from cerealbar.evaluation.suites.tags import find_tags
from cerealbar.game import (
    ACTIONS,
    Action,
    CardOnBoard,
    CerealBarError,
    Player,
    StateArray,
    cards_on,
    check_instruction,
    parse_state,
)
from cerealbar.records.events import CellNumber, Meant
from cerealbar.records.files import write_whole

PARTS = ("train", "dev", "test")
"""Of the written suite that comes with the package."""
_PREFIX = "written-"
_ACTIONS = {action.word: action for action in ACTIONS}
Line = TypeVar("Line", bound=msgspec.Struct)


class SuiteError(CerealBarError, ValueError):
    """A suite, or what it is made of, that cannot be read or makes no sense."""


class SuiteItem(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """An instruction for one board.

    Raises:
        ValueError: the board is none, or what is asked for cannot be done on it.
    """

    id: str
    state: str
    """The board in notation; it is the follower's turn."""
    text: str
    cards: tuple[CellNumber, ...] = ()
    """Cells of the cards to toggle, in order."""
    end: CellNumber | None = None
    """Where to end, if there is no card to toggle."""
    way: tuple[str, ...] = ()
    """One way of doing it, in words of `Action`."""
    tags: tuple[str, ...] = ()
    """Of what kind the words are; those of a file that has none are found in its texts."""

    def __post_init__(self) -> None:
        check_instruction(self.text)
        state = self._board[0]
        if state["turn"] != Player.FOLLOWER or state["half_turns_left"] == 0:
            raise SuiteError(f"{self.id!r} is no task: expected a board on the follower's turn")
        bare = set(self.cards) - self.faces().keys()
        if bare:
            raise SuiteError(f"{self.id!r} asks for cards on the cells {bare}: there are none")
        odd = [word for word in self.way if word not in _ACTIONS]
        if odd:
            raise SuiteError(f"{self.id!r} has a way of {odd}: these are no actions")
        if len(set(self.cards)) < len(self.cards) or (self.cards and self.end is not None):
            raise SuiteError(f"{self.id!r} asks for a card twice, or for cards and an end")
        if not self.id:
            raise SuiteError("an instruction has no id")

    @cached_property
    def _board(self) -> StateArray:
        return parse_state(self.state)

    def states(self) -> StateArray:
        """The board, as an array of one."""
        return self._board.copy()

    def steps(self) -> list[Action]:
        """The steps of the way; what else stands there moves nobody."""
        actions = [_ACTIONS[word] for word in self.way]
        return [action for action in actions if action.is_step]

    def faces(self) -> dict[int, CardOnBoard]:
        """The cards of the board by cell."""
        return {each.cell: each for each in cards_on(self._board)}

    def places(self) -> tuple[int, ...]:
        """The cells of what is asked for: cards, or an end."""
        return self.cards or (() if self.end is None else (self.end,))

    @property
    def meant(self) -> Meant:
        """What is asked for, as records tell it."""
        return Meant(self.cards, self.end)


def read_suite(path: Path) -> list[SuiteItem]:
    """The items of a suite.

    Raises:
        SuiteError: a line is none, or two items have one id.
    """
    items = [
        item if item.tags else msgspec.structs.replace(item, tags=find_tags(item.text))
        for item in read_lines(path, SuiteItem)
    ]
    if not items:
        raise SuiteError(f"{path} has no instructions")
    if len({item.id for item in items}) < len(items):
        raise SuiteError(f"{path} has two instructions of one id")
    return items


def open_suite(name: str) -> list[SuiteItem]:
    """The items of a suite: of a file, or `written-train`, `written-dev`, `written-test`.

    Raises:
        SuiteError: there is no such suite, or its file cannot be read.

    Examples:
        >>> len(open_suite("written-dev"))
        512
    """
    part = name.removeprefix(_PREFIX)
    if name.startswith(_PREFIX) and part in PARTS:
        with as_file(files("cerealbar.evaluation").joinpath("written", f"{part}.jsonl")) as path:
            return read_suite(path)
    path = Path(name)
    if not path.is_file():
        known = ", ".join(_PREFIX + part for part in PARTS)
        raise SuiteError(f"there is no suite {name!r}: expected a file, or one of {known}")
    return read_suite(path)


def read_lines(path: Path, kind: type[Line]) -> list[Line]:
    """The JSON lines of a file.

    Raises:
        SuiteError: a line is none of the kind.
    """
    decoder = msgspec.json.Decoder(kind)
    found = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        if line.strip():
            try:
                found.append(decoder.decode(line))
            except (msgspec.DecodeError, CerealBarError) as error:
                raise SuiteError(f"{path}, line {number}: {error}") from None
    return found


def write_lines(path: Path, lines: Iterable[msgspec.Struct]) -> None:
    """Write JSON lines, such as the items of a suite, into a file."""
    write_whole(path, msgspec.json.Encoder().encode_lines(lines))
