"""A leader that plans by exact costs and says what it means.

`planning.py` weighs sets, `leader_turn.py` makes a turn of the best plan, `delegation.py` has the
follower's part in it; here turns become choices.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cerealbar.agents.authors import InstructionWriter, WriteRequest, write_plainly
from cerealbar.agents.delegation import Assignment
from cerealbar.agents.leader_turn import Composer, LeaderMemory
from cerealbar.agents.protocol import Choice, LeadTask
from cerealbar.agents.skill import PERFECT, Skill
from cerealbar.game import ACTIONS, Action

_Moment = tuple[int, int, int, int]
_STEPS = tuple([Choice(action) for action in ACTIONS if action.is_step])


@dataclass(slots=True)
class _LedGame:
    """A game that is being led."""

    memory: LeaderMemory
    writer: InstructionWriter
    prepared: list[Choice] = field(default_factory=list)
    """What is left to do of the planned turn, the next last."""
    moment: _Moment = (-1, -1, -1, -1)
    """When the next prepared choice is to be made."""


class ScriptedLeader:
    """Plans, walks and instructs as well as its skill allows."""

    def __init__(
        self,
        seed: int = 0,
        skill: Skill = PERFECT,
        writer_of: Callable[[int], InstructionWriter] = lambda _: write_plainly,
        *,
        name: str = "scripted",
    ) -> None:
        self.name = name
        self.seed = seed
        self.skill = skill
        self.writer_of = writer_of
        """Who writes in a game, by its number."""
        self._games: dict[int, _LedGame] = {}

    def lead(self, tasks: Sequence[LeadTask]) -> list[Choice]:
        """The next choice in each game."""
        return [self._lead(task) for task in tasks]

    def forget(self, game: int) -> None:
        """The game is over."""
        self._games.pop(game, None)

    def _lead(self, task: LeadTask) -> Choice:
        led = self._games.get(task.game)
        if led is None:
            rng = random.Random(f"leader {self.seed} {task.game}")
            led = _LedGame(LeaderMemory(rng, self.skill), self.writer_of(task.game))
            self._games[task.game] = led
        state = task.states[0]
        score, left = int(state["score"]), int(state["half_turns_left"])
        steps, waiting = int(state["steps_left"]), int(state["waiting"])
        if not led.prepared or led.moment != (score, left, steps, waiting):
            led.prepared = _prepare(task, led)
        choice = led.prepared.pop()
        if choice.action is Action.INSTRUCT:
            waiting += 1
        elif choice.action.is_step:
            steps -= 1
        led.moment = (score, left, steps, waiting)
        return choice


def _prepare(task: LeadTask, led: _LedGame) -> list[Choice]:
    """The rest of the turn, the next choice last."""
    waiting = led.memory.look(task)
    turn = Composer(led.memory, task.states, waiting).compose()
    led.memory.own.update(turn.toggled)
    choices = [_STEPS[action] for action in turn.walk]
    if not turn.makes_set:
        orders = [_instruct(task, led, order) for order in turn.orders]
        choices = [*orders, *choices, Choice(Action.DONE)]
    return choices[::-1]


def _instruct(task: LeadTask, led: _LedGame, order: Assignment) -> Choice:
    memory = led.memory
    was_obeyed = not (memory.missed and memory.missed[-1])
    touched = memory.by_follower(order.selected)
    text = led.writer(WriteRequest(len(memory.sent), task.states, order, touched, was_obeyed))
    memory.sent.append(order)
    return Choice(Action.INSTRUCT, text, order.intention)
