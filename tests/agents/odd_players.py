"""Players of one's own, right and wrong ones, to be found as `tests.agents.odd_players:NAME`."""

from collections.abc import Sequence

from cerealbar.agents import FollowTask, Need
from cerealbar.game import Action


class Idle:
    """Is done at once."""

    name = "idle"

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action]:
        return [Action.DONE] * len(tasks)

    def forget(self, game: int) -> None: ...


class Seeded(Idle):
    def __init__(self, seed: int) -> None:
        self.seed = seed


class Curious(Idle):
    needs = Need.TEXT | Need.PAST | Need.BOARD


class Unforgetting:
    name = "unforgetting"
    follow = Idle.follow


def fail() -> Idle:
    raise RuntimeError("out of\nluck")


def make_nothing() -> None: ...
