"""How well a leader and a follower do together, over many games."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from cerealbar.agents.pace import Pace
from cerealbar.agents.protocol import Follower, Leader
from cerealbar.agents.registry import PARTIAL, find_leader, make_follower
from cerealbar.agents.simulation import Simulation, seed_groups
from cerealbar.game import PAPER, Rules
from cerealbar.parallel import WorkerPool, stretches
from cerealbar.views import Sight

SIDE_BY_SIDE = 32
"""How many games are played side by side, by players who have played nothing before."""


@dataclass(frozen=True, slots=True)
class PlayOff:
    """The scores of some games."""

    leader: str
    follower: str
    scores: tuple[int, ...]
    """By game."""
    finished: tuple[int, ...]
    """Instructions that the follower was done with, by game."""
    seconds: float
    """How long it took."""

    @property
    def mean(self) -> float:
        """The mean score."""
        return fmean(self.scores)

    @property
    def histogram(self) -> dict[int, int]:
        """How many games had each score, from the lowest to the highest."""
        counts = Counter(self.scores)
        return {score: counts[score] for score in range(min(counts), max(counts) + 1)}

    @property
    def games_per_second(self) -> float:
        """How fast the games were played."""
        return len(self.scores) / self.seconds


@dataclass(frozen=True, slots=True)
class PlayOffTerms:
    """What all games of a play-off have in common."""

    seed: int = 0
    rules: Rules = PAPER
    pace: Pace | None = None
    sight: Sight | None = None

    def play(
        self, leader: Leader, follower: Follower, seeds: Sequence[int], first: int
    ) -> list[tuple[int, int]]:
        """The score and the finished instructions of each game, numbered from `first` on."""
        simulation = Simulation(
            leader,
            follower,
            self.rules,
            seed=self.seed,
            pace=self.pace,
            side_by_side=len(seeds),
            sight=self.sight,
        )
        return [(game.score, game.finished) for game in simulation.play(seeds, first)]


@dataclass(frozen=True, slots=True)
class _Heat:
    """Some games of a play-off, whose players go by name."""

    leader: str
    follower: str
    terms: PlayOffTerms
    seeds: Sequence[int]
    first: int

    def __str__(self) -> str:
        return f"games {self.first} to {self.first + len(self.seeds) - 1}"


def _play_heat(heat: _Heat) -> list[tuple[int, int]]:
    """The games with players who have played nothing before."""
    players = make_pair(heat.leader, heat.follower, heat.terms.seed, heat.terms.sight)
    return heat.terms.play(*players, heat.seeds, heat.first)


def make_pair(
    leader: str, follower: str, seed: int, sight: Sight | None = None
) -> tuple[Leader, Follower]:
    """A leader and a follower by name, if the one gives what the other needs.

    Raises:
        UnknownPlayerError: there is none of that name.
        PlayerError: one cannot be made, or the follower needs more.
    """
    found = find_leader(leader)
    given = found.gives if sight is None else found.gives & PARTIAL
    return found.make(seed), make_follower(follower, seed, given)


def play_off(
    leader: Leader,
    follower: Follower,
    games: int,
    seed: int = 0,
    rules: Rules = PAPER,
    *,
    pace: Pace | None = None,
    sight: Sight | None = None,
    progress: Callable[[int], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> PlayOff:
    """Let a leader and a follower play on random maps; the same seed gives the same maps.

    Without a pace nobody runs out of time; without a sight the follower sees the whole board.
    `progress` is told how many games are over.

    Raises:
        ValueError: there is no game to play.
    """
    terms = PlayOffTerms(seed, rules, pace, sight)
    heats = (terms.play(leader, follower, *heat) for heat in _heats(games, seed, rules))
    return _sum_up(leader.name, follower.name, heats, progress, clock)


def play_off_by(
    pool: WorkerPool,
    leader: str,
    follower: str,
    games: int,
    terms: PlayOffTerms,
    progress: Callable[[int], None] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> PlayOff:
    """A play-off whose games a pool plays; what comes of them depends on the terms alone.

    Raises:
        ValueError: there is no game to play.
        PlayerError: a player cannot be had, or chose what it cannot do.
    """
    players = make_pair(leader, follower, terms.seed, terms.sight)  # or it fails at once, here
    heats = (
        _Heat(leader, follower, terms, *heat) for heat in _heats(games, terms.seed, terms.rules)
    )
    names = [player.name for player in players]
    return _sum_up(names[0], names[1], pool.map(_play_heat, heats), progress, clock)


def _heats(games: int, seed: int, rules: Rules) -> Iterator[tuple[list[int], int]]:
    """The map seeds of some games at a time, and the number of the first."""
    if games < 1:
        raise ValueError(f"cannot play {games} games: expected at least 1")
    sizes = map(len, stretches(0, games, SIDE_BY_SIDE))
    groups = zip(stretches(0, games, SIDE_BY_SIDE), seed_groups(sizes, seed, rules), strict=True)
    return ((seeds, some.start) for some, seeds in groups)


def _sum_up(
    leader: str,
    follower: str,
    heats: Iterable[list[tuple[int, int]]],
    progress: Callable[[int], None] | None,
    clock: Callable[[], float],
) -> PlayOff:
    begin = clock()
    played: list[tuple[int, int]] = []
    for found in heats:
        played += found
        if progress is not None:
            progress(len(played))
    scores, finished = zip(*played, strict=True)
    return PlayOff(leader, follower, scores, finished, clock() - begin)
