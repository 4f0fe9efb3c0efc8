"""How simulated people play tutorials: they do what the step asks for, by the shortest way."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from cerealbar.agents import Choice, avoided_cells, shortest_path
from cerealbar.game import (
    Action,
    Heading,
    Pose,
    StateArray,
    can_combine,
    cards_on,
    is_set,
    next_pose,
)
from cerealbar.remote.known import Known
from cerealbar.remote.participants.minds import face_of, shown_states
from cerealbar.studies.tutorials import LessonStep, Tutorial
from cerealbar.studies.tutorials.tutorial import named_card
from cerealbar.wire.scene import CardShown
from cerealbar.wire.words import CameraWord

_MOVES = (Action.FORWARD, Action.BACKWARD)
_DEEDS = {
    "turned": Choice(Action.LEFT),
    "instruction-sent": Choice(Action.INSTRUCT, "turn around"),
    "instruction-finished": Choice(Action.DONE),
}
"""What meets goals that have nothing to do with cards."""


class PupilMind:
    """Knows a tutorial, its board included, but not which cards replace a set."""

    def __init__(self, tutorial: Tutorial) -> None:
        self._tutorial = tutorial
        self._by_heart = tutorial.new_game().states
        self._is_overhead = False

    def choose(self, known: Known) -> Choice | CameraWord:
        """What leads to the end of the step."""
        told = known.tutorial
        steps = self._tutorial.steps
        step = next((step for step in steps if told is not None and step.prompt == told.text), None)
        if step is None:  # it is done, or not said yet
            return Choice(Action.LEFT)
        kind = step.until[0].kind
        if kind == "camera-toggled":
            self._is_overhead = not self._is_overhead
            return "overhead" if self._is_overhead else "tilted"
        if kind == "moved":
            return self._step_off(known)
        return _DEEDS.get(kind) or self._walk(known, self._cells(step, known))

    def _cells(self, step: LessonStep, known: Known) -> list[int]:
        """The cells of cards onto one of which a step has to be made."""
        goal = step.until[0]
        words = step.card if goal.kind == "set-made" else goal.card
        if words is not None:
            face = named_card(words)
            seen = [card.cell for card in known.cards if face_of(card) == face]
            return seen or [card.cell for card in cards_on(self._by_heart) if card.card == face]
        selected = [card for card in known.cards if card.is_selected]
        others = [card for card in known.cards if not card.is_selected]
        wanted = set(map(named_card, goal.cards))
        match goal.kind:
            case "selected-only":
                wrong = [card for card in selected if face_of(card) not in wanted]
                cards = wrong or selected
            case "valid-selection":
                cards = [card for card in selected if _clashes(card, selected)]
            case "invalid-selection":
                cards = [card for card in others if _clashes(card, selected)] or others
            case _:
                cards = _toward_set(selected, others)
        return [card.cell for card in cards]

    def _walk(self, known: Known, cells: Sequence[int]) -> Choice:
        """The first step to the nearest of some cells, onto which one steps anew."""
        pose, states = known.pose, self._states(known)
        if pose.cell in cells:
            return self._step_off(known)
        ways = (
            shortest_path(avoided_cells(states, [cell]), pose.cell, Heading(pose.heading), cell)
            for cell in cells
        )
        return Choice(min(filter(None, ways), key=len, default=(Action.LEFT,))[0])

    def _states(self, known: Known) -> StateArray:
        """The board: what the leader sees, and what the follower knows by heart."""
        return shown_states(known) if known.seat == "leader" else self._by_heart

    def _step_off(self, known: Known) -> Choice:
        """A step to a cell without a card, or a turn to find one."""
        blocked = avoided_cells(self._states(known))
        pose = Pose(known.pose.cell, Heading(known.pose.heading))
        for action in _MOVES:
            if action.word in known.legal and not blocked[next_pose(pose, action).cell]:
                return Choice(action)
        return Choice(Action.LEFT)


def _toward_set(selected: list[CardShown], others: list[CardShown]) -> list[CardShown]:
    """The cards that complete a set, or else those that stand in its way."""
    for added in combinations(others, max(0, 3 - len(selected))):
        three = [face_of(card).kind for card in (*selected, *added)]
        if len(three) == 3 and is_set(*three):
            return [*added]
    return selected


def _clashes(card: CardShown, selected: Iterable[CardShown]) -> bool:
    kind = face_of(card).kind
    return any(
        other.cell != card.cell and not can_combine(kind, face_of(other).kind) for other in selected
    )
