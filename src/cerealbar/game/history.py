"""What a game remembers: instructions and what becomes of each, deeds, and signals.

The queue here is the only place that knows which instruction is current and how one ends; a game
keeps one while it is played, and a recorded game gets one when it is replayed.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from cerealbar.game.actions import Action, Outcome
from cerealbar.game.errors import IllegalActionError, InstructionError
from cerealbar.game.rules import Rules
from cerealbar.game.state import Player

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
        self.instructions: list[Instruction] = []
        """All of them, and what has become of each."""
        self.current = 0
        """The number of the current instruction, or of the next to be sent if none waits."""
        self.number_followed = 0
        """How many instructions were the current one and have ended."""
        self.finished: tuple[str, ...] = ()
        """What the follower finished."""
        self.ended: tuple[str, ...] = ()
        """What the follower finished or gave up."""
        for text in texts:
            self.send(text)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The texts of those that have not ended, the current one first."""
        return tuple([each.text for each in self.instructions[self.current :]])

    def copy(self) -> "InstructionQueue":
        """An independent queue in the same state."""
        twin = InstructionQueue()
        twin.__dict__.update(self.__dict__)
        twin.instructions = self.instructions.copy()
        return twin

    def send(self, text: str) -> None:
        """Another instruction joins."""
        is_current = len(self.instructions) == self.current
        status = Status.CURRENT if is_current else Status.WAITING
        self.instructions.append(Instruction(text, status, was_current=is_current))

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
            self.number_followed += 1
            self.current = ended.stop
        if outcome & _GAME_OVER:
            self.end()
        return ended

    def _finish(self, is_given_up: bool, reason: str | None) -> range:
        """The current one ends, and the next becomes current."""
        number, known = self.current, self.instructions
        text, status = known[number].text, Status.GIVEN_UP if is_given_up else Status.FINISHED
        known[number] = Instruction(text, status, reason or "")
        self.ended += (text,)
        if not is_given_up:
            self.finished += (text,)
        self.number_followed += 1
        self.current += 1
        if self.current < len(known):
            known[self.current] = Instruction(known[self.current].text, Status.CURRENT)
        return range(number, self.current)

    def end(self) -> None:
        """The game ends, and leaves unfinished what still waits."""
        self._end_all(Status.UNFINISHED)

    def _end_all(self, status: Status) -> range:
        left = self.instructions[self.current :]
        self.instructions[self.current :] = [replace(each, status=status) for each in left]
        return range(self.current, len(self.instructions))


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


class SignalKind(StrEnum):
    """What a player can tell the other without changing the game."""

    THUMB_UP = "thumb-up"
    """The leader likes what the follower does."""
    THUMB_DOWN = "thumb-down"
    QUESTION = "question"
    """The follower asks the leader something."""
    REMARK = "remark"
    """The follower tells the leader something."""

    @property
    def player(self) -> Player:
        """Who sends such signals."""
        is_thumb = self in (SignalKind.THUMB_UP, SignalKind.THUMB_DOWN)
        return Player.LEADER if is_thumb else Player.FOLLOWER


class Deed(NamedTuple):
    """One accepted action of a game."""

    player: Player
    action: Action
    outcome: Outcome
    text: str | None = None
    """Of an instruction, or the reason for giving up."""
    card: str | None = None
    """What it selected or deselected: one of `CARD_SIGNS`."""


@dataclass(frozen=True, slots=True)
class Signal:
    """What a player told the other, which changed nothing."""

    kind: SignalKind
    text: str = ""


def check_signal(kind: SignalKind, text: str, rules: Rules) -> Signal:
    """What a player wants to tell the other.

    Raises:
        InstructionError: a question or remark without a text that can be sent, or a thumb with one.
        IllegalActionError: the rules of the game have no such signals.
    """
    kind = SignalKind(kind)
    is_thumb = kind.player is Player.LEADER
    who = f"{kind.player.word} cannot send a {kind.value}"
    if not (rules.thumbs if is_thumb else rules.remarks):
        raise IllegalActionError(f"{who}: the rules of this game have none")
    if is_thumb and text:
        raise InstructionError(f"{who} with a text: {text[:40]!r}")
    return Signal(kind, "" if is_thumb else check_text(text, kind.value, MAX_REMARK_LENGTH))
