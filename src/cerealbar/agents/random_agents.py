"""A leader and a follower who act at random: the least that any player must beat."""

import random
from collections.abc import Sequence

from cerealbar.agents.protocol import Choice, FollowTask, LeadTask
from cerealbar.game import ACTIONS, Action, Player, legal_many

_DONE_CHANCE = 0.15
_STEPS = tuple(action for action in ACTIONS if action.is_step)


class _RandomPlayer:
    """Has a random generator for each game, so that games do not depend on each other."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._dice: dict[int, random.Random] = {}

    def _random_step(self, role: Player, task: FollowTask | LeadTask) -> Action | None:
        """A step that changes something, or None, now and then or if there is none."""
        rng = self._dice.get(task.game)
        if rng is None:
            rng = self._dice[task.game] = random.Random(
                f"random {role.word} {self._seed} {task.game}"
            )
        if rng.random() < _DONE_CHANCE:
            return None
        legal = legal_many(task.states)[0]
        steps = [action for action in _STEPS if legal[action]]
        return rng.choice(steps) if steps else None

    def forget(self, game: int) -> None:
        """The game is over."""
        self._dice.pop(game, None)


class RandomFollower(_RandomPlayer):
    """Takes random steps, and now and then is done."""

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action]:
        """A random action for each task."""
        steps = [self._random_step(Player.FOLLOWER, task) for task in tasks]
        return [Action.DONE if step is None else step for step in steps]


class RandomLeader(_RandomPlayer):
    """Takes random steps, asks for nothing in particular, and ends its turn."""

    def lead(self, tasks: Sequence[LeadTask]) -> list[Choice]:
        """A random choice for each task; the turn ends only with something in the queue."""
        return [self._lead(task) for task in tasks]

    def _lead(self, task: LeadTask) -> Choice:
        step = self._random_step(Player.LEADER, task)
        if step is not None:
            return Choice(step)
        return Choice(Action.DONE) if task.waiting else Choice(Action.INSTRUCT, "go somewhere")
