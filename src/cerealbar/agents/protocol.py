"""The interfaces of players: whoever follows and whoever leads, in many games at once.

A player is asked with a batch of tasks, one for each game in which it is to act, and answers with
one choice each. It may remember things by the task's `game`, and is told when a game is over. One
game is a batch of one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from cerealbar.game import Action, StateArray
from cerealbar.language.intention import Intention
from cerealbar.views import Plan


@dataclass(frozen=True, slots=True)
class FollowTask:
    """What a follower knows when it is to act."""

    game: int
    """Which game; the same number throughout it."""
    states: StateArray
    """The game's record, as an array of one; not to be changed."""
    instruction: str
    """The current instruction."""
    number: int
    """How many instructions of this game were finished before it."""
    steps_taken: int
    """Steps taken under this instruction so far."""
    past: tuple[str, ...] = ()
    """The instructions finished before, oldest first."""
    intention: Intention | None = None
    """What the leader meant, where that is known (simulated leaders); only the oracle looks."""


@dataclass(frozen=True, slots=True)
class LeadTask:
    """What a leader knows when it is to act."""

    game: int
    states: StateArray
    waiting: tuple[str, ...]
    """The instructions that the follower has not finished, the current one first."""
    finished: tuple[str, ...]
    """The instructions that the follower has finished, oldest first."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player does next: an action, with a text if there are words to it."""

    action: Action
    text: str | None = None
    """Of an instruction, or a follower's reason for giving up."""
    intention: Intention | None = None
    """What the text means, where the leader can tell."""


def as_choice(answer: Action | Choice) -> Choice:
    """A follower's answer as a choice."""
    return answer if isinstance(answer, Choice) else Choice(answer)


class Follower(Protocol):
    """Who carries out instructions."""

    name: str

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action | Choice]:
        """One answer for each task: a step, `Action.DONE`, or `Action.GIVE_UP`, with its reason
        as a choice."""
        ...

    def forget(self, game: int) -> None:
        """The game is over."""
        ...


@runtime_checkable
class Planning(Protocol):
    """A follower that can tell what it means to do."""

    def plan(self, game: int) -> Plan | None:
        """The plan for the current instruction of a game, if there is one."""
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
