"""Followers who do little, badly, and always the same."""

from collections.abc import Iterable, Sequence
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents import Follower, FollowTask
from cerealbar.agents.policy import Policy
from cerealbar.evaluation import MAX_CHOICES, Cascades, evaluate_follower, judge, roll_out
from cerealbar.evaluation.following import as_policy
from cerealbar.game import Action, Player
from cerealbar.records import Examples
from cerealbar.views import Sight


class Idle:
    """Is done at once."""

    name = "idle"
    is_deterministic = True

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action]:
        return [Action.DONE] * len(tasks)

    def forget(self, game: int) -> None:
        """Nothing to forget."""


class Wanderer(Idle):
    """Walks about as the board, the text and the number of steps have it; it bumps and never
    remembers anything."""

    name = "wanderer"
    steps = (Action.FORWARD,) * 5 + (Action.LEFT, Action.RIGHT, Action.BACKWARD)

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action]:
        return [self._step(task) for task in tasks]

    def _step(self, task: FollowTask) -> Action:
        pose = task.states["player_cell"][0, Player.FOLLOWER], task.states["selected"][0]
        draw = crc32(repr((task.instruction, task.steps_taken, *map(int, pose))).encode())
        if draw % 101 < 6:
            return Action.GIVE_UP if draw % 2 else Action.DONE
        return self.steps[draw // 101 % len(self.steps)]


def judged(
    examples: Examples,
    follower: Follower | Policy,
    chosen: Iterable[int] | None = None,
    sight: Sight | None = None,
    limit: int | None = MAX_CHOICES,
) -> dict[str, NDArray[np.bool_]]:
    """What of the chosen examples a follower does as recorded."""
    return judge(examples, roll_out(examples, as_policy(follower), chosen, limit, sight))


def cascades(
    examples: Examples,
    follower: Follower | Policy,
    sight: Sight | None = None,
    limit: int | None = MAX_CHOICES,
) -> Cascades:
    """What becomes of games from each instruction on."""
    found = evaluate_follower(examples, follower, cascaded=True, sight=sight, limit=limit).cascades
    assert found is not None
    return found
