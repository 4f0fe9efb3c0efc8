"""How simulated people play tutorials: they do what the step asks for, by the shortest way."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from cerealbar.agents import avoided_cells, shortest_path
from cerealbar.game import (
    Action,
    Card,
    Heading,
    Pose,
    StateArray,
    can_combine,
    cards_on,
    is_set,
    next_pose,
)
from cerealbar.remote.known import Known
from cerealbar.remote.participants.boards import shown_states
from cerealbar.remote.participants.minds import Doing
from cerealbar.remote.participants.replies import face_of
from cerealbar.studies.tutorials import LessonStep, Tutorial
from cerealbar.studies.tutorials import goals as asked
from cerealbar.studies.tutorials.goals import named_card
from cerealbar.wire.scene import CardShown

_MOVES = (Action.FORWARD, Action.BACKWARD)


class PupilMind:
    """Knows a tutorial, its board included, but not which cards replace a set."""

    def __init__(self, tutorial: Tutorial) -> None:
        self._tutorial = tutorial
        self._by_heart = tutorial.new_game().states
        self._is_overhead = False

    def choose(self, known: Known) -> Doing:
        """What leads to the end of the step."""
        told = known.tutorial
        steps = self._tutorial.steps
        step = next((step for step in steps if told is not None and step.prompt == told.text), None)
        if step is None:  # it is done, or not said yet
            return Doing(Action.LEFT)
        return self._toward(step, known)

    def _toward(self, step: LessonStep, known: Known) -> Doing:
        match step.until[0]:
            case asked.HasToggledCamera():
                self._is_overhead = not self._is_overhead
                return Doing(camera="overhead" if self._is_overhead else "tilted")
            case asked.HasTurned():
                return Doing(Action.LEFT)
            case asked.HasMoved():
                return self._step_off(known)
            case asked.HasInstructed():
                return Doing(Action.INSTRUCT, "turn around")
            case asked.HasFinished():
                return Doing(Action.DONE)
            case asked.HasSelected(card=words) | asked.HasDeselected(card=words):
                return self._walk(known, self._cells(known, named_card(words)))
            case asked.HasScored() if step.card is not None:
                return self._walk(known, self._cells(known, named_card(step.card)))
            case _:
                return self._walk(known, _cells_for(step, known.cards))

    def _cells(self, known: Known, face: Card) -> list[int]:
        """Where cards with a face lie."""
        seen = [card.cell for card in known.cards if face_of(card) == face]
        return seen or [card.cell for card in cards_on(self._by_heart) if card.card == face]

    def _walk(self, known: Known, cells: Sequence[int]) -> Doing:
        """The first step to the nearest of some cells, onto which one steps anew."""
        if known.pose.cell in cells:
            return self._step_off(known)
        ways = (self._way(known, cell) for cell in cells)
        way = min(filter(None, ways), key=len, default=(Action.LEFT,))
        return Doing(way[0])

    def _way(self, known: Known, cell: int) -> tuple[Action, ...] | None:
        states, pose = self._states(known), known.pose
        heading = Heading(pose.heading)
        return shortest_path(avoided_cells(states, [cell]), pose.cell, heading, cell)

    def _states(self, known: Known) -> StateArray:
        """The board: what the leader sees, and what the follower knows by heart."""
        return shown_states(known) if known.seat == "leader" else self._by_heart

    def _step_off(self, known: Known) -> Doing:
        """A step to a cell without a card, or a turn to find one."""
        blocked = avoided_cells(self._states(known))
        pose = Pose(known.pose.cell, Heading(known.pose.heading))
        for action in _MOVES:
            after = next_pose(pose, action)
            if action.word in known.legal and not blocked[after.cell]:
                return Doing(action)
        return Doing(Action.LEFT)


def _cells_for(step: LessonStep, cards: Iterable[CardShown]) -> list[int]:
    """The cells of cards that bring the selection nearer to a goal."""
    shown = tuple(cards)
    selected = [card for card in shown if card.is_selected]
    others = [card for card in shown if not card.is_selected]
    match step.until[0]:
        case asked.HasSelectedOnly(cards=words):
            wanted = {named_card(word) for word in words}
            wrong = [card for card in selected if face_of(card) not in wanted]
            return [card.cell for card in wrong or selected]
        case asked.HasNoClash():
            return [card.cell for card in selected if _clashes(card, selected)]
        case asked.HasClashed():
            clashing = [card for card in others if _clashes(card, selected)]
            return [card.cell for card in clashing or others]
        case _:
            return _cells_for_set(selected, others)


def _cells_for_set(selected: list[CardShown], others: list[CardShown]) -> list[int]:
    """The cards that complete a set, or else those that stand in its way."""
    missing = max(0, 3 - len(selected))
    for added in combinations(others, missing):
        three = [face_of(card).kind for card in (*selected, *added)]
        if len(three) == 3 and is_set(*three):
            return [card.cell for card in added]
    return [card.cell for card in selected]


def _clashes(card: CardShown, selected: Iterable[CardShown]) -> bool:
    kind = face_of(card).kind
    return any(
        other.cell != card.cell and not can_combine(kind, face_of(other).kind) for other in selected
    )
