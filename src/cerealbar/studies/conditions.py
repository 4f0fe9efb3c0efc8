"""Conditions on a participant's history, as an experimenter writes them, and pools joined by them.

Such as `games_led >= 1 and games_followed >= 1 and not in_pool("slow")`: comparisons of the facts
below, numbers, `and`, `or`, `not`, `+ - * /`, and `in_pool("NAME")`. Nothing else is a condition.
"""

import ast
import operator
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from cerealbar.studies.entries import PoolChanged
from cerealbar.studies.errors import StudyError
from cerealbar.studies.parts import Pool
from cerealbar.studies.story import ParticipantStory

MAX_NODES = 200
"""How many parts a condition may have."""
Value: TypeAlias = float | bool
Term = Callable[[ParticipantStory], Value]

FACTS: Mapping[str, Callable[[ParticipantStory], Value]] = {
    "visits": lambda story: story.visit,
    "games": lambda story: len(story.all_games),
    "games_led": lambda story: story.roles().count("leader"),
    "games_followed": lambda story: story.roles().count("follower"),
    "games_now": lambda story: len(story.games),
    "best_score": lambda story: max(_scores(story), default=0),
    "best_led": lambda story: max(_scores(story, "leader"), default=0),
    "best_followed": lambda story: max(_scores(story, "follower"), default=0),
    "total_score": lambda story: sum(_scores(story)),
    "games_left": lambda story: sum(game.how == "left" for game in story.all_games),
    "waited_minutes": lambda story: (story.waited + story.past_waited) / 60,
    "quiz_tries": lambda story: sum(map(len, story.quiz_tries.values())),
    "finished_visits": lambda story: story.ends.count("finished"),
}
"""What a condition can ask of a participant, by name."""
_COMPARING: Mapping[type[ast.cmpop], Callable[[Value, Value], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_COMPUTING: Mapping[type[ast.operator], Callable[[Value, Value], Value]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda left, right: left / right if right else 0.0,
}


class ConditionError(StudyError):
    """A text is no condition."""


class Condition:
    """A condition that was read; empty holds for everyone."""

    def __init__(self, text: str) -> None:
        """Read a condition.

        Raises:
            ConditionError: it is none; the message says what is wrong.
        """
        self.text = text
        self.pools: set[str] = set()
        """The pools that it names."""
        self._part: Term = self._read(text) if text.strip() else lambda _: True

    def holds(self, story: ParticipantStory) -> bool:
        """Whether it is so for a participant."""
        return bool(self._part(story))

    def _read(self, text: str) -> Term:
        try:
            tree = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise ConditionError(f"{text!r} is no condition, such as 'games_led >= 1'") from None
        if sum(1 for _ in ast.walk(tree)) > MAX_NODES:
            raise ConditionError(f"{text[:60]!r} ... is too long: expected {MAX_NODES} parts")
        return self._part_of(tree)

    def _part_of(self, node: ast.expr) -> Term:
        match node:
            case ast.Constant(value=bool() | int() | float() as value):
                return lambda _: value
            case ast.Name(id=name) if name in FACTS:
                return FACTS[name]
            case ast.Name(id=name):
                raise ConditionError(f"{name!r} is nothing that is known of people: {_expected()}")
            case ast.BoolOp(op=op, values=values):
                parts = [self._part_of(value) for value in values]
                every = all if isinstance(op, ast.And) else any
                return lambda story: every(part(story) for part in parts)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                part = self._part_of(operand)
                return lambda story: not part(story)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                part = self._part_of(operand)
                return lambda story: -part(story)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _COMPUTING:
                compute = _COMPUTING[type(op)]
                first, second = self._part_of(left), self._part_of(right)
                return lambda story: compute(first(story), second(story))
            case ast.Compare(left=left, ops=ops, comparators=others) if all(
                type(op) in _COMPARING for op in ops
            ):
                tests = [_COMPARING[type(op)] for op in ops]
                parts = [self._part_of(operand) for operand in (left, *others)]
                return lambda story: all(
                    test(*pair)
                    for test, pair in zip(
                        tests, pairwise(part(story) for part in parts), strict=True
                    )
                )
            case ast.Call(func=ast.Name(id="in_pool"), args=[ast.Constant(value=str(pool))]):
                self.pools.add(pool)
                return lambda story: pool in story.pools
            case _:
                told = ast.unparse(node)
                raise ConditionError(f"{told!r} cannot stand in a condition: {_expected()}")


@lru_cache(maxsize=256)
def condition(text: str) -> Condition:
    """A condition, read once.

    Raises:
        ConditionError: the text is none.
    """
    return Condition(text)


def pool_changes(pools: Mapping[str, Pool], story: ParticipantStory) -> list[PoolChanged]:
    """The pools that a participant joins now, by their conditions.

    Nobody leaves by a condition, and whoever was taken out by hand stays out.
    """
    return [
        PoolChanged(pool=name, is_member=True)
        for name, pool in pools.items()
        if pool.joins_if.strip()
        and not pool.is_closed
        and name not in story.pools
        and name not in story.barred
        and condition(pool.joins_if).holds(story)
    ]


def _expected() -> str:
    return f'expected numbers, comparisons, and, or, not, in_pool("NAME"), {", ".join(FACTS)}'


def _scores(story: ParticipantStory, role: str | None = None) -> list[int]:
    return [game.score for game in story.all_games if role in (None, game.role)]
