"""A leader that plans by exact costs and says what it means.

`planning.py` weighs sets, and `delegation.py` has the follower's part in a turn; here a turn is
made of the best plan, and turns become choices.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.authors import InstructionWriter, WriteRequest, write_plainly
from cerealbar.agents.delegation import Assignment, Delegation
from cerealbar.agents.fetching import FetchBoard
from cerealbar.agents.pathfinding import FAR, Tour, shortest_tour
from cerealbar.agents.planning import Planner, SetPlan, TurnClock, Walker
from cerealbar.agents.protocol import Choice, LeadTask
from cerealbar.agents.skill import PERFECT, Skill
from cerealbar.game import ACTIONS, UNLIMITED, Action, Player, StateArray, pose_of
from cerealbar.language.intention import Intention, Purpose

_Moment = tuple[int, int, int, int]
_STEPS = tuple([Choice(action) for action in ACTIONS if action.is_step])
_ENDLESS = 1000
_PRAISE, _BLAME = 0.25, 0.6
"""What is added to the trust by a success, and what is left of it after a failure."""
_RECENT = 3
"""How many finished instructions the leader looks back on for what the follower missed."""


@dataclass(slots=True)
class _LedGame:
    """A game that is being led, and what the leader remembers of it."""

    rng: random.Random
    skill: Skill
    writer: InstructionWriter
    board: FetchBoard = field(init=False)
    noise: NDArray[np.float64] = field(init=False)
    """(sets,): how wrong it weighs each."""
    leaves_set: bool = False
    """Whether this set is left to the follower."""
    score: int = -1
    sent: list[Assignment] = field(default_factory=list)
    own: set[int] = field(default_factory=set)
    """Cells of the cards that the leader touched itself."""
    judged: int = 0
    """How many finished instructions have been judged."""
    trust: float = 1.0
    """How much of its steps the follower puts to good use, by what became of instructions."""
    missed: list[tuple[int, ...]] = field(default_factory=list)
    """Of the last finished instructions, the cells of cards that were not toggled."""
    prepared: list[Choice] = field(default_factory=list)
    """What is left to do of the planned turn, the next last."""
    moment: _Moment = (-1, -1, -1, -1)
    """When the next prepared choice is to be made."""

    def look(self, task: LeadTask) -> list[Assignment]:
        """See what became of the instructions; returns those that wait."""
        score, selected = int(task.states["score"][0]), int(task.states["selected"][0])
        if score != self.score:
            self.score = score
            self._measure(task.states)
        finished, waiting = len(task.finished), len(task.waiting)
        del self.sent[finished + waiting :]  # never sent, for the turn ended before
        others = finished + waiting - len(self.sent)  # sent by whoever led before
        self.sent += [Assignment(Intention(Purpose.WAIT))] * others
        done = self.sent[:finished]
        for order in done[self.judged :]:
            if order.intention.cards:
                is_obeyed = not order.remaining_cards(self.board, selected)
                self.trust = min(1.0, self.trust + _PRAISE) if is_obeyed else self.trust * _BLAME
        self.judged = finished
        self.missed = [order.remaining_cards(self.board, selected) for order in done[-_RECENT:]]
        return self.sent[finished:]

    def _measure(self, states: StateArray) -> None:
        """Measure the ways on a board whose cards are new."""
        self.board = FetchBoard(states)
        self.own.intersection_update(self.board.slots)
        self.leaves_set = self.rng.random() < self.skill.leaves_sets
        self.noise = np.zeros(len(self.board.costs.sets))
        if self.skill.misjudgement:
            draws = np.random.default_rng(self.rng.getrandbits(64))
            self.noise = draws.normal(0.0, self.skill.misjudgement, len(self.noise))

    def by_follower(self, cells: Iterable[int]) -> tuple[int, ...]:
        """Those of some selected cards that the leader did not select; unasked-for ones last."""
        asked = [cell for order in self.sent for cell in order.intention.cards]
        last = {cell: i for i, cell in enumerate(asked)}
        others = [cell for cell in cells if cell not in self.own]
        return tuple(sorted(others, key=lambda cell: last.get(cell, len(asked))))


@dataclass(frozen=True, slots=True)
class _LeaderTurn:
    """What to do until the turn ends, or until a set is made and all is to be planned anew."""

    walk: tuple[Action, ...] = ()
    toggled: tuple[int, ...] = ()
    """Cells of the cards that the walk toggles."""
    makes_set: bool = False
    """Whether the walk ends with a set."""
    orders: tuple[Assignment, ...] = ()


class _Composer:
    """Plans the rest of a leader's turn from what is there."""

    def __init__(self, memory: _LedGame, states: StateArray, waiting: Sequence[Assignment]) -> None:
        self.memory, self.states, self.waiting = memory, states, waiting
        self.board, self.skill, self.rng = memory.board, memory.skill, memory.rng
        self.pose = pose_of(states, Player.LEADER)
        self.selected = int(states["selected"][0])
        self.clock = _read_clock(states[0])
        self.looks_ahead = self.rng.random() < self.skill.looks_ahead

    def compose(self) -> _LeaderTurn:
        """The rest of the turn."""
        delegation = self._delegation()
        plan = self._planner(delegation).best()
        turn = _LeaderTurn() if plan is None else self._walk(plan, delegation)
        if turn.makes_set:
            return turn
        if turn.toggled:
            delegation = self._delegation()
        leader_cards: tuple[int, ...] = ()
        if plan is not None:
            leader_cards = self._cells(plan.this.leader)
            self._delegate(plan, delegation, leader_cards)
        delegation.wait_if_idle(leader_cards)
        return _LeaderTurn(turn.walk, turn.toggled, False, tuple(delegation.orders))

    def _delegation(self) -> Delegation:
        """The follower's work as it is before anything more is asked of it."""
        missed = frozenset(chain.from_iterable(self.memory.missed))
        return Delegation(
            self.board, self.states, self.waiting, self.selected, missed, self.skill, self.rng
        )

    def _planner(self, delegation: Delegation) -> Planner:
        clock, trust = self.clock, self.memory.trust
        barred = 0
        if delegation.gone:
            turns = (delegation.made_after - 1) // clock.follower_steps
            barred = clock.now + clock.leader_steps * turns
        if trust < 1:  # of one who fails much is expected as of one who is slow
            expected = max(1, round(clock.follower_steps * trust))
            clock = clock._replace(follower_steps=expected)
        own, followers = self.board.rows(self.pose, delegation.pose)
        return Planner(
            self.board,
            clock,
            Walker(np.full_like(own, FAR) if self.memory.leaves_set else own, 0, barred),
            Walker(followers, delegation.steps, delegation.steps),
            self.memory.noise,
            delegation.selected,
            delegation.gone,
            delegation.pending,
        )

    def _walk(self, plan: SetPlan, delegation: Delegation) -> _LeaderTurn:
        """Fetch what is the leader's, then go near the next card of its own."""
        if self.rng.random() >= self.skill.walks:
            return _LeaderTurn()
        own = (*plan.drops.leader, *plan.this.leader)
        later = plan.next.leader if plan.next is not None and self.looks_ahead else ()
        if delegation.gone:  # its cards are for a set after the one that the follower makes
            return _LeaderTurn(self._way_near((*own, *later), self.clock.now))
        if not own:
            return _LeaderTurn(self._way_near(later, self.clock.now))
        tour = self._tour(own)
        if tour is None:
            return _LeaderTurn()
        turn = self._take(tour)
        steps_left = self.clock.now - len(tour.steps)
        if turn.makes_set or steps_left <= 0 or len(turn.walk) < len(tour.steps):
            return turn
        self.pose = tour.end
        return _LeaderTurn(turn.walk + self._way_near(later, steps_left), turn.toggled)

    def _take(self, tour: Tour) -> _LeaderTurn:
        """A tour as far as this turn's steps go, until it makes a set or would select a clash.

        A card may clash for as long as the follower has not yet deselected another.
        """
        toggled: tuple[int, ...] = ()
        for cell, arrival in zip(tour.stops, tour.arrivals, strict=True):
            if arrival > self.clock.now:
                break
            slot = self.board.slots[cell]
            if self.board.clashes(slot, self.selected):
                return _LeaderTurn(tour.steps[: arrival - 1], toggled)
            toggled += (cell,)
            self.selected ^= 1 << slot
            if self.board.is_set(self.selected):
                return _LeaderTurn(tour.steps[:arrival], toggled, True)
        return _LeaderTurn(tour.steps[: self.clock.now], toggled)

    def _way_near(self, slots: Sequence[int], steps: int) -> tuple[Action, ...]:
        """The first steps of the way to a card, without the one onto it."""
        tour = self._tour(slots[:1]) if slots else None
        return () if tour is None else tour.steps[:-1][:steps]

    def _tour(self, slots: Sequence[int]) -> Tour | None:
        cells, backward = self._cells(slots), self.skill.backward
        return shortest_tour(self.board.blocked, self.pose, cells, backward=backward)

    def _cells(self, slots: Sequence[int]) -> tuple[int, ...]:
        return tuple([self.board.places[slot] for slot in slots])

    def _delegate(
        self, plan: SetPlan, delegation: Delegation, leader_cards: tuple[int, ...]
    ) -> None:
        """Give the follower work for its coming turn."""
        this, after = plan.this, plan.next
        if delegation.gone:
            delegation.collect_early(self._cells(this.follower), leader_cards)
            return
        delegation.correct(self._cells(plan.drops.follower), leader_cards)
        is_ordered = delegation.collect(self._cells(this.follower), leader_cards)
        if after is None or not is_ordered:
            return
        if not self.looks_ahead and not delegation.is_idle:
            return
        if delegation.is_idle and self.rng.random() < self.skill.lets_wait:
            return
        if delegation.gone:  # the follower makes this set with what waits now
            delegation.collect_early(self._cells(after.follower), self._cells(after.leader))
        elif after.follower:
            delegation.approach(self._cells(after.follower)[0], self._cells(after.leader))


def _read_clock(state: np.void) -> TurnClock:
    left = int(state["half_turns_left"])
    score = int(state["score"])
    extra = state["extra_half_turns"]
    return TurnClock(
        int(state["steps_left"]),
        int(state["step_limits"][0]),
        int(state["step_limits"][1]),
        _ENDLESS if left == UNLIMITED else left,
        int(extra[score]) if score < len(extra) else 0,
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
            led = _LedGame(rng, self.skill, self.writer_of(task.game))
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
    turn = _Composer(led, task.states, led.look(task)).compose()
    led.own.update(turn.toggled)
    choices = [_STEPS[action] for action in turn.walk]
    if not turn.makes_set:
        orders = [_instruct(task, led, order) for order in turn.orders]
        choices = [*orders, *choices, Choice(Action.DONE)]
    return choices[::-1]


def _instruct(task: LeadTask, led: _LedGame, order: Assignment) -> Choice:
    was_obeyed = not (led.missed and led.missed[-1])
    touched = led.by_follower(order.selected)
    text = led.writer(WriteRequest(len(led.sent), task.states, order, touched, was_obeyed))
    led.sent.append(order)
    return Choice(Action.INSTRUCT, text, order.intention)
