"""What a leader asks of whoever puts its intentions into words, and the plainest such writer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from cerealbar.game import CARDS, Heading, StateArray, coordinates
from cerealbar.language.intention import Intention, Purpose


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """An intention to be put into words."""

    number: int
    """How many instructions the leader has sent in this game before."""
    states: StateArray
    """The game now, as an array of one; not to be changed."""
    intention: Intention
    cell: int
    """Where the follower will be when it begins; instructions that wait come before."""
    heading: Heading
    """How the follower will look then."""
    selected: frozenset[int] = frozenset()
    """Cells of the cards that will be selected then."""
    touched: tuple[int, ...] = ()
    """Cells of the selected cards that the follower chose or will have chosen, newest last."""
    was_obeyed: bool = True
    """Whether the last finished instruction was carried out as it was meant."""


InstructionWriter: TypeAlias = Callable[[WriteRequest], str]
"""Puts the intentions of one game into words."""


def write_plainly(request: WriteRequest) -> str:
    """The intention in fixed words: exact, and nothing like a person's."""
    intention = request.intention
    match intention.purpose:
        case Purpose.WAIT:
            return "wait"
        case Purpose.APPROACH:
            x, z = coordinates(request.cell if intention.end is None else intention.end)
            return f"go to column {x}, row {z}"
        case Purpose.CORRECT:
            return f"correct {_name_cards(request.states, intention.cards)}"
        case Purpose.COLLECT:
            return f"get {_name_cards(request.states, intention.cards)}"


def _name_cards(states: StateArray, cells: Sequence[int]) -> str:
    state = states[0]
    slots = {cell: slot for slot, cell in enumerate(state["card_cell"][: state["cards"]].tolist())}
    return " then ".join(f"the {CARDS[state['card_kind'][slots[cell]]]}" for cell in cells)
