"""A leader that stands still and asks for the cards of a set, one after the other."""

from collections.abc import Sequence
from itertools import combinations

from cerealbar.agents import Choice, LeadTask
from cerealbar.game import Action, is_set


class CardCaller:
    """Remembers nothing: what is selected tells how far the set is."""

    name = "card-caller"

    def lead(self, tasks: Sequence[LeadTask]) -> list[Choice]:
        """One choice for each game that waits for one."""
        return [self.act(task) for task in tasks]

    def act(self, task: LeadTask) -> Choice:
        """An instruction, or the end of the turn while the follower still has one."""
        if task.waiting:
            return Choice(Action.DONE)
        cards = task.view.cards
        selected = {card for card in cards if card.is_selected}
        for trio in combinations(cards, 3):
            if selected <= set(trio) and is_set(*(card.face.kind for card in trio)):
                wanted = next(card for card in trio if card not in selected)
                return Choice(Action.INSTRUCT, f"get the {wanted}")
        return Choice(Action.INSTRUCT, f"step on the {next(iter(selected or cards))}")

    def forget(self, game: int) -> None:
        """The game is over."""
