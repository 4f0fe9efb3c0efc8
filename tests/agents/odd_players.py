"""Players of one's own, right and wrong ones, to be found as `tests.agents.odd_players:NAME`."""

from collections.abc import Iterator, Sequence

from cerealbar.agents import Choice, FollowTask, LeadTask, Need
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


class Crashing(Idle):
    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action]:
        return [self.act(task) for task in tasks]

    def act(self, task: FollowTask) -> Action:
        raise RuntimeError("no\nidea")


class CrashingLate(Crashing):
    def follow(self, tasks: Sequence[FollowTask]) -> Iterator[Action]:  # type: ignore[override]
        return (self.act(task) for task in tasks)


class Mumbler:
    """Leads without words."""

    name = "mumbler"

    def lead(self, tasks: Sequence[LeadTask]) -> Sequence[Choice]:
        return [Choice(Action.DONE) for _ in tasks]

    def forget(self, game: int) -> None: ...


def make_class() -> type[Idle]:
    return Idle


def make_two(seed: int, name: str) -> Idle:
    raise AssertionError(f"never called with {seed} and {name}")


ready_made = Idle()
