"""How well a leader and a follower do together, over many games."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from cerealbar.agents.protocol import EVERYTHING, Follower, Leader
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


@dataclass(frozen=True, slots=True)
class _Heat:
    """Some games of a play-off."""

    leader: str | Leader
    follower: str | Follower
    seed: int
    sight: Sight | None
    seeds: Sequence[int]
    """Of their maps."""
    first: int

    def __str__(self) -> str:
        return f"games {self.first} to {self.first + len(self.seeds) - 1}"


def _play_heat(heat: _Heat) -> list[tuple[int, int]]:
    """The score and the finished instructions of each game."""
    players = make_pair(heat.leader, heat.follower, heat.seed, heat.sight)
    simulation = Simulation(
        *players, seed=heat.seed, side_by_side=len(heat.seeds), sight=heat.sight
    )
    return [(game.score, game.finished) for game in simulation.play(heat.seeds, heat.first)]


def make_pair(
    leader: str | Leader, follower: str | Follower, seed: int, sight: Sight | None = None
) -> tuple[Leader, Follower]:
    """A leader and a follower, made here if they go by name and the one gives what the other needs.

    Raises:
        UnknownPlayerError: there is none of that name.
        PlayerError: one cannot be made, or the follower needs more.
    """
    given = EVERYTHING
    if isinstance(leader, str):
        found = find_leader(leader)
        leader, given = found.make(seed), found.gives
    if isinstance(follower, str):
        follower = make_follower(follower, seed, given if sight is None else given & PARTIAL)
    return leader, follower


def play_off(
    leader: str | Leader,
    follower: str | Follower,
    games: int,
    seed: int = 0,
    *,
    sight: Sight | None = None,
    pool: WorkerPool | None = None,
    progress: Callable[[int], None] | None = None,
) -> PlayOff:
    """Let a leader and a follower play on random maps; the same seed gives the same maps.

    Nobody runs out of time; without a sight the follower sees the whole board. Players who go by
    name are made anew for some games at a time; a pool of several workers takes no others, and what
    comes of the games does not depend on it. `progress` is told how many games are over.

    Raises:
        ValueError: there is no game to play.
        PlayerError: a player cannot be had, or chose what it cannot do.
    """
    if games < 1:
        raise ValueError(f"cannot play {games} games: expected at least 1")
    players = make_pair(leader, follower, seed, sight)  # or it fails at once, here
    begin = time.perf_counter()
    parts = list(stretches(0, games, SIDE_BY_SIDE))
    heats = (
        _Heat(leader, follower, seed, sight, seeds, part.start)
        for part, seeds in zip(parts, seed_groups(map(len, parts), seed), strict=True)
    )
    played: list[tuple[int, int]] = []
    for found in (pool or WorkerPool()).map(_play_heat, heats):
        played += found
        if progress is not None:
            progress(len(played))
    scores, finished = zip(*played, strict=True)
    return PlayOff(players[0].name, players[1].name, scores, finished, time.perf_counter() - begin)
