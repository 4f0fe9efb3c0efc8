"""What will have happened when the follower has done all that waits in the queue."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cerealbar.agents.fetching import FetchBoard
from cerealbar.agents.tours import HEADING_OF, Tour, shortest_tour
from cerealbar.game import Heading, Player, StateArray
from cerealbar.language.intention import Intention

_FOLLOWER = int(Player.FOLLOWER)


@dataclass(frozen=True, slots=True)
class Sent:
    """An instruction that the leader sent."""

    intention: Intention
    selects: tuple[bool, ...] = ()
    """For each of its cards: whether toggling it was to select it."""


@dataclass(slots=True)
class Outlook:
    """The follower and the cards as they will be; bits are by card slot."""

    cell: int
    heading: Heading
    selected: int
    steps: int = 0
    """Follower steps until then."""
    gone: int = 0
    """Cards of a set that will have been made meanwhile."""
    made_after: int = 0
    """Follower steps until that set is made."""
    pending: int = 0
    """Cards that the follower will have toggled."""

    def follow(self, board: FetchBoard, tour: Tour) -> None:
        """Let the follower go a way, toggle its cards, and make a set if it does."""
        for cell, arrival in zip(tour.stops, tour.arrivals, strict=True):
            bit = 1 << board.slots[cell]
            self.selected ^= bit
            self.pending |= bit
            if board.is_set(self.selected):
                self.gone |= self.selected
                self.made_after = self.steps + arrival
                self.selected = 0
        self.steps += len(tour.steps)
        self.cell, self.heading = tour.cell, tour.heading


def remaining_cards(board: FetchBoard, sent: Sent, selected: int) -> tuple[int, ...]:
    """The cells of the cards that the follower still has to toggle."""
    return tuple(
        [
            cell
            for cell, selects in zip(sent.intention.cards, sent.selects, strict=True)
            if cell in board.slots and bool(selected >> board.slots[cell] & 1) != selects
        ]
    )


def look_ahead(
    board: FetchBoard,
    states: StateArray,
    selected: int,
    waiting: Iterable[Sent],
    step_costs: Sequence[int],
) -> Outlook:
    """How things will be when the follower has done what waits, as well as can be.

    `selected` are the cards that are when it begins.
    """
    state = states[0]
    outlook = Outlook(
        int(state["player_cell"][_FOLLOWER]),
        HEADING_OF[state["player_heading"][_FOLLOWER]],
        selected,
    )
    for sent in waiting:
        tour = shortest_tour(
            board.blocked,
            outlook.cell,
            outlook.heading,
            remaining_cards(board, sent, selected),
            end=sent.intention.end,
            end_heading=sent.intention.heading,
            step_costs=step_costs,
        )
        if tour is not None:
            outlook.follow(board, tour)
    return outlook
