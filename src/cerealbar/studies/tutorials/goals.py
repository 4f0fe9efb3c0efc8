"""What the steps of tutorials wait for, and what a person has done so far.

Counts are from the beginning, so that whatever was done early need not be done again; what is asked
of the selection must hold now, so that a step comes back when it is undone.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from cerealbar.game import COLOURS, COUNTS, SHAPES, Card, Colour, Shape
from cerealbar.studies.errors import StudyError

_PATTERN = f"^[{COUNTS[0]}-{COUNTS[-1]}] ({'|'.join(COLOURS)}) ({'|'.join(SHAPES)})$(?!\\n)"
CardWords = Annotated[str, Meta(pattern=_PATTERN)]
"""A card's face: count, colour and shape, such as `2 red torus`."""
CountedKind: TypeAlias = Literal[
    "moved",
    "turned",
    "camera-toggled",
    "instruction-sent",
    "instruction-finished",
    "invalid-selection",
    "set-made",
]
"""What happened so many times."""
CardKind: TypeAlias = Literal["selected", "deselected"]
"""Whether a card with some face is selected now."""
_COUNTED = get_args(CountedKind)


def named_card(words: CardWords) -> Card:
    """The face that words name."""
    count, colour, shape = words.split()
    return Card(int(count), Colour(colour), Shape(shape))


@dataclass(frozen=True, slots=True)
class Experience:
    """What a person has done so far, and how the cards lie."""

    counts: Mapping[CountedKind, int] = field(default_factory=dict)
    is_clashing: bool = False
    selected: tuple[Card, ...] = ()


class StepGoal(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What a step can wait for."""

    kind: CountedKind | CardKind | Literal["selected-only", "valid-selection"]
    """`selected-only`: nothing but its cards is selected now, each at most once;
    `valid-selection`: the selected cards do not clash now."""
    times: Annotated[int, Meta(ge=1, le=1000)] = 1
    """For what is counted."""
    card: CardWords | None = None
    cards: tuple[CardWords, ...] = ()

    def __post_init__(self) -> None:
        given = (self.times > 1, self.card is not None, bool(self.cards))
        is_counted, is_of_card = self.kind in _COUNTED, self.kind in get_args(CardKind)
        if given != (given[0] and is_counted, is_of_card, self.kind == "selected-only"):
            needs = "times" if is_counted else "a card" if is_of_card else "cards or nothing"
            raise StudyError(f"a goal that is {self.kind!r} takes {needs}, and nothing else")

    def is_met(self, so_far: Experience) -> bool:
        """Whether it is so."""
        match self.kind:
            case "selected":
                return self.named in so_far.selected
            case "deselected":
                return self.named not in so_far.selected
            case "selected-only":
                return Counter(so_far.selected) <= Counter(map(named_card, self.cards))
            case "valid-selection":
                return not so_far.is_clashing
            case counted:
                return so_far.counts.get(counted, 0) >= self.times

    @property
    def named(self) -> Card | None:
        """The card that it is about, if it is about one."""
        return None if self.card is None else named_card(self.card)
