"""Who puts a leader's intentions into words: simulated people, and the plainest writer."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from cerealbar.agents.delegation import Assignment
from cerealbar.game import CARDS, Player, StateArray, coordinates
from cerealbar.language import Memory, Purpose, Style, write


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """An order to be put into words."""

    number: int
    """How many instructions the leader has sent in this game before."""
    states: StateArray
    """The game now, as an array of one; not to be changed."""
    order: Assignment
    touched: tuple[int, ...] = ()
    """Cells of the selected cards that the follower chose or will have chosen, newest last."""
    was_obeyed: bool = True
    """Whether the last finished instruction was carried out as it was meant."""


InstructionWriter: TypeAlias = Callable[[WriteRequest], str]
"""Puts the intentions of one game into words."""


def write_plainly(request: WriteRequest) -> str:
    """The intention in fixed words: exact, and nothing like a person's."""
    intention = request.order.intention
    match intention.purpose:
        case Purpose.WAIT:
            return "wait"
        case Purpose.APPROACH:
            assert intention.end is not None
            x, z = coordinates(intention.end)
            return f"go to column {x}, row {z}"
        case Purpose.CORRECT:
            return f"correct {_name_cards(request.states, intention.cards)}"
        case Purpose.COLLECT:
            return f"get {_name_cards(request.states, intention.cards)}"


def _name_cards(states: StateArray, cells: Sequence[int]) -> str:
    state = states[0]
    slots = {cell: slot for slot, cell in enumerate(state["card_cell"][: state["cards"]].tolist())}
    return " then ".join(f"the {CARDS[state['card_kind'][slots[cell]]]}" for cell in cells)


class Author:
    """Writes all instructions of one game in one person's style."""

    def __init__(self, style: Style, seed: str) -> None:
        self.style = style
        self._rng = random.Random(seed)
        self._begin()

    def _begin(self) -> None:
        self._memory = Memory()
        self._score, self._half_turns_left = 0, -1
        """When the last instruction was written: tells turns apart."""

    def __call__(self, request: WriteRequest) -> str:
        """The request's intention in this person's words."""
        if request.number == 0:  # perhaps again, as the turn ended before it was sent
            self._begin()
        state, order = request.states[0], request.order
        score, left = int(state["score"]), int(state["half_turns_left"])
        named = self._memory.named
        fault = Player.LEADER if request.was_obeyed else Player.FOLLOWER
        memory = replace(
            self._memory,
            named=named if named in state["card_cell"][: state["cards"]] else None,
            touched=request.touched,
            fault=fault if order.intention.purpose is Purpose.CORRECT else None,
            has_scored=score > self._score,
            is_pleased=request.was_obeyed,
            is_queued=left == self._half_turns_left or bool(state["waiting"]),
        )
        draft = write(
            request.states,
            order.intention,
            self.style,
            self._rng,
            memory,
            start=order.start,
            selected=frozenset(order.selected),
        )
        self._memory = memory.after(draft, order.intention.cards)
        self._score, self._half_turns_left = score, left
        return draft.text
