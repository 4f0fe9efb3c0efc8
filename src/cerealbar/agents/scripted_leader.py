"""A leader that plans by exact costs and says what it means.

`planning.py` weighs sets, `leader_turn.py` makes a turn of the best plan; here is its memory.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.delegation import Assignment
from cerealbar.agents.fetching import FetchBoard
from cerealbar.agents.leader_turn import Composer
from cerealbar.agents.outlook import Sent, remaining_cards
from cerealbar.agents.protocol import Choice, LeadTask
from cerealbar.agents.skill import PERFECT, Skill
from cerealbar.agents.writing import InstructionWriter, WriteRequest, write_plainly
from cerealbar.game import ACTIONS, Action, StateArray
from cerealbar.language.intention import Intention, Purpose

_Moment = tuple[int, int, int, int]
_STEPS = tuple([Choice(action) for action in ACTIONS if action.is_step])
_PRAISE, _BLAME = 0.25, 0.6
"""What is added to the trust by a success, and what is left of it after a failure."""
_RECENT = 3
"""How many finished instructions the leader looks back on for what the follower missed."""


@dataclass(slots=True)
class _LeaderMemory:
    """What the leader remembers of a game."""

    rng: random.Random
    skill: Skill
    writer: InstructionWriter
    board: FetchBoard | None = None
    score: int = -1
    noise: NDArray[np.float64] | None = None
    leaves_set: bool = False
    """Whether this set is left to the follower."""
    sent: list[Sent] = field(default_factory=list)
    own: set[int] = field(default_factory=set)
    """Cells of the cards that the leader touched itself."""
    prepared: list[Choice] = field(default_factory=list)
    """What is left to do of the planned turn, the next last."""
    judged: int = 0
    """How many finished instructions have been judged."""
    trust: float = 1.0
    """How much of its steps the follower puts to good use, by what became of instructions."""
    moment: _Moment = (-1, -1, -1, -1)
    """When the next prepared choice is to be made."""

    def look(self, states: StateArray) -> FetchBoard:
        """The board, measured anew when a set was made."""
        score = int(states["score"][0])
        if self.board is None or score != self.score:
            self.board, self.score = FetchBoard(states), score
            self.own.intersection_update(self.board.slots)
            self.noise = None
            self.leaves_set = self.rng.random() < self.skill.leaves_sets
            if self.skill.misjudgement:
                draws = np.random.default_rng(self.rng.getrandbits(64))
                self.noise = draws.normal(0.0, self.skill.misjudgement, len(self.board.costs.sets))
        return self.board

    def catch_up(self, finished: int, waiting: int) -> None:
        """Forget instructions that were never sent, for the turn ended before."""
        del self.sent[finished + waiting :]
        others = finished + waiting - len(self.sent)  # sent by whoever led before
        self.sent += [Sent(Intention(Purpose.WAIT))] * others

    def judge(self, board: FetchBoard, finished: int, selected: int) -> None:
        """See what became of the instructions that were finished since the last time."""
        for sent in self.sent[self.judged : finished]:
            if sent.intention.cards:
                is_obeyed = not remaining_cards(board, sent, selected)
                self.trust = min(1.0, self.trust + _PRAISE) if is_obeyed else self.trust * _BLAME
        self.judged = finished

    def by_follower(self, cells: Iterable[int]) -> tuple[int, ...]:
        """Those of some selected cards that the leader did not select; unasked-for ones last."""
        asked = [cell for sent in self.sent for cell in sent.intention.cards]
        others = [cell for cell in cells if cell not in self.own]
        return tuple(sorted(others, key=lambda cell: _last_index(asked, cell)))


def _last_index(cells: list[int], cell: int) -> int:
    return len(cells) - 1 - cells[::-1].index(cell) if cell in cells else len(cells)


def _moment(states: StateArray) -> _Moment:
    state = states[0]
    return (
        int(state["score"]),
        int(state["half_turns_left"]),
        int(state["steps_left"]),
        int(state["waiting"]),
    )


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
        self._memories: dict[int, _LeaderMemory] = {}

    def lead(self, tasks: Sequence[LeadTask]) -> list[Choice]:
        """The next choice in each game."""
        return [self._lead(task) for task in tasks]

    def forget(self, game: int) -> None:
        """The game is over."""
        self._memories.pop(game, None)

    def _lead(self, task: LeadTask) -> Choice:
        memory = self._memories.get(task.game)
        if memory is None:
            rng = random.Random(f"leader {self.seed} {task.game}")
            memory = self._memories[task.game] = _LeaderMemory(
                rng, self.skill, self.writer_of(task.game)
            )
        moment = _moment(task.states)
        if not memory.prepared or memory.moment != moment:
            memory.prepared = self._prepare(task, memory)
        choice = memory.prepared.pop()
        score, left, steps, waiting = moment
        if choice.action is Action.INSTRUCT:
            waiting += 1
        elif choice.action.is_step:
            steps -= 1
        memory.moment = (score, left, steps, waiting)
        return choice

    def _prepare(self, task: LeadTask, memory: _LeaderMemory) -> list[Choice]:
        """The rest of the turn, the next choice last."""
        board = memory.look(task.states)
        memory.catch_up(len(task.finished), len(task.waiting))
        selected = int(task.states["selected"][0])
        done, waiting = memory.sent[: len(task.finished)], memory.sent[len(task.finished) :]
        memory.judge(board, len(task.finished), selected)
        missed = [remaining_cards(board, sent, selected) for sent in done[-_RECENT:]]
        turn = Composer(
            board,
            task.states,
            waiting,
            frozenset(chain.from_iterable(missed)),
            memory.skill,
            memory.noise,
            memory.rng,
            memory.trust,
            memory.leaves_set,
        ).compose()
        memory.own.update(turn.toggled)
        choices = [_STEPS[action] for action in turn.walk]
        if not turn.makes_set:
            was_obeyed = not (missed and missed[-1])
            orders = [
                self._instruct(task, memory, board, order, was_obeyed) for order in turn.orders
            ]
            choices = [*orders, *choices, Choice(Action.DONE)]
        return choices[::-1]

    def _instruct(
        self,
        task: LeadTask,
        memory: _LeaderMemory,
        board: FetchBoard,
        order: Assignment,
        was_obeyed: bool,
    ) -> Choice:
        intention, bits = order.intention, order.selected
        selected = [cell for cell, slot in board.slots.items() if bits >> slot & 1]
        request = WriteRequest(
            len(memory.sent),
            task.states,
            intention,
            order.cell,
            order.heading,
            frozenset(selected),
            memory.by_follower(selected),
            was_obeyed,
        )
        selects = tuple([not bits >> board.slots[cell] & 1 for cell in intention.cards])
        memory.sent.append(Sent(intention, selects))
        return Choice(Action.INSTRUCT, memory.writer(request), intention)
