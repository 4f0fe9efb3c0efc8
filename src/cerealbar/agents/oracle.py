"""Followers who know what the leader means and errand a way that is made when they begin.

The oracle takes the shortest way; others may take another.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cerealbar.agents.pathfinding import Tour, Way, avoided_cells, shortest_tour
from cerealbar.agents.protocol import FollowTask
from cerealbar.game import Action, Heading, Player, Pose, StateArray, pose_of
from cerealbar.language.intention import Intention


def follower_tour(
    states: StateArray,
    cards: Sequence[int],
    end: int | None = None,
    heading: Heading | None = None,
    backward: int = 1,
) -> Tour | None:
    """The follower's shortest way to toggle the cards in this order and no other, and then to end.

    None if there is no such way.
    """
    blocked, start = avoided_cells(states), pose_of(states, Player.FOLLOWER)
    return shortest_tour(blocked, start, cards, end=end, heading=heading, backward=backward)


def cards_there(states: StateArray, cells: Sequence[int]) -> tuple[int, ...]:
    """Those of some cells on which a card lies."""
    on_board = states["card_cell"][0, : states["cards"][0]].tolist()
    return tuple([cell for cell in cells if cell in on_board])


@dataclass(frozen=True, slots=True)
class _Errand:
    """An instruction that is being carried out."""

    number: int
    score: int
    """When the score changes, so do the cards on the board, and the way with them."""
    begun: int
    """How many steps were taken before the way."""
    way: Way | None

    def cards_left(self, steps_taken: int) -> tuple[int, ...]:
        """The cells of the cards that the way has not yet come to."""
        if self.way is None:
            return ()
        taken = steps_taken - self.begun
        stops = zip(self.way.stops, self.way.arrivals, strict=True)
        return tuple(cell for cell, arrival in stops if arrival > taken)


class Oracle:
    """Walks the shortest way to what each instruction means, then is done.

    The way is made anew when a set is made meanwhile, as new cards may lie in it. Cards that are no
    longer there are left out; what cannot be reached is left, and so is an instruction without an
    intention.
    """

    name = "oracle"
    is_deterministic = True

    def __init__(self) -> None:
        self._errands: dict[int, _Errand] = {}

    def way(
        self, task: FollowTask, intention: Intention, cards: tuple[int, ...], is_new: bool
    ) -> Way | None:
        """The way to toggle the cards, all of which are on the board, and to end as intended.

        None if there is none: then it is done. `is_new` says that the instruction was just read.
        """
        return follower_tour(task.states, cards, intention.end, intention.heading)

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action]:
        """The next step of each task's way, or done."""
        return [self._follow(task) for task in tasks]

    def forget(self, game: int) -> None:
        """The game is over."""
        self._errands.pop(game, None)

    def _follow(self, task: FollowTask) -> Action:
        if task.intention is None:
            return Action.DONE
        errand = self._errands.get(task.game)
        score = int(task.states["score"][0])
        is_new = errand is None or errand.number != task.number
        if errand is None or is_new or errand.score != score:
            left = task.intention.cards
            if errand is not None and not is_new:
                left = errand.cards_left(task.steps_taken)
            way = self.way(task, task.intention, cards_there(task.states, left), is_new)
            errand = self._errands[task.game] = _Errand(task.number, score, task.steps_taken, way)
        taken = task.steps_taken - errand.begun
        if errand.way is None or taken >= len(errand.way.steps):
            return Action.DONE
        return errand.way.steps[taken]


def recovery_steps(states: StateArray, target: Pose, toggles: bool) -> tuple[Action, ...] | None:
    """The follower's shortest way from a wrong state to a right one (paper, Appendix E.2).

    The way ends in the pose `target`. With `toggles` that is where the right way has just toggled
    its first card, so the way steps onto that card, once, and onto no other; without, the right way
    toggles none. None if there is no way.
    """
    cards = cards_there(states, (target.cell,)) if toggles else ()
    tour = follower_tour(states, cards, target.cell, target.heading)
    return None if tour is None else tour.steps
