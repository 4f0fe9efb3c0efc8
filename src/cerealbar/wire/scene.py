"""What a seat is shown of a game: the changing part in full, each time."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from cerealbar.game import CELLS
from cerealbar.wire.words import (
    ActionWord,
    Cell,
    ColourWord,
    GameEndWord,
    PlayerWord,
    Said,
    ShapeWord,
    StatusWord,
    TurnEndWord,
    Weight,
)


class Pose(Said, frozen=True, kw_only=True):
    """Where a player stands and looks."""

    cell: int
    heading: int
    """0 to 5: north-east, east, south-east, south-west, west, north-west."""


class Card(Said, frozen=True, kw_only=True):
    """A card on the board; no two lie on one cell, and a cell never gets a second card."""

    cell: int
    count: int
    colour: ColourWord
    shape: ShapeWord
    is_selected: bool = False


class Instruction(Said, frozen=True, kw_only=True):
    """What the leader wrote, and how far the follower has got with it."""

    text: str
    status: StatusWord


class Situation(Said, frozen=True, kw_only=True):
    """All that changes in a game, as far as the seat may know it."""

    leader: Pose | None = None
    """None out of the follower's view."""
    follower: Pose
    cards: tuple[Card, ...]
    """Those in view."""
    is_invalid: bool = False
    """Whether the selected cards clash; the follower is never told."""
    turn: PlayerWord
    steps_left: int
    half_turns_left: int | None = None
    """Turns of both players together; None for no limit."""
    score: int
    seconds_left: float
    """Of this turn, when the message was sent."""
    is_clock_running: bool
    legal: tuple[ActionWord, ...] = ()
    """What this seat can do now. A step that is not listed is blocked or not its turn's."""
    can_instruct: bool = False
    instructions: tuple[Instruction, ...] = ()
    """Oldest first; the follower's end with the current one."""


class Stepped(Said, frozen=True, kw_only=True, tag="step"):
    """A player took a step; the follower hears of the leader's only where they are in view."""

    by: PlayerWord
    action: ActionWord


class Toggled(Said, frozen=True, kw_only=True, tag="toggle"):
    """A card was selected or deselected."""

    by: PlayerWord
    cell: int
    is_selected: bool


class SetMade(Said, frozen=True, kw_only=True, tag="set"):
    """The selected cards were a set; the follower is told the cells in view only."""

    score: int
    extra_half_turns: int
    old: tuple[int, ...]
    new: tuple[int, ...]


class Instructed(Said, frozen=True, kw_only=True, tag="instruct"):
    """The leader sent an instruction; the follower hears of it when it is the current one."""

    text: str


class Finished(Said, frozen=True, kw_only=True, tag="finish"):
    """The follower is done with an instruction."""

    text: str


class TurnEnded(Said, frozen=True, kw_only=True, tag="turn-end"):
    """A turn ended."""

    by: PlayerWord
    how: TurnEndWord


class GameEnded(Said, frozen=True, kw_only=True, tag="end"):
    """The game ended."""

    how: GameEndWord
    score: int


Happening: TypeAlias = Stepped | Toggled | SetMade | Instructed | Finished | TurnEnded | GameEnded
"""What came of a deed, for animation, sound and words."""

Distribution = Annotated[tuple[tuple[Cell, Weight], ...], Meta(max_length=CELLS)]


class Plan(Said, frozen=True, kw_only=True):
    """What a follower means to do: four distributions over cells (paper, Section 4)."""

    trajectory: Distribution = ()
    """Cells it will pass."""
    goals: Distribution = ()
    """Cells with cards to toggle."""
    avoid: Distribution = ()
    """Cells with cards to leave alone."""
    blocked: Distribution = ()
    """Cells that cannot be entered."""
