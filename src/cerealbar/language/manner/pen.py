"""A pen: the hand of one person at one moment, with what this person remembers of the game."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar, TypeVarTuple, cast

from cerealbar.game import Player
from cerealbar.language.board.claims import Called, Draft, Picks, Spares
from cerealbar.language.board.scene import Scene
from cerealbar.language.manner.styles import Style
from cerealbar.language.manner.vocabulary import Repertoire, words


@dataclass(frozen=True, slots=True)
class Memory:
    """What both players remember when an instruction is read.

    `after` keeps it up to date; `touched`, `fault` and `is_pleased` are to be replaced by who knows
    when the follower did something else than it was told.
    """

    texts: tuple[str, ...] = ()
    """The instructions before, newest last."""
    touched: tuple[int, ...] = ()
    """Cells of the cards that the follower toggled, newest last; none that have vanished since."""
    named: int | None = None
    """The cell of the card that the last instruction named but left alone."""
    mark: tuple[int, ...] = ()
    """Cells of the landmark that was pointed out last."""
    fault: Player | None = None
    """Whose mistake the next instruction mends, if it does."""
    has_scored: bool = False
    """Whether a set was made since the last instruction."""
    is_pleased: bool = True
    """Whether the last instruction was carried out as it was meant."""
    is_queued: bool = False
    """Whether another instruction was sent in the same turn before."""

    def after(self, draft: Draft, cards: tuple[int, ...] = ()) -> "Memory":
        """The memory once an instruction has been sent that toggles the cards on these cells."""
        marks = [claim.cells for claim in draft.claims if isinstance(claim, Picks)]
        spared = [claim.cell for claim in draft.claims if isinstance(claim, Spares)]
        return replace(
            self,
            texts=(*self.texts, draft.text),
            touched=(*self.touched, *cards),
            named=None if cards or not spared else spared[-1],
            mark=marks[-1] if marks else self.mark,
            fault=None,
            has_scored=False,
            is_pleased=True,
            is_queued=True,
        )


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
