"""How simulated people choose.

In games they do as scripted leaders and the follower by rules do, in tutorials as they are told.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeAlias

import numpy as np

from cerealbar.agents import (
    Choice,
    Follower,
    FollowTask,
    LeadTask,
    avoided_cells,
    make_follower,
    make_leader,
    shortest_path,
)
from cerealbar.game import (
    MAX_CARDS,
    OUTSIDE,
    PAPER,
    PLAYERS,
    UNLIMITED,
    Action,
    Card,
    Colour,
    Heading,
    PlayerWord,
    Pose,
    Shape,
    StateArray,
    Status,
    blank_states,
    can_combine,
    cards_on,
    is_set,
    next_pose,
)
from cerealbar.remote.known import Known
from cerealbar.studies.tutorials import LessonStep, Tutorial
from cerealbar.studies.tutorials.tutorial import Experience, StepGoal, named_card
from cerealbar.views import BoardMemory
from cerealbar.views.memory import UNKNOWN_TILE
from cerealbar.wire.scene import CardShown, PoseShown
from cerealbar.wire.words import UNSEEN, CameraWord

UNDER_WAY = (Status.CURRENT, Status.WAITING)
DONE_WITH = (Status.FINISHED, Status.GIVEN_UP)
_GAME = 0
"""Each mind plays one game."""
_DEEDS = {
    "turned": Choice(Action.LEFT),
    "instruction-sent": Choice(Action.INSTRUCT, "turn around"),
    "instruction-finished": Choice(Action.DONE),
}
"""What meets goals of tutorials that have nothing to do with cards."""


Mind: TypeAlias = Callable[[Known], Choice | CameraWord]
"""What one person does whenever its game waits for it: an action, or a look from elsewhere."""


class FollowingMind:
    """Follows by rules, and knows what it has seen."""

    def __init__(self, follower: Follower) -> None:
        self._follower = follower
        self._memory: BoardMemory | None = None
        self._number = -1
        self._steps = 0
        self._pose: PoseShown | None = None

    def choose(self, known: Known) -> Choice:
        """A step, or being done."""
        if known.instruction is None:
            return Choice(Action.DONE)
        states, memory = shown_states(known), self._memory or BoardMemory(known.eyes)
        memory.look(states)
        self._memory = memory
        number = sum(told.status not in UNDER_WAY for told in known.instructions)
        is_moved = self._pose is not None and known.pose != self._pose  # every step changes it
        self._steps = self._steps + is_moved if number == self._number else 0
        self._number, self._pose = number, known.pose
        past = texts(known, (Status.FINISHED,))
        task = FollowTask(_GAME, states, known.instruction, number, self._steps, past)
        answer = self._follower.follow([task.within(memory)])[0]
        return answer if isinstance(answer, Choice) else Choice(answer)


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
        selected = {card.cell: face_of(card) for card in known.cards if card.is_selected}
        for count in (1, 2, 3):
            for changed in combinations(known.cards, count):
                others = {card.cell: face_of(card) for card in changed}
                kept = [selected.get(cell) or others[cell] for cell in selected.keys() ^ others]
                if _is_met(goal, tuple(kept)):
                    return [*others]
        return [*selected]  # too many, so that the way there begins with fewer

    def _walk(self, known: Known, cells: Sequence[int]) -> Choice:
        """The first step to the nearest of some cells, onto which one steps anew."""
        pose, states = known.pose, self._states(known)
        if pose.cell in cells:
            return self._step_off(known)
        start = Pose(pose.cell, Heading(pose.heading))
        ways = (shortest_path(avoided_cells(states, [cell]), start, cell) for cell in cells)
        return Choice(min(filter(None, ways), key=len, default=(Action.LEFT,))[0])

    def _states(self, known: Known) -> StateArray:
        """The board: what the leader sees, and what the follower knows by heart."""
        return shown_states(known) if known.seat == "leader" else self._by_heart

    def _step_off(self, known: Known) -> Choice:
        """A step to a cell without a card, or a turn to find one."""
        blocked = avoided_cells(self._states(known))
        pose = Pose(known.pose.cell, Heading(known.pose.heading))
        for action in (Action.FORWARD, Action.BACKWARD):
            if action.word in known.legal and not blocked[next_pose(pose, action).cell]:
                return Choice(action)
        return Choice(Action.LEFT)


def _is_met(goal: StepGoal, selected: tuple[Card, ...]) -> bool:
    """Whether a goal about cards is met while these are selected."""
    pairs = combinations([card.kind for card in selected], 2)
    is_clashing = any(not can_combine(*pair) for pair in pairs)
    match goal.kind:
        case "invalid-selection":
            return is_clashing
        case "set-made":
            return len(selected) == 3 and is_set(*[card.kind for card in selected])
        case _:
            return goal.is_met(Experience(is_clashing=is_clashing, selected=selected))


def mind_of(leads_as: str, seed: int, role: PlayerWord) -> Mind:
    """How a person plays a role."""
    if role == "follower":
        return FollowingMind(make_follower("rule-based", seed)).choose
    leader = make_leader(leads_as, seed)

    def choose(known: Known) -> Choice:
        waiting, finished = texts(known, UNDER_WAY), texts(known, DONE_WITH)
        return leader.lead([LeadTask(_GAME, shown_states(known), waiting, finished)])[0]

    return choose


def shown_states(known: Known) -> StateArray:
    """The record as far as a seat sees it now, as an array of one; cards are in order of cells.

    What further sets would add to the turns nobody is told: it is the paper's.
    """
    states, situation = blank_states(1), known.situation
    states["seed"], states["rng"] = -1, (1, 2, 3, 4)
    states["tile"][0] = np.where(known.tiles == UNSEEN, UNKNOWN_TILE, known.tiles)
    for player, pose in enumerate((situation.leader, situation.follower)):
        states["player_cell"][0, player] = OUTSIDE if pose is None else pose.cell
        states["player_heading"][0, player] = 0 if pose is None else pose.heading
    cards = sorted(known.cards, key=lambda card: card.cell)[:MAX_CARDS]
    states["cards"] = len(cards)
    for slot, card in enumerate(cards):
        states["card_cell"][0, slot] = card.cell
        states["card_kind"][0, slot] = face_of(card).kind
        states["selected"][0] |= np.uint32(card.is_selected << slot)
    left = situation.half_turns_left
    states["half_turns_left"] = UNLIMITED if left is None else left
    states["steps_left"], states["score"] = situation.steps_left, situation.score
    states["turn"] = PLAYERS[situation.turn]
    states["waiting"] = len(texts(known, UNDER_WAY))
    states["step_limits"] = known.rules.leader_steps, known.rules.follower_steps
    extra = PAPER.extra_half_turns
    states["extra_half_turns"][0, : len(extra)] = extra
    return states


def texts(known: Known, statuses: Sequence[Status]) -> tuple[str, ...]:
    """The instructions of some statuses, oldest first."""
    return tuple(told.text for told in known.instructions if told.status in statuses)


def face_of(card: CardShown) -> Card:
    """The face of a card that is shown."""
    return Card(card.count, Colour(card.colour), Shape(card.shape))
