"""Followers that fail or give up, each in its own way."""

import math
import os
import time
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from cerealbar.agents import Choice, FollowTask
from cerealbar.game import Action
from cerealbar.views import Plan

WRONG_GAME, RIGHT_GAME = 7, 8
"""The only game in which some fail, and the only one in which the odd do not."""


class Raising:
    name = "raising"

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Any]:
        raise ValueError(f"no idea what {len(tasks)} tasks are")

    def forget(self, game: int) -> None: ...


class Exiting(Raising):
    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Any]:
        os._exit(3)


class Leaving(Raising):
    """Would end whoever meets what it raises."""

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Any]:
        raise SystemExit(3)


class Sleeping(Raising):
    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Any]:
        time.sleep(60)
        return [Action.DONE] * len(tasks)


class Nonsense(Raising):
    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Any]:
        return [Action.INSTRUCT] * len(tasks)


class Circling(Raising):
    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Any]:
        return [Action.LEFT] * len(tasks)


class Bumping(Raising):
    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Any]:
        return [Action.FORWARD] * len(tasks)


class Despairing(Raising):
    name = "despairing"

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Any]:
        return [Choice(Action.GIVE_UP, "too hard")] * len(tasks)


class Gibberish(Raising):
    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Any]:
        raise ValueError("half a \ud83d")


class Short(Raising):
    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Any]:
        return [Action.LEFT] * (len(tasks) - 1)


class Long(Raising):
    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Any]:
        return [Action.LEFT] * (len(tasks) + 1)


class Mute(Raising):
    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Any]:
        return None  # type: ignore[return-value]


class Odd:
    """Answers oddly in all games but one."""

    name = "odd"
    answer: object = Action.LEFT

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Any]:
        return [Action.LEFT if task.game == RIGHT_GAME else self.answer for task in tasks]

    def forget(self, game: int) -> None: ...


class Word(Odd):
    name = "word"
    answer = "forward"


class Number(Odd):
    answer = 99


class Nothing(Odd):
    answer = None


class Truth(Odd):
    answer = True


class Halved(Odd):
    answer = Choice(Action.GIVE_UP, "half a \ud83d")


class Planless(Odd):
    told: object = "north"

    def plan(self, game: int) -> Any:
        return None if game == RIGHT_GAME else self.told


class NotANumber(Planless):
    weights: Mapping[int, float] = MappingProxyType({3: math.nan})

    def plan(self, game: int) -> Any:
        plan = Plan()
        object.__setattr__(plan, "goals", self.weights)  # its making would refuse them
        return None if game == RIGHT_GAME else plan


class Endless(NotANumber):
    weights = MappingProxyType({3: math.inf})


class Negative(NotANumber):
    weights = MappingProxyType({3: -1.0})


class Huge(NotANumber):
    weights = MappingProxyType({3: 1e300})


class Elsewhere(NotANumber):
    weights = MappingProxyType({100_000: 0.5})


class Unpicklable(NotANumber):
    class Weights(dict[int, float]):
        def __reduce__(self) -> str:
            raise TypeError("not to be packed")

    weights = Weights({3: 0.5})


class Secretive(Planless):
    def plan(self, game: int) -> Any:
        if game != RIGHT_GAME:
            raise TypeError("no words for it")
        return None


class Forgetful(Odd):
    remembers = False


class Unforgiving(Odd):
    def forget(self, game: int) -> None:
        raise ValueError("never")


class Slow(Odd):
    """Takes a while for each call."""

    seconds = 0.5

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Any]:
        time.sleep(self.seconds)
        return [Choice(Action.GIVE_UP, f"{os.getpid()} was asked {len(tasks)}")] * len(tasks)


class SlowEach(Slow):
    """Takes a while for each task."""

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Any]:
        return [choice for task in tasks for choice in super(SlowEach, self).follow([task])]


class Choosy(Slow):
    """Never answers in one game."""

    seconds = 0.0

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Any]:
        if any(task.game == WRONG_GAME for task in tasks):
            time.sleep(60)
        return super().follow(tasks)


class Deadly(Slow):
    """Ends its process in one game."""

    seconds = 0.0

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Any]:
        if any(task.game == WRONG_GAME for task in tasks):
            os._exit(3)
        return super().follow(tasks)


class SlowToLoad(Odd):
    def __init__(self) -> None:
        time.sleep(2.5)  # longer than the limit for an answer in tests


class NeverLoaded(Odd):
    def __init__(self) -> None:
        time.sleep(60)


NONSENSE: Mapping[str, str] = {
    kind.__name__: f"{__name__}:{kind.__name__}"
    for kind in (
        Raising,
        Exiting,
        Leaving,
        Nonsense,
        Gibberish,
        Short,
        Long,
        Mute,
        Word,
        Number,
        Nothing,
        Truth,
        Halved,
        Planless,
        NotANumber,
        Endless,
        Negative,
        Huge,
        Elsewhere,
        Secretive,
    )
}
"""Followers that fail when they are asked, by name, as a server's settings name them."""
