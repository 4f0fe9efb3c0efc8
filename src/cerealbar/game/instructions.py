"""Instructions: the leader's texts, and what becomes of each.

The queue here is the only place that knows which instruction is current and how one ends; a game
keeps one while it is played, and a recorded game gets one when it is replayed.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from cerealbar.game.actions import Action, Outcome
from cerealbar.game.errors import InstructionError

MAX_INSTRUCTION_LENGTH = 1000
"""Characters in an instruction; the longest of the paper's has 55 words."""
MAX_REMARK_LENGTH = 200
"""Characters in a signal, or in the reason for giving up."""
MAX_COMMENT_LENGTH = 2_000
"""Characters in what a player tells the experimenters about a game."""

_FINISHED, _CANCELLED = int(Outcome.FINISHED), int(Outcome.CANCELLED)
_GAME_OVER = int(Outcome.GAME_OVER)


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
        self.texts: list[str] = []
        self.statuses: list[Status] = []
        self.reasons: dict[int, str] = {}
        """Why the follower gave up, by number."""
        self.current = 0
        """The number of the current instruction, or of the next to be sent if none waits."""
        self.finished: tuple[str, ...] = ()
        """What the follower finished."""
        self.ended: tuple[str, ...] = ()
        """What the follower finished or gave up."""
        self._passed_over: set[int] = set()
        for text in texts:
            self.send(text)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The texts of those that have not ended, the current one first."""
        return tuple(self.texts[self.current :])

    @property
    def number_followed(self) -> int:
        """How many instructions were the current one and have ended."""
        return self.current - sum(number < self.current for number in self._passed_over)

    def copy(self) -> "InstructionQueue":
        """An independent queue in the same state."""
        twin = InstructionQueue()
        twin.texts, twin.statuses = self.texts.copy(), self.statuses.copy()
        twin.reasons, twin._passed_over = self.reasons.copy(), self._passed_over.copy()
        twin.current, twin.finished, twin.ended = self.current, self.finished, self.ended
        return twin

    def send(self, text: str) -> None:
        """Another instruction joins."""
        is_current = len(self.texts) == self.current
        self.texts.append(text)
        self.statuses.append(Status.CURRENT if is_current else Status.WAITING)

    def note(self, action: Action, outcome: int, text: str | None = None) -> range:
        """What an accepted action does to the queue; returns the numbers of those that it ended.

        `text` is of an instruction, or the reason for giving up.
        """
        ended = range(0)
        if action is Action.INSTRUCT:
            assert text is not None, "the rules accepted an instruction"
            self.send(text)
        elif outcome & _FINISHED:
            ended = self._finish(action is Action.GIVE_UP, text)
        elif outcome & _CANCELLED:
            ended = self._end_all(Status.CANCELLED)
            self.current = len(self.texts)
        if outcome & _GAME_OVER:
            self.end()
        return ended

    def _finish(self, is_given_up: bool, reason: str | None) -> range:
        """The current one ends, and the next becomes current."""
        number = self.current
        self.statuses[number] = Status.GIVEN_UP if is_given_up else Status.FINISHED
        self.ended += (self.texts[number],)
        if not is_given_up:
            self.finished += (self.texts[number],)
        if reason:
            self.reasons[number] = reason
        self.current += 1
        if self.current < len(self.statuses):
            self.statuses[self.current] = Status.CURRENT
        return range(number, self.current)

    def end(self) -> None:
        """The game ends, and leaves unfinished what still waits."""
        self._end_all(Status.UNFINISHED)

    def _end_all(self, status: Status) -> range:
        numbers = range(self.current, len(self.texts))
        self._passed_over.update(numbers[1:])
        self.statuses[self.current :] = [status] * len(numbers)
        return numbers

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """All of them, and what has become of each."""
        return tuple(
            Instruction(
                text,
                status,
                self.reasons.get(number, ""),
                status is not Status.WAITING and number not in self._passed_over,
            )
            for number, (text, status) in enumerate(zip(self.texts, self.statuses, strict=True))
        )


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
