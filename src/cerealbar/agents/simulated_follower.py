"""A follower who means well and errs as people do, for recorded games with recoveries in them.

It knows what is meant, and errs where the words leave it open: it is likelier to take a wrong card,
one that fits them too, if there are such, and slips more where the text is long, misspelt, about
what was before or about what is out of sight. Every slip is drawn from the seed, the game and the
number of the instruction alone.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.oracle import Oracle
from cerealbar.agents.pathfinding import Tour, Way, avoided_cells, shortest_tour
from cerealbar.agents.protocol import FollowTask
from cerealbar.agents.skill import TURNING_AROUND
from cerealbar.game import (
    CARD_COLOUR,
    CARD_COUNT,
    CARD_SHAPE,
    DISTANCES,
    IS_PASSABLE,
    Action,
    Player,
    StateArray,
    distance,
    pose_of,
)
from cerealbar.language.intention import Intention, Purpose
from cerealbar.language.references import Difficulty

LOOKS = (
    (Action.LEFT, Action.RIGHT),
    (Action.RIGHT, Action.LEFT),
    (Action.LEFT, Action.LEFT, Action.RIGHT, Action.RIGHT),
    (Action.RIGHT, Action.RIGHT, Action.LEFT, Action.LEFT),
)
_NEAR = 3
"""How far astray a follower goes, in cells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipRates:
    """How likely a follower slips in an instruction; the first four rise with its difficulty."""

    wrong_card: float = 0.009
    """To take a similar card for one that is meant, or one that fits the words as well."""
    wrong_side: float = 0.08
    """To end elsewhere near the place that is meant."""
    careless: float = 0.006
    """To walk across cards that lie in the way."""
    early: float = 0.016
    """To be done some steps too early."""
    late: float = 0.06
    """To turn about for a while before being done."""
    looks_around: float = 0.2
    """To turn and turn back on the way."""
    detour: float = 0.1
    """Not to take the shortest way."""
    overshoot: float = 0.7
    """To walk past a turn and come back; only of those who do not see the whole board."""

    def scaled(self, scale: float) -> "SlipRates":
        """Those of one who slips so many times as often."""
        return SlipRates(
            **{each.name: min(0.9, scale * getattr(self, each.name)) for each in fields(self)}
        )


NO_SLIPS = SlipRates().scaled(0)
_AMBIGUITY = 6.0
"""How much likelier a wrong card is for each other card that fits the words, up to three."""


def errors_of(rng: random.Random, is_expert: bool) -> SlipRates:
    """The errors of one person; novices err more."""
    return SlipRates().scaled(rng.uniform(0.3, 1.3) if is_expert else rng.uniform(1.5, 5.0))


class Strain:
    """An instruction as it strains a follower, who slips the more often.

    Most draws tell that nothing happens before its difficulty is known, which takes a while.
    """

    _MOST, _MOST_RIVALS = 4.15, 3

    def __init__(self, hard: Difficulty) -> None:
        self.hard = hard

    @cached_property
    def _times(self) -> float:
        """How many times as often as in an easy instruction a follower slips, up to `_MOST`."""
        length = min(1.0, max(0, self.hard.words - 8) / 16)
        in_text = 1 + length + 0.7 * min(2, self.hard.misspelt)
        return in_text + (0.5 * self.hard.is_history + 0.25 * self.hard.is_unseen)

    def slips(self, draw: float, rate: float) -> bool:
        """Whether a draw from 0 to 1 is a slip that is so likely in an easy instruction."""
        return draw < rate * self._MOST and draw < rate * self._times

    def confuses(self, draw: float, rate: float) -> bool:
        """The same for taking a wrong card, which is likelier where others fit the words."""
        most = 1 + _AMBIGUITY * self._MOST_RIVALS
        if not self.slips(draw, rate * most):
            return False
        rivals = min(self._MOST_RIVALS, self.hard.candidates - 1)
        return self.slips(draw, rate * (1 + _AMBIGUITY * rivals))


class SimulatedFollower(Oracle):
    """Carries out intentions with a person's slips; rather turns around than walks backward."""

    is_deterministic = False

    def __init__(
        self, seed: int = 0, errors: SlipRates | None = None, *, name: str = "simulated"
    ) -> None:
        super().__init__()
        self.name = name
        self.seed = seed
        self.errors = errors or SlipRates()

    def way(
        self, task: FollowTask, intention: Intention, cards: tuple[int, ...], is_new: bool
    ) -> Way | None:
        """A person's way; without slips where it only goes on after a set was made."""
        rng = random.Random(f"follower {self.seed} {task.game} {task.number}")
        walker = Stroller(task.states, rng)
        if not is_new or intention.purpose is Purpose.WAIT:
            return walker.tour(cards, intention.end)
        strain = Strain(Difficulty(task.states, task.instruction, cards, intention.end))
        goals, end = misunderstand(walker, cards, intention.end, strain, self.errors)
        walker.is_careless = strain.slips(rng.random(), self.errors.careless)
        is_early = strain.slips(rng.random(), self.errors.early)
        way = self._stray(walker, goals, end, is_early) or walker.tour(cards, intention.end)
        return None if way is None else self._dawdle(rng, way)

    def _stray(
        self, walker: "Stroller", cards: Sequence[int], end: int | None, is_early: bool
    ) -> Way | None:
        """A way there, perhaps not the shortest, perhaps not to the end."""
        rng = walker.rng
        way = walker.detour(cards, end) if rng.random() < self.errors.detour else None
        found: Way | None = way or walker.tour(cards, end)
        if found is not None and is_early:
            return _cut(found, max(0, len(found.steps) - rng.randrange(1, 5)))
        return found

    def _dawdle(self, rng: random.Random, way: Way) -> Way:
        """The same way with needless turns."""
        if rng.random() < self.errors.looks_around:
            way = _insert(way, rng.randrange(len(way.steps) + 1), rng.choice(LOOKS))
        if rng.random() < self.errors.late:
            turns = rng.choices((Action.LEFT, Action.RIGHT), k=rng.randrange(1, 4))
            way = _insert(way, len(way.steps), tuple(turns))
        return way


def misunderstand(
    walker: "Stroller",
    cards: Sequence[int],
    end: int | None,
    strain: Strain,
    errors: SlipRates,
) -> tuple[list[int], int | None]:
    """The cards and the end that a follower takes to be meant."""
    rng, goals = walker.rng, list(cards)
    if goals and strain.confuses(rng.random(), errors.wrong_card):
        fitting, most = strain.hard.fitting, strain.hard.candidates - 1
        i = rng.choice([i for i, others in enumerate(fitting) if len(others) == most])
        others = fitting[i] or walker.similar_cards(goals[i], goals)
        goals[i] = walker.one_near(goals[i], others)
    if end is not None and strain.slips(rng.random(), errors.wrong_side):
        end = walker.place_near(end)
    return goals, end


class Stroller:
    """Where the follower is, what lies around it, and its ways from there."""

    def __init__(self, states: StateArray, rng: random.Random, is_careless: bool = False) -> None:
        self.pose = pose_of(states, Player.FOLLOWER)
        self.rng = rng
        self.states = states
        self.avoided = avoided_cells(states)
        self.is_careless = is_careless

    @property
    def blocked(self) -> NDArray[np.bool_]:
        """(625,): the cells that it does not enter, unless they are goals."""
        return ~IS_PASSABLE[self.states["tile"][0]] if self.is_careless else self.avoided

    def tour(self, cards: Sequence[int], end: int | None) -> Tour | None:
        """The shortest way of one who does not like to walk backward."""
        return shortest_tour(self.blocked, self.pose, cards, end=end, backward=TURNING_AROUND)

    def detour(self, cards: Sequence[int], end: int | None) -> Way | None:
        """A way by some cell near the start or the first goal."""
        goal = cards[0] if cards else end
        if goal is None or distance(self.pose.cell, goal) < 2:
            return None
        by = self.place_near(goal if self.rng.random() < 0.5 else self.pose.cell)
        first = self.tour((), by)
        if first is None:
            return None
        here, self.pose = self.pose, first.end
        second = self.tour(cards, end)
        self.pose = here
        if second is None:
            return None
        arrivals = tuple(len(first.steps) + arrival for arrival in second.arrivals)
        return Way(first.steps + second.steps, second.stops, arrivals)

    def similar_cards(self, cell: int, besides: Sequence[int]) -> list[int]:
        """The cells of other cards that share two features with one."""
        state = self.states[0]
        cells = state["card_cell"][: state["cards"]].tolist()
        kinds = state["card_kind"]
        kind = kinds[cells.index(cell)]
        return [
            other
            for slot, other in enumerate(cells)
            if other not in besides and _likeness(kinds[slot], kind) >= 2
        ]

    def one_near(self, cell: int, others: Sequence[int]) -> int:
        """One of some other cells, most likely a near one; the cell itself if there are none."""
        nearest = sorted(others, key=lambda other: distance(other, cell))
        drawn = int(self.rng.expovariate(1.0))
        return nearest[min(len(nearest) - 1, drawn)] if nearest else cell

    def place_near(self, cell: int, reach: int = _NEAR) -> int:
        """A free cell near another one."""
        away = DISTANCES[cell]
        near = np.flatnonzero((away > 0) & (away <= reach) & ~self.avoided).tolist()
        return self.rng.choice(near) if near else cell


def _likeness(kind: np.uint8, other: np.uint8) -> int:
    """How many features two cards share."""
    features = (CARD_COUNT, CARD_COLOUR, CARD_SHAPE)
    return sum([bool(feature[kind] == feature[other]) for feature in features])


def _cut(way: Way, length: int) -> Way:
    """The first steps of a way."""
    count = sum(arrival <= length for arrival in way.arrivals)
    return Way(way.steps[:length], way.stops[:count], way.arrivals[:count])


def _insert(way: Way, at: int, turns: tuple[Action, ...]) -> Way:
    """A way with turns put into it; these must cancel out unless they come at the end."""
    arrivals = tuple(arrival + (len(turns) if arrival > at else 0) for arrival in way.arrivals)
    return Way(way.steps[:at] + turns + way.steps[at:], way.stops, arrivals)
