"""The games of a simulated corpus: pairs of simulated people, one game for each index.

A game follows from the corpus's seed and its own index alone, so it is the same whoever plays it,
in whatever order.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache

import msgspec

from cerealbar.agents.authors import Author
from cerealbar.agents.pace import HUMAN_PACE
from cerealbar.agents.playing import PlayedGame
from cerealbar.agents.scripted_leader import ScriptedLeader
from cerealbar.agents.sighted_follower import SightedFollower
from cerealbar.agents.simulated_follower import SimulatedFollower, errors_of
from cerealbar.agents.simulation import Simulation, map_seeds
from cerealbar.agents.skill import person_skill
from cerealbar.language import EXPERTS, Style, population
from cerealbar.parallel import WorkerPool, stretches
from cerealbar.records import GameRecord, Participant, encode_game

EXPERT_SHARE = 0.826
"""How many games experts play (paper, Appendix C)."""
_EPOCH = datetime(2020, 1, 1)
_STRETCH = 8
"""How many games a worker makes at a time."""


@lru_cache(maxsize=4)
def _people(seed: int) -> tuple[Style, ...]:
    return population(seed)


def _choose_person(rng: random.Random, people: tuple[Style, ...], expert: bool) -> Style:
    return rng.choice(people[:EXPERTS] if expert else people[EXPERTS:])


def play_corpus_game(seed: int, index: int, all_seeing: bool = False) -> PlayedGame:
    """The game of an index, with what its instructions mean.

    Followers know what they have made out, or all of the board if they are `all_seeing`.
    """
    rng = random.Random(f"corpus {seed} {index}")
    people = _people(seed)
    expert = rng.random() < EXPERT_SHARE
    leader_person = _choose_person(rng, people, expert)
    follower_person = _choose_person(rng, people, expert)
    leader = ScriptedLeader(
        rng.getrandbits(32),
        person_skill(random.Random(rng.getrandbits(64)), expert),
        lambda _: Author(leader_person, f"author {seed} {index}"),
    )
    kind = SimulatedFollower if all_seeing else SightedFollower
    follower = kind(rng.getrandbits(32), errors_of(random.Random(rng.getrandbits(64)), expert))
    (map_seed,) = map_seeds(1, rng.getrandbits(32))
    simulation = Simulation(leader, follower, seed=rng.getrandbits(32), pace=HUMAN_PACE)
    (played,) = simulation.play([map_seed])
    header = msgspec.structs.replace(
        played.header,
        game_id=f"{rng.getrandbits(128):032x}",
        started=(_EPOCH + timedelta(minutes=40 * index)).isoformat(),
        leader=Participant(kind="simulated", id=_name(leader_person)),
        follower=Participant(kind="simulated", id=_name(follower_person)),
    )
    return replace(played, header=header)


def _name(person: Style) -> str:
    return f"{'expert' if person.is_expert else 'novice'}-{person.person:03}"


def corpus_game(seed: int, index: int, all_seeing: bool = False) -> GameRecord:
    """The recorded game of an index."""
    return play_corpus_game(seed, index, all_seeing).record()


@dataclass(frozen=True, slots=True)
class CorpusStretch:
    """Some games of a corpus, one after the other."""

    seed: int
    first: int
    end: int
    all_seeing: bool

    def __str__(self) -> str:
        return f"games {self.first} to {self.end - 1} of seed {self.seed}"


def encoded_stretch(stretch: CorpusStretch) -> list[tuple[str, bytes]]:
    """The id and the encoded record of each game of a stretch."""
    indices = range(stretch.first, stretch.end)
    games = (corpus_game(stretch.seed, index, stretch.all_seeing) for index in indices)
    return [(game.game_id, encode_game(game)) for game in games]


def encoded_games(
    seed: int, first: int, end: int, pool: WorkerPool | None = None, all_seeing: bool = False
) -> Iterator[tuple[str, bytes]]:
    """The id and the encoded record of the games from `first` to `end` - 1, in this order."""
    parts = (
        CorpusStretch(seed, some.start, some.stop, all_seeing)
        for some in stretches(first, end, _STRETCH)
    )
    for games in (pool or WorkerPool()).map(encoded_stretch, parts):
        yield from games
