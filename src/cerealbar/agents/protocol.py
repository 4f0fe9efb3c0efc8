"""The interfaces of players: whoever follows and whoever leads, in many games at once.

A player is asked with a batch of tasks, one for each game in which it is to act, and answers with
one choice each. It may remember things by the task's `game`, and is told when a game is over. One
game is a batch of one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Flag, auto
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.task_view import TaskView
from cerealbar.game import Action, CerealBarError, Player, StateArray
from cerealbar.language.intention import Intention
from cerealbar.views import BoardMemory


class PlayerError(CerealBarError, ValueError):
    """A player cannot be had, cannot play here, or chose what it cannot do."""


class Need(Flag):
    """What a player cannot do without."""

    NOTHING = 0
    TEXT = auto()
    """The instruction's text."""
    PAST = auto()
    """The instructions that were finished before."""
    INTENTION = auto()
    """What the leader meant by an instruction."""
    BOARD = auto()
    """The whole board, also what lies out of sight."""


EVERYTHING = Need.TEXT | Need.PAST | Need.INTENTION | Need.BOARD


@dataclass(frozen=True, slots=True)
class FollowTask:
    """What a follower knows when it is to act."""

    game: int
    """Which game; the same number throughout it."""
    states: StateArray
    """The game's record as far as it is known, as an array of one; not to be changed."""
    instruction: str
    """The current instruction."""
    number: int
    """How many instructions the follower had before it; it tells them apart."""
    steps_taken: int
    """Steps taken under this instruction so far; a bump is none.

    A choice may come to nothing, as when the turn times out: what was chosen is done if this rises.
    """
    past: tuple[str, ...] = ()
    """The instructions finished before, oldest first."""
    intention: Intention | None = None
    """What the leader meant, where that is known and the follower sees all; it is for those who
    say that they need it."""
    known: NDArray[np.bool_] | None = None
    """(625,): the cells that were ever in sight, for a follower with a sight; None for all.

    `states` then holds no more than that, as `BoardMemory` tells.
    """

    @property
    def view(self) -> TaskView:
        """What the follower knows of the board, to read; made anew, so keep it in a variable."""
        waiting = (self.instruction,)
        return TaskView(Player.FOLLOWER, self.states, waiting, self.past, self.known)

    def within(self, memory: BoardMemory, i: int = 0) -> "FollowTask":
        """The same task for a follower who knows no more than it remembers of the i-th game."""
        states, known = memory.states[i : i + 1].copy(), memory.known[i].copy()
        return replace(self, states=states, known=known, intention=None)


@dataclass(frozen=True, slots=True)
class LeadTask:
    """What a leader knows when it is to act."""

    game: int
    states: StateArray
    waiting: tuple[str, ...]
    """The instructions that the follower has not finished, the current one first."""
    finished: tuple[str, ...]
    """The instructions that the follower has finished or given up, oldest first."""

    @property
    def view(self) -> TaskView:
        """The whole board, to read; made anew, so keep it in a variable."""
        return TaskView(Player.LEADER, self.states, self.waiting)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player does next: an action, with a text if there are words to it."""

    action: Action
    text: str | None = None
    """Of an instruction, or a follower's reason for giving up."""
    intention: Intention | None = None
    """What the text means, where the leader can tell."""


class Follower(Protocol):
    """Who carries out instructions.

    One with a method `plan(game)` tells the `Plan` for the current instruction of a game, or None.
    """

    name: str

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action | Choice]:
        """One answer for each task: a step, `Action.DONE`, or `Action.GIVE_UP`, with its reason
        as a choice."""
        ...

    def forget(self, game: int) -> None:
        """The game is over."""
        ...


class Leader(Protocol):
    """Who plans and instructs."""

    name: str

    def lead(self, tasks: Sequence[LeadTask]) -> Sequence[Choice]:
        """One choice for each task: a step, `Action.INSTRUCT` with a text, or `Action.DONE`."""
        ...

    def forget(self, game: int) -> None:
        """The game is over."""
        ...
