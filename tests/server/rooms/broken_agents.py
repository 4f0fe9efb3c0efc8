"""Followers that fail or give up, each in its own way."""

import os
import time
from collections.abc import Sequence

from cerealbar.agents import Choice, FollowTask
from cerealbar.game import Action


class Raising:
    name = "raising"

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action]:
        raise ValueError(f"no idea what {len(tasks)} tasks are")

    def forget(self, game: int) -> None: ...


class Exiting(Raising):
    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action]:
        os._exit(3)


class Sleeping(Raising):
    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action]:
        time.sleep(60)
        return [Action.DONE] * len(tasks)


class Nonsense(Raising):
    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action]:
        return [Action.INSTRUCT] * len(tasks)


class Circling(Raising):
    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action]:
        return [Action.LEFT] * len(tasks)


class Bumping(Raising):
    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action]:
        return [Action.FORWARD] * len(tasks)


class Despairing:
    name = "despairing"

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Choice]:
        return [Choice(Action.GIVE_UP, "too hard")] * len(tasks)

    def forget(self, game: int) -> None: ...
