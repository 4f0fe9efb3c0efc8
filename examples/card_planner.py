"""A follower that takes the card that fits most words, tells its plan, and says why it gives up."""

from collections.abc import Sequence

from cerealbar.agents import Choice, FollowTask, Need, SpottedCard
from cerealbar.game import Action
from cerealbar.views import Plan


class CardPlanner:
    """Remembers by game the card that it goes for, and of which instruction."""

    name = "card-planner"
    needs = Need.TEXT
    is_deterministic = True

    def __init__(self, seed: int = 0) -> None:
        self.goals: dict[int, tuple[int, SpottedCard | None]] = {}

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action | Choice]:
        """One answer for each game that waits for one."""
        return [self.act(task) for task in tasks]

    def act(self, task: FollowTask) -> Action | Choice:
        """The next step on the shortest way, or the end of the instruction."""
        number, goal = self.goals.get(task.game, (-1, None))
        if number != task.number:
            goal = self.read(task)
            self.goals[task.game] = task.number, goal
        if goal is None:
            return Choice(Action.GIVE_UP, "no card that I know of has these words")
        steps = task.view.steps_to(goal.cell)
        if steps is None:
            return Choice(Action.GIVE_UP, f"there is no way to the {goal}")
        return steps[0] if steps else Action.DONE

    def read(self, task: FollowTask) -> SpottedCard | None:
        """The card that fits most words, the nearest of several; None if none fits any."""
        words = {word.strip(".,!s") for word in task.instruction.lower().split()}
        fits = {
            card: len(words & {word.strip("s") for word in str(card).split()})
            for card in task.view.cards
        }
        best = max(fits, key=lambda card: fits[card], default=None)
        return best if best is not None and fits[best] else None

    def plan(self, game: int) -> Plan | None:
        """What it means to do, for whoever watches."""
        _, goal = self.goals.get(game, (-1, None))
        return None if goal is None else Plan(goals={goal.cell: 1.0}, understood=f"takes {goal}")

    def forget(self, game: int) -> None:
        """The game is over."""
        self.goals.pop(game, None)
