"""Followers who know what the leader means: they walk a way that is made when they begin."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from cerealbar.agents.protocol import FollowTask
from cerealbar.agents.tours import Way
from cerealbar.game import Action
from cerealbar.language.intention import Intention


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


class ErrandFollower(ABC):
    """Walks the way that it makes of each intention, then is done.

    The way is made anew when a set is made meanwhile, as new cards may lie in it. An instruction
    without an intention is done at once.
    """

    def __init__(self) -> None:
        self._errands: dict[int, _Errand] = {}

    @abstractmethod
    def way(
        self, task: FollowTask, intention: Intention, cards: tuple[int, ...], is_new: bool
    ) -> Way | None:
        """The way to toggle the cards, all of which are on the board, and to end as intended.

        None if there is none: then it is done. `is_new` says that the instruction was just read.
        """

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
        if errand is None or errand.number != task.number:
            errand = self._begin(task, task.intention, task.intention.cards, score, True)
        elif errand.score != score:
            cards = errand.cards_left(task.steps_taken)
            errand = self._begin(task, task.intention, cards, score, False)
        taken = task.steps_taken - errand.begun
        if errand.way is None or taken >= len(errand.way.steps):
            return Action.DONE
        return errand.way.steps[taken]

    def _begin(
        self,
        task: FollowTask,
        intention: Intention,
        cards: tuple[int, ...],
        score: int,
        is_new: bool,
    ) -> _Errand:
        state = task.states[0]
        on_board = state["card_cell"][: state["cards"]].tolist()
        cards = tuple([cell for cell in cards if cell in on_board])
        way = self.way(task, intention, cards, is_new)
        errand = self._errands[task.game] = _Errand(task.number, score, task.steps_taken, way)
        return errand
