"""A follower who errs as people do and knows no more of the board than it has made out so far.

It turns towards what it was told of, goes where that should be and looks again, goes round what it
comes upon, walks too far and comes back. A way that the words describe is walked as told. What is
drawn follows from the seed, the game and the number of the instruction alone.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from cerealbar.agents.oracle import cards_there
from cerealbar.agents.protocol import FollowTask
from cerealbar.agents.simulated_follower import (
    LOOKS,
    SlipRates,
    Strain,
    Stroller,
    misunderstand,
)
from cerealbar.game import Action, Player, StateArray, bearing, next_pose, pose_of
from cerealbar.language.intention import Intention, Purpose
from cerealbar.language.references import Difficulty
from cerealbar.views import BoardMemory, Sight

ATTENTION = Sight(degrees=111.0, range_cells=8.0)
"""The paper's camera, as far as a walker makes out what a card shows; it shows no end of the world,
but hides much behind trees and hills."""
_WAYS = re.compile(
    r"(?<!turn )(?<!spin )\b(?:around|round|along|follow|past|through|thru|between|over|cross)\b",
    re.IGNORECASE,
)
_WALKS_AS_TOLD = 0.85
"""How likely a described way is walked as it was told."""
_TURNS_WRONG, _TURNS_ODDLY = 0.1, 0.2
"""How likely who turns to something out of sight turns the longer way, or too far or too little."""
_GLANCES, _STRAYS = 0.15, 1.8
"""How much rarer one looks around for nothing, and oftener goes astray, than one who sees all."""
_FARTHEST_GUESS = 6
"""How far from a goal, in cells, it is looked for at first."""


@dataclass(slots=True)
class _Walk:
    """An instruction that is being carried out."""

    number: int
    begun: int
    """How many steps were taken before."""
    rng: random.Random
    score: int
    goals: list[int]
    """The cells of the cards that are left to touch, in order."""
    end: int | None
    is_careless: bool = False
    early: int = 0
    """How many of the last steps are left out."""
    late: list[Action] = field(default_factory=list)
    """Turns before it is done."""
    overshoots: bool = False
    """Whether it is yet to walk past a place where it should turn."""
    by: list[int] = field(default_factory=list)
    """Cells that it goes by first."""
    steps: list[Action] = field(default_factory=list)
    """Taken and coming."""
    taken: int = 0
    is_told: bool = False
    """Whether the coming steps are the leader's."""
    known: int = 0
    """How many cells were known when the coming steps were planned."""
    has_turned: bool = False
    guesses: int = 0

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to go to."""
        return not self.goals and self.end is None and not self.by

    def replan(self) -> None:
        """Forget the coming steps."""
        del self.steps[self.taken :]
        self.is_told = False


class SightedFollower:
    """Carries out intentions as a person who walks through the world and sees what lies ahead."""

    name = "sighted"

    def __init__(self, seed: int = 0, errors: SlipRates | None = None) -> None:
        self.seed = seed
        self.errors = errors or SlipRates()
        self._memories: dict[int, BoardMemory] = {}
        self._walks: dict[int, _Walk] = {}

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action]:
        """The next step of each task's walk, or done."""
        return [self._follow(task) for task in tasks]

    def forget(self, game: int) -> None:
        """The game is over."""
        self._memories.pop(game, None)
        self._walks.pop(game, None)

    def _follow(self, task: FollowTask) -> Action:
        memory = self._memories.setdefault(task.game, BoardMemory(ATTENTION))
        memory.look(task.states)
        if task.intention is None or task.intention.purpose is Purpose.WAIT:
            return Action.DONE
        walk = self._walks.get(task.game)
        if walk is None or walk.number != task.number:
            walk = self._walks[task.game] = self._begin(task, task.intention)
        _arrive(walk, task)
        known = int(memory.known.sum())
        has_seen = known > walk.known and not walk.is_told and not walk.is_over
        if has_seen or _is_barred(walk, task.states):
            walk.replan()
        if walk.taken == len(walk.steps):
            walk.known = known
            walk.steps += _coming(walk, memory, task.states)
        return walk.steps[walk.taken] if walk.taken < len(walk.steps) else Action.DONE

    def _begin(self, task: FollowTask, intention: Intention) -> _Walk:
        rng = random.Random(f"follower {self.seed} {task.game} {task.number}")
        errors, score = self.errors, int(task.states["score"][0])
        cards = cards_there(task.states, intention.cards)
        walker = Stroller(task.states, rng)
        strain = Strain(Difficulty(task.states, task.instruction, cards, intention.end))
        goals, end = misunderstand(walker, cards, intention.end, strain, errors)
        walk = _Walk(task.number, task.steps_taken, rng, score, goals, end)
        walk.is_careless = strain.slips(rng.random(), errors.careless)
        if strain.slips(rng.random(), errors.early):
            walk.early = rng.randrange(1, 5)
        elif rng.random() < errors.late:
            walk.late = rng.choices((Action.LEFT, Action.RIGHT), k=rng.randrange(1, 4))
        is_told = _WAYS.search(task.instruction) is not None and rng.random() < _WALKS_AS_TOLD
        if is_told and _leads_there(intention.route, task.states, walk):
            walk.steps, walk.is_told = list(intention.route), True
            return walk
        if rng.random() < _GLANCES * errors.looks_around:
            walk.steps = list(rng.choice(LOOKS))
            walk.is_told = True
        walk.overshoots = rng.random() < errors.overshoot
        if not walk.is_over and rng.random() < _STRAYS * errors.detour:
            goal = walk.goals[0] if walk.goals else walk.end
            walk.by = [
                walker.place_near(walker.pose.cell if rng.random() < 0.5 or goal is None else goal)
            ]
        return walk


def _arrive(walk: _Walk, task: FollowTask) -> None:
    """Note the step that was taken since the last time, and what it has led to."""
    taken = task.steps_taken - walk.begun
    has_moved = taken > walk.taken and walk.steps[walk.taken] <= Action.BACKWARD
    if has_moved and walk.goals[:1] == [pose_of(task.states, Player.FOLLOWER).cell]:
        del walk.goals[0]
    walk.taken = taken
    score = int(task.states["score"][0])
    if score != walk.score:  # the cards have changed, and the way with them
        walk.score = score
        walk.goals = list(cards_there(task.states, walk.goals))
        walk.replan()


def _is_barred(walk: _Walk, states: StateArray) -> bool:
    """Whether the next step leads against something, or onto a card that is to be left alone."""
    if walk.taken == len(walk.steps) or walk.steps[walk.taken] > Action.BACKWARD:
        return False
    walker = Stroller(states, walk.rng, walk.is_careless)
    to = next_pose(walker.pose, walk.steps[walk.taken]).cell
    return bool(walker.blocked[to]) and to not in walk.goals[:1]


def _leads_there(route: Sequence[Action], states: StateArray, walk: _Walk) -> bool:
    """Whether the steps touch the goals in order and no other card, and lead to the end."""
    walker, goals = Stroller(states, walk.rng), list(walk.goals)
    pose = walker.pose
    for step in route:
        if step <= Action.BACKWARD and next_pose(pose, step) == pose:
            return False
        pose = next_pose(pose, step)
        if step <= Action.BACKWARD and goals and pose.cell == goals[0]:
            del goals[0]
        elif step <= Action.BACKWARD and walker.blocked[pose.cell]:
            return False
    return bool(route) and not goals and walk.end in (None, pose.cell)


def _coming(walk: _Walk, memory: BoardMemory, states: StateArray) -> list[Action]:
    """The next steps, as far as they can be known now; none when all is done."""
    walker = Stroller(memory.states, walk.rng, walk.is_careless)
    while walk.by:
        if walker.pose.cell != walk.by[0] and (way := walker.tour((), walk.by[0])) is not None:
            return list(way.steps)
        del walk.by[0]
    if walk.end == walker.pose.cell and not walk.goals:
        walk.end = None
    if walk.is_over:
        late, walk.late = walk.late, []
        return late
    goals = list(takewhile(lambda cell: bool(memory.known[0, cell]), walk.goals))
    is_end_known = walk.end is None or bool(memory.known[0, walk.end])
    if not goals and (walk.goals or not is_end_known):
        return _search(walk, walker, walk.goals[0] if walk.goals else walk.end)
    is_last = len(goals) == len(walk.goals) and is_end_known
    tour = walker.tour(goals, walk.end if is_last else None)
    if tour is None:  # as far as it knows; somebody tells it the way
        tour = Stroller(states, walk.rng, walk.is_careless).tour(walk.goals, walk.end)
    if tour is None:
        walk.goals, walk.end = [], None
        return []
    steps = list(tour.steps)
    if is_last and walk.early:
        walk.goals, walk.end = [], None
        return steps[: max(0, len(steps) - walk.early)]
    return _overshot(walk, walker, steps)


def _search(walk: _Walk, walker: Stroller, goal: int | None) -> list[Action]:
    """Turn to where something should be, then go there some way."""
    assert goal is not None
    rng = walk.rng
    if not walk.has_turned:
        walk.has_turned = True
        off = bearing(walker.pose, goal) if walker.pose.cell != goal else 0
        turns, is_right, draw = round(abs(off) / 60), off > 0, rng.random()
        if draw < _TURNS_WRONG:
            turns, is_right = 6 - turns, not is_right
        elif draw < _TURNS_WRONG + _TURNS_ODDLY:
            turns += rng.choice((-1, 1))
        if turns > 0:
            return [Action.RIGHT if is_right else Action.LEFT] * min(turns, 5)
    walk.has_turned = False
    walk.guesses += 1
    reach = _FARTHEST_GUESS - walk.guesses
    tour = walker.tour((), walker.place_near(goal, reach) if reach > 0 else goal)
    if tour is None or not tour.steps:
        tour = walker.tour((), goal)
    if tour is None or not tour.steps:
        walk.goals, walk.end = [], None
        return []
    return list(tour.steps[: rng.randrange(3, 8)])


def _overshot(walk: _Walk, walker: Stroller, steps: list[Action]) -> list[Action]:
    """The steps, or those to a turn and beyond it, from where one has to come back."""
    if not walk.overshoots:
        return steps
    pose, moves = walker.pose, 0
    for i, step in enumerate(steps):
        beyond = next_pose(pose, Action.FORWARD)
        is_turn = step in (Action.LEFT, Action.RIGHT) and moves >= 2
        if is_turn and beyond != pose and not walker.blocked[beyond.cell]:
            walk.overshoots, walk.by = False, [pose.cell]
            return [*steps[:i], Action.FORWARD]
        moves = moves + 1 if step is Action.FORWARD else 0
        pose = next_pose(pose, step)
    return steps
