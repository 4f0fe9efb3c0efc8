"""A leader and a follower who act at random: the least that any player must beat."""

import random
from collections.abc import Sequence

from cerealbar.agents.protocol import Choice, FollowTask, LeadTask
from cerealbar.game import ACTIONS, Action, StateArray, legal_many

_DONE_CHANCE = 0.15
_STEPS = tuple(action for action in ACTIONS if action.is_step)


def _random_step(rng: random.Random, states: StateArray) -> Action | None:
    """A step that changes something, or None if there is none."""
    legal = legal_many(states)[0]
    steps = [action for action in _STEPS if legal[action]]
    return rng.choice(steps) if steps else None


class _Dice(dict[int, random.Random]):
    """A random generator for each game, so that games do not depend on each other."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self._key = key

    def __missing__(self, game: int) -> random.Random:
        rng = self[game] = random.Random(f"{self._key} {game}")
        return rng


class RandomFollower:
    """Takes random steps, and now and then is done."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._dice = _Dice(f"random follower {seed}")

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action]:
        """A random action for each task."""
        return [self._follow(task) for task in tasks]

    def _follow(self, task: FollowTask) -> Action:
        rng = self._dice[task.game]
        step = None if rng.random() < _DONE_CHANCE else _random_step(rng, task.states)
        return Action.DONE if step is None else step

    def forget(self, game: int) -> None:
        """The game is over."""
        self._dice.pop(game, None)


class RandomLeader:
    """Takes random steps, asks for nothing in particular, and ends its turn."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._dice = _Dice(f"random leader {seed}")

    def lead(self, tasks: Sequence[LeadTask]) -> list[Choice]:
        """A random choice for each task; the turn ends only with something in the queue."""
        return [self._lead(task) for task in tasks]

    def _lead(self, task: LeadTask) -> Choice:
        rng = self._dice[task.game]
        step = None if rng.random() < _DONE_CHANCE else _random_step(rng, task.states)
        if step is not None:
            return Choice(step)
        return Choice(Action.DONE) if task.waiting else Choice(Action.INSTRUCT, "go somewhere")

    def forget(self, game: int) -> None:
        """The game is over."""
        self._dice.pop(game, None)
