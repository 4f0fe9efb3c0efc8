"""A small task by the real rules: fetch one card that lies a few steps away.

Each episode is one instruction, `get the two pink rings`, on a map with few cards. As the learner
gets better, the card can lie farther away and more cards about: `distance` and `cards` can be
changed at any time and count from the next episode on.
"""

import random
from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from cerealbar.agents import Choice, LeadTask, distances
from cerealbar.agents.pathfinding import FAR
from cerealbar.env.errors import OptionError
from cerealbar.env.learning import LearnerGames, follower_games
from cerealbar.env.seats import ask_for
from cerealbar.env.single import PartneredEnv
from cerealbar.env.vector import PartneredVectorEnv
from cerealbar.game import (
    IS_PASSABLE,
    MAX_CARDS,
    Action,
    Player,
    Rules,
    StateArray,
    pose_of,
)

MAX_DISTANCE = 60
FETCH_STEPS = 40
"""Actions after which an episode is truncated."""
_RULES = Rules(half_turns=None)
_TARGET = 0
"""The slot of the card to fetch."""


class FetchBoards:
    """Makes boards on which a card lies some steps from the follower, and few others about."""

    def __init__(self, distance: int, cards: int) -> None:
        self.distance, self.cards = distance, cards

    def __setattr__(self, name: str, value: int) -> None:
        most = MAX_DISTANCE if name == "distance" else MAX_CARDS
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
            raise OptionError(f"{name} must be an integer from 1 to {most}, not {value!r}")
        super().__setattr__(name, value)

    def __call__(self, states: StateArray, rng: random.Random) -> None:
        """Leave so many cards, and put the first where the follower gets in 1 to `distance` steps.

        Where no cell is so near, the nearest serves.
        """
        state = states[0]
        keep = rng.sample(range(state["cards"]), min(self.cards, int(state["cards"])))
        kinds, cells = state["card_kind"][keep], state["card_cell"][keep]
        states["cards"], states["selected"] = len(keep), 0
        states["card_kind"], states["card_cell"] = 0, 0
        cells[_TARGET] = cell = self._near(states, rng, cells[1:].tolist())
        states["card_kind"][0, : len(keep)], states["card_cell"][0, : len(keep)] = kinds, cells
        states["taken"][0, cell >> 3] |= np.uint8(1 << (cell & 7))

    def _near(self, states: StateArray, rng: random.Random, others: list[int]) -> int:
        """A free cell at a random distance, reached without stepping on other cards."""
        ground = (~IS_PASSABLE[states["tile"][0]]).astype(np.uint8)
        ground[others] = 1
        pose = pose_of(states, Player.FOLLOWER)
        steps = distances(ground, pose.cell, pose.heading).min(axis=1)
        steps[[*others, *states["player_cell"][0].tolist()]] = FAR
        wanted = rng.randint(1, self.distance)
        best = int(steps[np.abs(steps - wanted) == np.abs(steps - wanted).min()][0])
        return int(rng.choice(np.flatnonzero(steps == best).tolist()))


class FetchLeader:
    """Asks for the first card, once, and then only ends its turns."""

    name = "fetch"

    def lead(self, tasks: Sequence[LeadTask]) -> list[Choice]:
        """The instruction, or done."""
        return [self._lead(task) for task in tasks]

    def _lead(self, task: LeadTask) -> Choice:
        if task.waiting or task.finished:
            return Choice(Action.DONE)
        return ask_for(task.states, _TARGET)

    def forget(self, game: int) -> None:
        """Nothing is remembered."""


def fetch_games(
    count: int,
    *,
    distance: int = 3,
    cards: int = 1,
    max_steps: int | None = FETCH_STEPS,
    **options: Any,
) -> LearnerGames:
    """The learner follows; rewards are `shaped`, observations `around`."""
    asked: dict[str, Any] = {"rules": _RULES, "reward": "shaped", "observation": "around"}
    asked |= {"episode": "instruction", "max_steps": max_steps} | options
    return follower_games(count, FetchLeader(), FetchBoards(distance, cards), **asked)


class _FetchTask:
    """What both environments share."""

    learning: LearnerGames
    _make_games = staticmethod(fetch_games)

    @property
    def boards(self) -> FetchBoards:
        """What can be changed: `distance` and `cards`."""
        return cast(FetchBoards, self.learning.change)


class FetchEnv(_FetchTask, PartneredEnv):
    """One learner who follows."""


class FetchVectorEnv(_FetchTask, PartneredVectorEnv):
    """Many such learners."""
