"""How well a leader and a follower do together, over many games."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from cerealbar.agents.protocol import Follower, Leader
from cerealbar.agents.registry import PARTIAL, find_leader, make_follower
from cerealbar.agents.simulation import Simulation, seed_groups
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
class _Heat:
    """Some games of a play-off, whose players go by name."""

    leader: str
    follower: str
    seed: int
    sight: Sight | None
    seeds: Sequence[int]
    first: int

    def __str__(self) -> str:
        return f"games {self.first} to {self.first + len(self.seeds) - 1}"


def _play_heat(heat: _Heat) -> list[tuple[int, int]]:
    """The games with players who have played nothing before."""
    players = make_pair(heat.leader, heat.follower, heat.seed, heat.sight)
    return _play(*players, heat.seed, heat.sight, heat.seeds, heat.first)


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
    *,
    sight: Sight | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> PlayOff:
    """Let a leader and a follower play on random maps; the same seed gives the same maps.

    Nobody runs out of time; without a sight the follower sees the whole board.

    Raises:
        ValueError: there is no game to play.
    """
    heats = (_play(leader, follower, seed, sight, *heat) for heat in _heats(games, seed))
    return _sum_up(leader, follower, heats, None, clock)


def play_off_by(
    pool: WorkerPool,
    leader: str,
    follower: str,
    games: int,
    seed: int = 0,
    *,
    sight: Sight | None = None,
    progress: Callable[[int], None] | None = None,
) -> PlayOff:
    """The same with players by name, whose games a pool plays, whatever the number of its workers.

    `progress` is told how many games are over.

    Raises:
        ValueError: there is no game to play.
        PlayerError: a player cannot be had, or chose what it cannot do.
    """
    players = make_pair(leader, follower, seed, sight)  # or it fails at once, here
    heats = (_Heat(leader, follower, seed, sight, *heat) for heat in _heats(games, seed))
    return _sum_up(*players, pool.map(_play_heat, heats), progress, time.perf_counter)


def _play(
    leader: Leader,
    follower: Follower,
    seed: int,
    sight: Sight | None,
    seeds: Sequence[int],
    first: int,
) -> list[tuple[int, int]]:
    """The score and the finished instructions of each game, numbered from `first` on."""
    simulation = Simulation(leader, follower, seed=seed, side_by_side=len(seeds), sight=sight)
    return [(game.score, game.finished) for game in simulation.play(seeds, first)]


def _heats(games: int, seed: int) -> Iterator[tuple[list[int], int]]:
    """The map seeds of some games at a time, and the number of the first."""
    if games < 1:
        raise ValueError(f"cannot play {games} games: expected at least 1")
    sizes = map(len, stretches(0, games, SIDE_BY_SIDE))
    groups = zip(stretches(0, games, SIDE_BY_SIDE), seed_groups(sizes, seed), strict=True)
    return ((seeds, some.start) for some, seeds in groups)


def _sum_up(
    leader: Leader,
    follower: Follower,
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
    return PlayOff(leader.name, follower.name, scores, finished, clock() - begin)
