"""The life of an instruction: who sent it when, what was done under it, and what became of it.

What the follower says it is done with tells which deeds belong to which instruction (paper,
Section 2). Tables, statistics, examples and pages all take it from here.
"""

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from cerealbar.game import Action, InstructionQueue, Outcome, Player, Status
from cerealbar.records.deeds import deed_action
from cerealbar.records.events import Instructed, Meant
from cerealbar.records.replay import Replay

_TURNING_POINTS = int(Outcome.INSTRUCTED | Outcome.FINISHED | Outcome.CANCELLED)
_FOLLOWER, _TIME_OUT = int(Player.FOLLOWER), int(Action.TIME_OUT)
_NEVER = sys.maxsize

StatusChange = tuple[int, Status]
"""The number of an instruction, and what has become of it."""


class InstructionLife(msgspec.Struct, frozen=True, eq=False):
    """An instruction from its sending to its end.

    Deeds are indices into a replay; state `i` is before deed `i`.
    """

    number: int
    """From 0 in its game."""
    text: str
    meant: Meant | None
    status: Status
    reason: str
    """Why the follower gave it up."""
    sent: int
    """The deed that sent it."""
    current: int | None
    """The first state in which it was the current one; None if it never was."""
    begun: int | None
    """The first state in which the follower could act on it."""
    ended: int | None
    """The deed that finished or cancelled it, or gave it up."""
    deeds: NDArray[np.int64]
    """What the follower did under it, the finishing deed included."""

    def is_current(self, state: int) -> bool:
        """Whether it is the current instruction in a state."""
        return (
            self.current is not None
            and self.current <= state
            and (self.ended is None or state <= self.ended)
        )

    @property
    def steps(self) -> int:
        """How many steps the follower took under it."""
        is_closed = self.status in (Status.FINISHED, Status.GIVEN_UP)
        return len(self.deeds) - is_closed

    @property
    def is_finished(self) -> bool:
        """Whether the follower marked it as done."""
        return self.status is Status.FINISHED


def lives(played: Replay) -> tuple[InstructionLife, ...]:
    """The instructions of a recorded game, in the order in which they were sent.

    Examples:
        >>> from cerealbar.agents import make_follower, make_leader, play_games
        >>> from cerealbar.records import replay
        >>> (game,) = play_games(make_leader("scripted"), make_follower("oracle"), [7])
        >>> len(lives(replay(game)))
        41
    """
    queue = InstructionQueue()
    sent: list[int] = []
    meant: list[Meant | None] = []
    current: list[int] = []
    ended: list[int] = []
    for deed in np.flatnonzero(played.outcomes & _TURNING_POINTS).tolist():
        event = played.deeds[deed]
        _, action, text = deed_action(event)
        for number in queue.note(action, int(played.outcomes[deed]), text):
            ended[number] = deed
        if type(event) is Instructed:
            sent.append(deed)
            meant.append(event.meant)
            current.append(_NEVER)
            ended.append(_NEVER)
        if queue.current < len(current) and current[queue.current] == _NEVER:
            current[queue.current] = deed + 1
    queue.end()
    begun, deeds = _spans(played, current, ended)
    return tuple(
        [
            InstructionLife(
                number=number,
                text=each.text,
                meant=meant[number],
                status=each.status,
                reason=each.reason,
                sent=sent[number],
                current=_unless_never(current[number]),
                begun=_unless_never(begun[number]),
                ended=_unless_never(ended[number]),
                deeds=deeds[number],
            )
            for number, each in enumerate(queue.instructions)
        ]
    )


def _spans(
    played: Replay, current: list[int], ended: list[int]
) -> tuple[list[int], list[NDArray[np.int64]]]:
    """By instruction: when the follower could first act on it, and what it did then."""
    states = played.states
    is_turn = (states["turn"] == _FOLLOWER) & (states["half_turns_left"] != 0)
    turns: list[int] = [*np.flatnonzero(is_turn).tolist(), _NEVER]
    followed = np.flatnonzero((played.players == _FOLLOWER) & (played.actions != _TIME_OUT))
    places: list[int] = followed.tolist()
    begun, deeds = [], []
    for first, last in zip(current, ended, strict=True):
        turn = turns[bisect_left(turns, first)]
        begun.append(turn if turn <= last else _NEVER)
        deeds.append(followed[bisect_left(places, first) : bisect_right(places, last)])
    return begun, deeds


def _unless_never(index: int) -> int | None:
    return None if index == _NEVER else index


def status_changes(found: Sequence[InstructionLife], played: Replay) -> list[list[StatusChange]]:
    """(states + 1,): whose status is another than in the state before.

    Last are those that the end of the recording brings, none if the rules have ended the game.
    """
    changes: list[list[StatusChange]] = [[] for _ in range(len(played.states) + 1)]
    over = len(played.states) - played.is_over
    for life in found:
        if life.current != life.sent + 1:
            changes[life.sent + 1].append((life.number, Status.WAITING))
        if life.current is not None:
            changes[life.current].append((life.number, Status.CURRENT))
        end = over if life.ended is None else life.ended + 1
        changes[end].append((life.number, life.status))
    return changes
