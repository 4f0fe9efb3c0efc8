"""What a crew promises: every part is done, and results come in the order of the parts.

A part is any value that can be pickled and whose `str` names it to people. Parts must follow from
the data alone, never from how many workers there are: then so do the results.
"""

import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

from cerealbar.game import CerealBarError

Part = TypeVar("Part")
Result = TypeVar("Result")
Value = TypeVar("Value")
Value_co = TypeVar("Value_co", covariant=True)


class CrewError(CerealBarError, RuntimeError):
    """A crew that cannot be had, or cannot work."""


class LostPartError(CrewError):
    """A part whose workers died time and again."""


class Handout(Protocol[Value_co]):
    """A value that every worker has, sent to each once."""

    @property
    def value(self) -> Value_co:
        """The value, where a part is done."""
        ...


class Crew(Protocol):
    """Who does independent parts of some work."""

    def map(self, function: Callable[[Part], Result], parts: Iterable[Part]) -> Iterator[Result]:
        """What the function makes of each part, in the order of the parts.

        Only some parts at a time are asked for, under way, or done and not yet taken. The first
        part of a function that the crew does not know is done here. The function is one of a
        module, so that it can be found by name. An error that it raises is raised here
        in its part's place, with a note that names the part.

        Raises:
            LostPartError: a part's workers died time and again.
        """
        ...

    def hand_out(self, value: Value) -> Handout[Value]:
        """The value for use in parts, for as long as the crew is there."""
        ...

    def close(self) -> None:
        """Let all workers go."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


@dataclass(frozen=True, slots=True)
class Delivery(Generic[Result]):
    """What came of one part: a result, or an error."""

    results: tuple[Result, ...] = ()
    """One, or none if there is an error."""
    error: Exception | None = None

    def take(self, number: int, part: object) -> Result:
        """The result.

        Raises:
            Exception: the error, with a note that names the part.
        """
        if self.error is None:
            return self.results[0]
        self.error.add_note(f"in part {number}: {part}")
        raise self.error


def attempt(function: Callable[[Part], Result], part: Part) -> Delivery[Result]:
    """Do a part."""
    try:
        return Delivery((function(part),))
    except Exception as error:  # whatever it is, it belongs to who asked for the part
        return Delivery(error=error)


def portable(delivery: Delivery[Any]) -> bytes:
    """A delivery as it is sent; an error that cannot be sent is told in words."""
    try:
        packed = pickle.dumps(delivery)
        if delivery.error is not None:  # an error of one's own kind may not come back
            pickle.loads(packed)  # noqa: S301  # what was made in the line above
        return packed
    except Exception as problem:  # pickling runs code of others
        met = delivery.error or problem
        told = CrewError(f"{type(met).__name__}: {met}")
        return pickle.dumps(Delivery(error=told))
