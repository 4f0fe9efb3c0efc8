"""Whole games between any leader and any follower, many side by side.

Every turn of the loop each game takes one action: all leaders to act are asked in one batch, all
followers in another, and the rules are applied to all games at once.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import islice

import numpy as np

from cerealbar import __version__
from cerealbar.agents.answers import ask_follower, ask_leader, ask_to_forget
from cerealbar.agents.blame import refused
from cerealbar.agents.pace import HUMAN_PACE, Pace, Stopwatch
from cerealbar.agents.playing import Play, PlayedGame, PlayLimits
from cerealbar.agents.protocol import Follower, Leader
from cerealbar.game import (
    MAX_SEED,
    PAPER,
    Player,
    Rules,
    SeedError,
    StateArray,
    draw_states,
    new_states,
    step_many,
)
from cerealbar.records import GameRecord, Header, Participant, RecordedRules
from cerealbar.views import BoardMemory, Sight, view_name

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
        limits: PlayLimits | None = None,
        side_by_side: int = _SIDE_BY_SIDE,
        sight: Sight | None = None,
    ) -> None:
        self.leader, self.follower = leader, follower
        self.rules = rules
        self.seed = seed
        self.pace = pace
        self.limits = limits or PlayLimits()
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
        plays: list[Play | None] = [
            self._begin(game, seed, states[i : i + 1]) for i, (game, seed) in enumerate(begun)
        ]
        memory = None if self.sight is None else BoardMemory(self.sight, len(states))
        if memory is not None:
            memory.look(states)
        over: dict[int, PlayedGame] = {}
        wanted = first
        while any(plays):
            self._advance(states, plays, memory)
            left = states["half_turns_left"].tolist()
            for i, play in enumerate(plays):
                if play is None or not play.is_over(left[i]):
                    continue
                over[play.game] = play.played()
                ask_to_forget(self.leader, Player.LEADER, play.game)
                ask_to_forget(self.follower, Player.FOLLOWER, play.game)
                plays[i] = None
                for game, seed in islice(coming, 1):
                    states[i : i + 1] = new_states([seed], self.rules)
                    plays[i] = self._begin(game, seed, states[i : i + 1])
                    if memory is not None:
                        memory.forget(i)
                        memory.look(states)
            while wanted in over:
                yield over.pop(wanted)
                wanted += 1

    def _begin(self, game: int, seed: int, states: StateArray) -> Play:
        key = f"{self.leader.name} {self.follower.name} {self.seed} {game} {seed}"
        told_apart = f"{key} {self.rules} {self.sight} {self.pace} {self.limits}"
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
        watch = Stopwatch(self.pace, random.Random(f"pace {key}"))
        return Play(game, header, self.rules, states, watch, self.limits)

    def _advance(
        self, states: StateArray, plays: Sequence[Play | None], memory: BoardMemory | None
    ) -> None:
        """One action in every game."""
        turns = states["turn"].tolist()
        seated = [(i, play) for i, play in enumerate(plays) if play is not None]
        leading = [(i, play) for i, play in seated if turns[i] == Player.LEADER]
        following = [(i, play) for i, play in seated if turns[i] == Player.FOLLOWER]
        actions = np.zeros(len(states), np.uint8)
        if leading:
            choices = ask_leader(self.leader, [play.lead_task() for _, play in leading])
            for (i, play), choice in zip(leading, choices, strict=True):
                actions[i] = play.act(Player.LEADER, choice)
        if following:
            tasks = [play.follow_task(memory, i) for i, play in following]
            choices = ask_follower(self.follower, tasks)
            for (i, play), choice in zip(following, choices, strict=True):
                actions[i] = play.act(Player.FOLLOWER, choice)
        outcomes = step_many(states, actions).tolist()
        if memory is not None:
            memory.look(states)
        for player, seats in ((Player.LEADER, leading), (Player.FOLLOWER, following)):
            for i, play in seats:
                if outcomes[i] < 0:
                    asked = (self.leader, self.follower)[player]
                    raise refused(asked, player, play.action, play.game, outcomes[i])
                play.note(player, outcomes[i])


def play_games(
    leader: Leader,
    follower: Follower,
    seeds: Iterable[int],
    rules: Rules = PAPER,
    *,
    seed: int = 0,
    pace: Pace | None = HUMAN_PACE,
    limits: PlayLimits | None = None,
    side_by_side: int = _SIDE_BY_SIDE,
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
    simulation = Simulation(
        leader,
        follower,
        rules,
        seed=seed,
        pace=pace,
        limits=limits,
        side_by_side=side_by_side,
        sight=sight,
    )
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
            _, has_map = draw_states(seeds, rules)
            found += seeds[has_map].tolist()
        yield found
