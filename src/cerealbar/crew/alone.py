"""A crew of one: the work is done here, part by part, when its results are asked for."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, Self

from cerealbar.crew.work import Part, Result, Value, attempt


@dataclass(frozen=True, slots=True)
class _Own(Generic[Value]):
    """A value that is here."""

    value: Value


class Alone:
    """This process by itself."""

    def map(self, function: Callable[[Part], Result], parts: Iterable[Part]) -> Iterator[Result]:
        """What the function makes of each part."""
        for number, part in enumerate(parts):
            yield attempt(function, part).take(number, part)

    def hand_out(self, value: Value) -> _Own[Value]:
        """The value itself."""
        return _Own(value)

    def close(self) -> None:
        """Nobody is let go."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
