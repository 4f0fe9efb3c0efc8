"""Instructions: the leader's texts, and what becomes of each.

The queue here is the only place that knows which instruction is current and how one ends; a game
keeps one while it is played, and a recorded game gets one when it is replayed.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from cerealbar.game.errors import InstructionError

MAX_INSTRUCTION_LENGTH = 1000
"""Characters in an instruction; the longest of the paper's has 55 words."""
MAX_REMARK_LENGTH = 200
"""Characters in a signal, or in the reason for giving up."""


class Status(StrEnum):
    """What has become of an instruction."""

    WAITING = "waiting"
    CURRENT = "current"
    """The follower's next to finish."""
    FINISHED = "finished"
    CANCELLED = "cancelled"
    """The leader withdrew it."""
    GIVEN_UP = "given-up"
    """The follower could not carry it out, and said so."""
    UNFINISHED = "unfinished"
    """The game ended before it."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """What the leader wrote, and what has become of it."""

    text: str
    status: Status
    reason: str = ""
    """Why the follower gave up."""
    was_current: bool = True
    """Whether it ever was the current one, so that the follower may know of it."""


class InstructionQueue:
    """The instructions of one game, by number from 0 in the order in which they were sent."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self.instructions: list[Instruction] = []
        self.current = 0
        """The number of the current instruction, or of the next to be sent if none waits."""
        for text in texts:
            self.send(text)

    def copy(self) -> "InstructionQueue":
        """An independent queue in the same state."""
        twin = InstructionQueue()
        twin.instructions, twin.current = self.instructions.copy(), self.current
        return twin

    def send(self, text: str) -> int:
        """Another instruction joins; returns its number."""
        number = len(self.instructions)
        is_current = number == self.current
        status = Status.CURRENT if is_current else Status.WAITING
        self.instructions.append(Instruction(text, status, was_current=is_current))
        return number

    def finish(self, status: Status = Status.FINISHED, reason: str = "") -> int:
        """The current one ends, and the next becomes current; returns the number of the ended."""
        number = self.current
        self.instructions[number] = Instruction(self.instructions[number].text, status, reason)
        self.current += 1
        if self.current < len(self.instructions):
            text = self.instructions[self.current].text
            self.instructions[self.current] = Instruction(text, Status.CURRENT)
        return number

    def cancel(self) -> range:
        """All that wait are withdrawn; returns their numbers, the current one first."""
        ended = self._end_all(Status.CANCELLED)
        self.current = len(self.instructions)
        return ended

    def end(self) -> range:
        """The game ends; returns the numbers of those that it leaves unfinished."""
        return self._end_all(Status.UNFINISHED)

    def _end_all(self, status: Status) -> range:
        numbers = range(self.current, len(self.instructions))
        for number in numbers:
            self.instructions[number] = replace(self.instructions[number], status=status)
        return numbers


def check_instruction(text: object) -> str:
    """The text as an instruction, without the white space around it.

    Raises:
        InstructionError: it is no text, empty, too long, or has control characters.
    """
    return check_text(text, "instruction", MAX_INSTRUCTION_LENGTH)


def check_text(text: object, what: str, longest: int) -> str:
    """The text without the white space around it.

    Raises:
        InstructionError: it is no text, empty, too long, or has control characters.
    """
    if not isinstance(text, str):
        raise InstructionError(f"{text!r} is no {what}: expected a text")
    stripped = text.strip()
    if not stripped:
        raise InstructionError(f"{text[:40]!r} is no {what}: it is empty")
    if len(stripped) > longest:
        raise InstructionError(
            f"{stripped[:40]!r}... is no {what}: {len(stripped)} characters, the most is {longest}"
        )
    bad = "" if stripped.isprintable() else _first_control_character(stripped)
    if bad:
        raise InstructionError(f"{stripped[:40]!r} is no {what}: {bad!r} is no character of it")
    return stripped


def _first_control_character(text: str) -> str:
    return next((c for c in text if unicodedata.category(c) in ("Cc", "Cs")), "")
