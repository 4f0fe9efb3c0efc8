"""A pen: the hand of one person at one moment, which every family of phrases writes with."""

from collections.abc import Callable, Iterable
from random import Random
from typing import TypeVar, TypeVarTuple, cast

from cerealbar.language.board.claims import Called
from cerealbar.language.board.scene import Scene
from cerealbar.language.manner.memory import Memory
from cerealbar.language.manner.repertoire import Repertoire
from cerealbar.language.manner.styles import Style
from cerealbar.language.manner.vocabulary import words

T = TypeVar("T")
Args = TypeVarTuple("Args")
NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve"),
)
"""By number: what is written for it; larger ones are digits."""


class Pen:
    """Whose words, about what, and by which random choices."""

    __slots__ = ("_terms", "memory", "mentioned", "rng", "scene", "style")

    def __init__(self, scene: Scene, style: Style, rng: Random, memory: Memory) -> None:
        self.scene = scene
        self.style = style
        self.rng = rng
        self.memory = memory
        self.mentioned: tuple[Called, ...] = ()
        """The landmarks of which the leg at hand has just spoken."""
        self._terms: dict[str, object] = {}

    def pick(self, table: Repertoire[T]) -> T:
        """The favourite or any other option of a table."""
        if self.rng.random() < self.style.habit:
            return table.favourite(self.style.taste)
        return table.draw(self.rng)

    def say(self, topic: str, name: str, side: str = "") -> str:
        """What this person says now of a table of the vocabulary."""
        return self.pick(words(topic, name, side))

    def term(self, table: Repertoire[T]) -> T:
        """One option of a table for a whole instruction, as for what a shape is called."""
        if table.name not in self._terms:
            self._terms[table.name] = self.pick(table)
        return cast(T, self._terms[table.name])

    def chance(self, probability: float) -> bool:
        """Whether to do something, this time."""
        return self.rng.random() < probability

    def number(self, count: int) -> str:
        """A number in digits or as a word."""
        if count >= len(NUMBER_WORDS) or self.chance(self.style.digits):
            return str(count)
        return NUMBER_WORDS[count]

    def shuffled(self, weighted: Iterable[tuple[T, float]]) -> list[T]:
        """The options in random order, heavier ones likelier first; those of no weight left out."""
        rng = self.rng
        keyed = [
            (rng.random() ** (1 / weight), i, option)
            for i, (option, weight) in enumerate(weighted)
            if weight > 0
        ]
        keyed.sort(key=lambda row: -row[0])
        return [option for _, _, option in keyed]

    def first(
        self, ways: Iterable[tuple[Callable[[*Args], T | None], float]], *args: *Args
    ) -> T | None:
        """What the first of the ways yields that yields anything, in random order by weight."""
        for way in self.shuffled(ways):
            found = way(*args)
            if found is not None:
                return found
        return None
