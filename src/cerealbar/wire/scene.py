"""What a seat is shown of a game: the changing part in full, each time."""

from functools import lru_cache
from typing import TypeAlias

from cerealbar.game import CardOnBoard, PlayerWord, Pose, SignalKind, Status
from cerealbar.wire.words import ActionWord, ColourWord, GameEndWord, Said, ShapeWord, TurnEndWord


class PoseShown(Said, frozen=True, kw_only=True):
    """Where a player stands and looks."""

    cell: int
    heading: int
    """0 to 5: north-east, east, south-east, south-west, west, north-west."""


class CardShown(Said, frozen=True, kw_only=True):
    """A card on the board; no two lie on one cell, and a cell never gets a second card."""

    cell: int
    count: int
    colour: ColourWord
    shape: ShapeWord
    is_selected: bool = False


@lru_cache(maxsize=8192)
def show_card(card: CardOnBoard) -> CardShown:
    """A card as it is sent."""
    face = card.card
    return CardShown(
        cell=card.cell,
        count=face.count,
        colour=face.colour.value,
        shape=face.shape.value,
        is_selected=card.is_selected,
    )


@lru_cache(maxsize=4096)
def show_pose(pose: Pose) -> PoseShown:
    """A pose as it is sent."""
    return PoseShown(cell=pose.cell, heading=int(pose.heading))


class InstructionShown(Said, frozen=True, kw_only=True):
    """What the leader wrote, and what has become of it."""

    text: str
    status: Status
    reason: str = ""
    """Why the follower gave it up."""
    understood: str = ""
    """What the follower made of it, where its plans are shown; it is never sent that back."""


class Situation(Said, frozen=True, kw_only=True):
    """All that changes in a game, as far as the seat may know it."""

    leader: PoseShown | None = None
    """None out of the follower's view."""
    follower: PoseShown
    cards: tuple[CardShown, ...]
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
    can_cancel: bool = False
    """Whether the leader may withdraw what waits; if the rules say so, in the follower's turn."""
    signals: tuple[SignalKind, ...] = ()
    """What this seat may tell the other now."""
    instructions: tuple[InstructionShown, ...] = ()
    """Oldest first; the follower's are those that it ever had to carry out."""


class StepTold(Said, frozen=True, kw_only=True, tag="step"):
    """A player took a step; the follower hears of the leader's only where they are in view."""

    by: PlayerWord
    action: ActionWord


class ToggleTold(Said, frozen=True, kw_only=True, tag="toggle"):
    """A card was selected or deselected."""

    by: PlayerWord
    cell: int
    is_selected: bool


class SetTold(Said, frozen=True, kw_only=True, tag="set"):
    """The selected cards were a set; the follower is told the cells in view only."""

    score: int
    extra_half_turns: int
    old: tuple[int, ...]
    new: tuple[int, ...]


class InstructionTold(Said, frozen=True, kw_only=True, tag="instruct"):
    """The leader sent an instruction; the follower hears of it when it is the current one."""

    text: str


class FinishTold(Said, frozen=True, kw_only=True, tag="finish"):
    """The follower is done with an instruction."""

    text: str


class GiveUpTold(Said, frozen=True, kw_only=True, tag="give-up"):
    """The follower could not carry out an instruction, and is done with it."""

    text: str
    reason: str = ""


class CancelTold(Said, frozen=True, kw_only=True, tag="cancel"):
    """The leader withdrew instructions; the follower hears of the one that it knows."""

    texts: tuple[str, ...]


class SignalTold(Said, frozen=True, kw_only=True, tag="signal"):
    """A player told the other something."""

    kind: SignalKind
    text: str = ""


class SeatTold(Said, frozen=True, kw_only=True, tag="seat"):
    """Who plays a role from now on; in replays only, as the room tells it in a game."""

    role: PlayerWord
    name: str


class PauseTold(Said, frozen=True, kw_only=True, tag="pause"):
    """The game's clock stood still for a while; in replays only."""


class TurnEndTold(Said, frozen=True, kw_only=True, tag="turn-end"):
    """A turn ended."""

    by: PlayerWord
    how: TurnEndWord


class GameEndTold(Said, frozen=True, kw_only=True, tag="end"):
    """The game ended."""

    how: GameEndWord
    score: int


Happening: TypeAlias = (
    StepTold
    | ToggleTold
    | SetTold
    | InstructionTold
    | FinishTold
    | GiveUpTold
    | CancelTold
    | SignalTold
    | SeatTold
    | PauseTold
    | TurnEndTold
    | GameEndTold
)
"""What came of a deed, for animation, sound and words."""
