"""How simulated people choose in games: as the scripted leaders and the follower by rules do."""

from dataclasses import dataclass
from typing import Protocol

from cerealbar.agents import (
    Choice,
    Follower,
    FollowTask,
    Leader,
    LeadTask,
    make_follower,
    make_leader,
)
from cerealbar.game import Action, PlayerWord, Status
from cerealbar.remote.known import Known
from cerealbar.remote.participants.boards import UNDER_WAY, shown_states, texts
from cerealbar.remote.participants.temper import Temper
from cerealbar.views import BoardMemory
from cerealbar.wire.scene import PoseShown
from cerealbar.wire.words import CameraWord

DONE_WITH = (Status.FINISHED, Status.GIVEN_UP)
_GAME = 0
"""Each mind plays one game."""


@dataclass(frozen=True, slots=True)
class Doing:
    """What a person does next: an action, or a look from elsewhere."""

    action: Action | None = None
    text: str = ""
    """Of an instruction, or why it gives up."""
    camera: CameraWord | None = None


class Mind(Protocol):
    """Who chooses for one person in one game."""

    def choose(self, known: Known) -> Doing:
        """What the person does now that the game waits for it."""
        ...


class LeadingMind:
    """Leads as a leader of the registry does."""

    def __init__(self, leader: Leader) -> None:
        self._leader = leader

    def choose(self, known: Known) -> Doing:
        """A step, an instruction, or the end of the turn."""
        task = LeadTask(
            _GAME, shown_states(known), texts(known, UNDER_WAY), texts(known, DONE_WITH)
        )
        return _doing(self._leader.lead([task])[0])


class FollowingMind:
    """Follows by rules, and knows what it has seen."""

    def __init__(self, follower: Follower) -> None:
        self._follower = follower
        self._memory: BoardMemory | None = None
        self._number = -1
        self._steps = 0
        self._pose: PoseShown | None = None

    def choose(self, known: Known) -> Doing:
        """A step, or being done."""
        if known.instruction is None:
            return Doing(Action.DONE)
        task = self._task(known, known.instruction)
        answer = self._follower.follow([task])[0]
        return _doing(answer if isinstance(answer, Choice) else Choice(answer))

    def _task(self, known: Known, instruction: str) -> FollowTask:
        states, memory = shown_states(known), self._memory or BoardMemory(known.eyes)
        memory.look(states)
        self._memory = memory
        number = sum(told.status not in UNDER_WAY for told in known.instructions)
        is_moved = self._pose is not None and known.pose != self._pose  # every step changes it
        self._steps = self._steps + is_moved if number == self._number else 0
        self._number, self._pose = number, known.pose
        past = texts(known, (Status.FINISHED,))
        task = FollowTask(_GAME, states, instruction, number, self._steps, past)
        return task.within(memory)


def mind_of(temper: Temper, role: PlayerWord) -> Mind:
    """How a person plays a role."""
    if role == "leader":
        return LeadingMind(make_leader(temper.leads_as, temper.seed))
    return FollowingMind(make_follower("rule-based", temper.seed))


def _doing(choice: Choice) -> Doing:
    return Doing(choice.action, choice.text or "")
