"""What simulated people are like: how well they play, and how they misbehave."""

import random
from dataclasses import dataclass

LEADERS = ("novice", "average", "expert")
"""Leaders of the registry, by whom people lead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How likely people do what a good participant does not."""

    declines: float = 0.03
    reloads: float = 0.3
    opens_window: float = 0.15
    goes_back: float = 0.2
    is_slow: float = 0.1
    stops_waiting: float = 0.1
    leaves_game: float = 0.05
    reloads_game: float = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Temper:
    """One person; the defaults are a good participant."""

    seed: int = 0
    leads_as: str = "average"
    knows: float = 1.0
    """How likely it gives the right answer to a question that it can tell."""
    slowness: float = 1.0
    drops_out: float | None = None
    """After which share of the steps it goes away; None for never."""
    declines: bool = False
    reloads: bool = False
    opens_window: bool = False
    goes_back: bool = False
    stops_waiting: bool = False
    leaves_game: bool = False
    reloads_game: bool = False


def any_temper(seed: int, number: int, drop_outs: float, habits: Habits) -> Temper:
    """The person of a number in the crowd of a seed."""
    rng = random.Random(f"temper {seed} {number}")
    return Temper(
        seed=rng.getrandbits(31),
        leads_as=rng.choice(LEADERS),
        knows=rng.betavariate(12, 1),
        slowness=rng.uniform(2.0, 3.0) if rng.random() < habits.is_slow else 1.0,
        drops_out=rng.random() if rng.random() < drop_outs else None,
        declines=rng.random() < habits.declines,
        reloads=rng.random() < habits.reloads,
        opens_window=rng.random() < habits.opens_window,
        goes_back=rng.random() < habits.goes_back,
        stops_waiting=rng.random() < habits.stops_waiting,
        leaves_game=rng.random() < habits.leaves_game,
        reloads_game=rng.random() < habits.reloads_game,
    )
