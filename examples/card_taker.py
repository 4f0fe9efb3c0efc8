"""A follower that takes the nearest card of a colour that the instruction names."""

from collections.abc import Sequence

from cerealbar.agents import Choice, FollowTask
from cerealbar.game import Action


class CardTaker:
    """Remembers by game to which cell it goes."""

    name = "card-taker"

    def __init__(self) -> None:
        self.goals: dict[int, int] = {}

    def follow(self, tasks: Sequence[FollowTask]) -> list[Action | Choice]:
        """One answer for each game that waits for one."""
        return [self.act(task) for task in tasks]

    def act(self, task: FollowTask) -> Action | Choice:
        """The next step on the shortest way, or the end of the instruction."""
        view, words = task.view, task.instruction.lower().split()
        if task.steps_taken == 0 or task.game not in self.goals:
            cards = [card for card in view.cards if card.colour in words and not card.is_selected]
            if not cards:
                return Choice(Action.GIVE_UP, "I know of no such card")
            self.goals[task.game] = cards[0].cell
        steps = view.steps_to(self.goals[task.game])
        return steps[0] if steps else Action.DONE

    def forget(self, game: int) -> None:
        """The game is over."""
        self.goals.pop(game, None)
