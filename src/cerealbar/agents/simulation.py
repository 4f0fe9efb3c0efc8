"""Whole games between any leader and any follower, many side by side, and what they score.

Every turn of the loop each game takes one action: all leaders to act are asked in one batch, all
followers in another.
"""

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from statistics import fmean

import numpy as np

from cerealbar import __version__
from cerealbar.agents.answers import ask_to_forget
from cerealbar.agents.pace import HUMAN_PACE, Pace, Stopwatch
from cerealbar.agents.playing import GamesInPlay, Play, PlayedGame
from cerealbar.agents.protocol import EVERYTHING, Follower, Leader
from cerealbar.agents.registry import PARTIAL, find_leader, make_follower
from cerealbar.game import (
    MAX_SEED,
    PAPER,
    Player,
    Rules,
    SeedError,
    draw_states,
    new_states,
)
from cerealbar.parallel import WorkerPool, stretches
from cerealbar.records import GameRecord, Header, Participant, RecordedRules
from cerealbar.views import Sight, view_name

_SIDE_BY_SIDE = 64
_HEAT = 32
"""How many games of a play-off players play who have played nothing before."""


class Simulation:
    """A leader and a follower at a number of boards."""

    def __init__(
        self,
        leader: Leader,
        follower: Follower,
        rules: Rules = PAPER,
        *,
        seed: int = 0,
        pace: Pace | None = None,
        side_by_side: int = _SIDE_BY_SIDE,
        sight: Sight | None = None,
    ) -> None:
        self.leader, self.follower = leader, follower
        self.rules = rules
        self.seed = seed
        self.pace = pace
        self.side_by_side = side_by_side
        self.sight = sight
        """How the follower sees; by default it sees the whole board, as the paper's model does."""

    def play(self, seeds: Iterable[int], first: int = 0) -> Iterator[PlayedGame]:
        """A game on the map of each seed, in that order; games are numbered from `first` on.

        Raises:
            MapError: a seed has no map.
            PlayerError: a player chose what it cannot do.
        """
        coming = enumerate(seeds, first)
        begun = list(islice(coming, self.side_by_side))
        states = new_states([seed for _, seed in begun], self.rules)
        games = GamesInPlay(states, self.rules, self.sight)
        for place, (game, seed) in enumerate(begun):
            self._begin(games, place, game, seed)
        games.look()
        over: dict[int, PlayedGame] = {}
        wanted = first
        while games.plays:
            turns = states["turn"].tolist()
            seats = [[place for place in games.plays if turns[place] == role] for role in Player]
            if seats[Player.LEADER]:
                games.ask(self.leader, Player.LEADER, seats[Player.LEADER])
            if seats[Player.FOLLOWER]:
                games.ask(self.follower, Player.FOLLOWER, seats[Player.FOLLOWER])
            games.look()
            for place, play in [*games.plays.items()]:
                if not play.is_over:
                    continue
                over[play.number] = self._played(play)
                ask_to_forget(self.leader, Player.LEADER, play.number)
                ask_to_forget(self.follower, Player.FOLLOWER, play.number)
                if (following := next(coming, None)) is None:
                    del games.plays[place]
                else:
                    states[place : place + 1] = new_states([following[1]], self.rules)
                    self._begin(games, place, *following)
                    games.look()
            while wanted in over:
                yield over.pop(wanted)
                wanted += 1

    def _begin(self, games: GamesInPlay, place: int, game: int, seed: int) -> None:
        rng = random.Random(f"pace {self._key(game, seed)}")
        games.start(place, game, Stopwatch(self.pace, rng))

    def _key(self, game: int, seed: int) -> str:
        return f"{self.leader.name} {self.follower.name} {self.seed} {game} {seed}"

    def _played(self, play: Play) -> PlayedGame:
        seed = int(play.game.states["seed"][0])
        key = self._key(play.number, seed)
        told_apart = f"{key} {self.rules} {self.sight} {self.pace}"
        header = Header(
            package=__version__,
            game_id=blake2b(told_apart.encode(), digest_size=16).hexdigest(),
            seed=seed,
            synthetic=True,
            leader=Participant(kind="agent", name=self.leader.name, version=__version__),
            follower=Participant(kind="agent", name=self.follower.name, version=__version__),
            rules=RecordedRules.from_rules(self.rules),
            sight=view_name(self.sight),
        )
        return play.played(header)


def play_games(
    leader: Leader,
    follower: Follower,
    seeds: Iterable[int],
    rules: Rules = PAPER,
    *,
    seed: int = 0,
    pace: Pace | None = HUMAN_PACE,
    sight: Sight | None = None,
) -> Iterator[GameRecord]:
    """Recorded games, one on the map of each seed; `seed` decides how long things take.

    `Simulation` tells more of each game, such as what its instructions mean.

    Examples:
        >>> from cerealbar.agents import make_follower, make_leader
        >>> (game,) = play_games(make_leader("scripted"), make_follower("oracle"), [7])
        >>> game.header.seed, game.end.score > 10
        (7, True)
    """
    simulation = Simulation(leader, follower, rules, seed=seed, pace=pace, sight=sight)
    for game in simulation.play(seeds):
        yield game.record()


def map_seeds(count: int, seed: int, rules: Rules = PAPER) -> list[int]:
    """Random map seeds, each with a map.

    Raises:
        SeedError: `seed` is below 0.
    """
    return [found for some in seed_groups([count], seed, rules) for found in some]


def seed_groups(sizes: Iterable[int], seed: int, rules: Rules = PAPER) -> Iterator[list[int]]:
    """The same seeds in groups of some sizes, one after the other.

    Raises:
        SeedError: `seed` is below 0.
    """
    if seed < 0:
        raise SeedError(f"{seed} is no seed: expected an integer from 0 on")
    draws = np.random.default_rng(seed)
    for size in sizes:
        found: list[int] = []
        while len(found) < size:
            seeds = draws.integers(MAX_SEED + 1, size=size - len(found))
            _, failures = draw_states(seeds, rules)
            found += seeds[failures == 0].tolist()
        yield found


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
    parts = list(stretches(0, games, _HEAT))
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
