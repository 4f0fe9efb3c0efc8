"""The oracle: a follower who knows what the leader means and does it by the shortest way."""

from collections.abc import Sequence

from cerealbar.agents.errands import ErrandFollower
from cerealbar.agents.pathfinding import EQUAL_COSTS, avoided_cells
from cerealbar.agents.protocol import FollowTask
from cerealbar.agents.tours import HEADING_OF, Tour, shortest_tour
from cerealbar.game import Action, Array, Heading, Player, Pose, StateArray, card_slot, kernel
from cerealbar.language.intention import Intention

_FOLLOWER = int(Player.FOLLOWER)


def follower_tour(
    states: StateArray,
    cards: Sequence[int],
    end: int | None = None,
    heading: Heading | None = None,
    step_costs: Sequence[int] = EQUAL_COSTS,
) -> Tour | None:
    """The follower's shortest way to toggle the cards in this order and no other, and then to end.

    None if there is no such way.
    """
    state = states[0]
    return shortest_tour(
        avoided_cells(states),
        int(state["player_cell"][_FOLLOWER]),
        HEADING_OF[state["player_heading"][_FOLLOWER]],
        cards,
        end=end,
        end_heading=heading,
        step_costs=step_costs,
    )


class Oracle(ErrandFollower):
    """Executes the intention of each instruction by a shortest way.

    Cards that are no longer there are left out; what cannot be reached is left.
    """

    name = "oracle"
    is_deterministic = True

    def way(
        self, task: FollowTask, intention: Intention, cards: tuple[int, ...], is_new: bool
    ) -> Tour | None:
        """The shortest way."""
        return follower_tour(task.states, cards, intention.end, intention.heading)


@kernel
def _has_card(states: Array, cell: int) -> bool:
    return card_slot(states[0], cell) >= 0


def recovery_steps(states: StateArray, target: Pose, toggles: bool) -> tuple[Action, ...] | None:
    """The follower's shortest way from a wrong state to a right one (paper, Appendix E.2).

    The way ends in the pose `target`. With `toggles` that is where the right way has just toggled
    its first card, so the way steps onto that card, once, and onto no other; without, the right way
    toggles none. None if there is no way.
    """
    cards = (target.cell,) if toggles and _has_card(states, target.cell) else ()
    tour = follower_tour(states, cards, target.cell, target.heading)
    return None if tour is None else tour.steps
