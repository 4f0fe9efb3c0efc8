"""Whole games between any leader and any follower, many side by side.

Every turn of the loop each game takes one action: all leaders to act are asked in one batch, all
followers in another.
"""

import random
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import islice

import numpy as np

from cerealbar import __version__
from cerealbar.agents.answers import ask_to_forget
from cerealbar.agents.pace import HUMAN_PACE, Pace, Stopwatch
from cerealbar.agents.playing import GamesInPlay, Play, PlayedGame
from cerealbar.agents.protocol import Follower, Leader
from cerealbar.game import (
    MAX_SEED,
    PAPER,
    Player,
    Rules,
    SeedError,
    draw_states,
    new_states,
)
from cerealbar.records import GameRecord, Header, Participant, RecordedRules
from cerealbar.views import Sight, view_name

_SIDE_BY_SIDE = 64


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
