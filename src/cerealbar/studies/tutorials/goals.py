"""When a step of a tutorial is done: conditions on what happened so far.

Counts are from the beginning, so that whatever was done early need not be done again; what is asked
of the selection must hold now, so that a step comes back when it is undone.
"""

from collections import Counter
from typing import Annotated, ClassVar, TypeAlias

import msgspec
from msgspec import Meta

from cerealbar.game import COLOURS, COUNTS, SHAPES, Card, Colour, Shape
from cerealbar.studies.tutorials.experience import Experience

_PATTERN = f"^[{COUNTS[0]}-{COUNTS[-1]}] ({'|'.join(COLOURS)}) ({'|'.join(SHAPES)})$(?!\\n)"
CardWords = Annotated[str, Meta(pattern=_PATTERN)]
"""A card's face: count, colour and shape, such as `2 red torus`."""
AtLeast = Annotated[int, Meta(ge=1, le=1000)]


def named_card(words: CardWords) -> Card:
    """The face that words name."""
    count, colour, shape = words.split()
    return Card(int(count), Colour(colour), Shape(shape))


class _Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """What all goals share: a kind, and nothing unknown."""


class _CountGoal(_Goal, frozen=True):
    """Something happened so many times; the experience counts it under `counted`."""

    times: AtLeast = 1

    counted: ClassVar[str]

    def is_met(self, so_far: Experience) -> bool:
        """Whether it is so."""
        return int(getattr(so_far, self.counted)) >= self.times


class HasMoved(_CountGoal, frozen=True, tag="moved"):
    """The person moved forward or backward."""

    counted = "moves"


class HasTurned(_CountGoal, frozen=True, tag="turned"):
    """The person turned left or right."""

    counted = "turns"


class HasToggledCamera(_CountGoal, frozen=True, tag="camera-toggled"):
    """The leader changed the camera."""

    counted = "camera_toggles"


class HasInstructed(_CountGoal, frozen=True, tag="instruction-sent"):
    """The leader sent instructions."""

    counted = "sent"


class HasFinished(_CountGoal, frozen=True, tag="instruction-finished"):
    """The follower was done with instructions."""

    counted = "finished"


class HasClashed(_CountGoal, frozen=True, tag="invalid-selection"):
    """The selected cards began to clash."""

    counted = "clashes"


class HasScored(_CountGoal, frozen=True, tag="set-made"):
    """Sets were made: the score is so high."""

    counted = "score"


class HasSelected(_Goal, frozen=True, tag="selected"):
    """A card with this face is selected now."""

    card: CardWords

    def is_met(self, so_far: Experience) -> bool:
        """Whether it is so."""
        return named_card(self.card) in so_far.selected


class HasDeselected(_Goal, frozen=True, tag="deselected"):
    """No card with this face is selected now."""

    card: CardWords

    def is_met(self, so_far: Experience) -> bool:
        """Whether it is so."""
        return named_card(self.card) not in so_far.selected


class HasSelectedOnly(_Goal, frozen=True, tag="selected-only"):
    """Nothing but these cards is selected now, each at most once."""

    cards: Annotated[tuple[CardWords, ...], Meta(min_length=1)]

    def is_met(self, so_far: Experience) -> bool:
        """Whether it is so."""
        return Counter(so_far.selected) <= Counter(map(named_card, self.cards))


class HasNoClash(_Goal, frozen=True, tag="valid-selection"):
    """The selected cards do not clash now."""

    def is_met(self, so_far: Experience) -> bool:
        """Whether it is so."""
        return not so_far.is_clashing


StepGoal: TypeAlias = (
    HasMoved
    | HasTurned
    | HasToggledCamera
    | HasInstructed
    | HasFinished
    | HasClashed
    | HasScored
    | HasSelected
    | HasDeselected
    | HasSelectedOnly
    | HasNoClash
)
"""What a step can wait for."""
