"""How simulated people choose in games: as the scripted leaders and the follower by rules do."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from cerealbar.agents import (
    Choice,
    Follower,
    FollowTask,
    Leader,
    LeadTask,
    make_follower,
    make_leader,
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
    Player,
    PlayerWord,
    Shape,
    StateArray,
    Status,
    blank_states,
)
from cerealbar.remote.known import Known
from cerealbar.views import BoardMemory
from cerealbar.views.memory import UNKNOWN_TILE
from cerealbar.wire.scene import CardShown, PoseShown
from cerealbar.wire.words import UNSEEN, CameraWord

UNDER_WAY = (Status.CURRENT, Status.WAITING)
DONE_WITH = (Status.FINISHED, Status.GIVEN_UP)
_GAME = 0
"""Each mind plays one game."""


Mind: TypeAlias = Callable[[Known], Choice | CameraWord]
"""What one person does whenever its game waits for it: an action, or a look from elsewhere."""


def leading_mind(leader: Leader) -> Mind:
    """Leads as a leader of the registry does."""

    def choose(known: Known) -> Choice:
        waiting, finished = texts(known, UNDER_WAY), texts(known, DONE_WITH)
        return leader.lead([LeadTask(_GAME, shown_states(known), waiting, finished)])[0]

    return choose


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
        answer = self._follower.follow([self._task(known, known.instruction)])[0]
        return answer if isinstance(answer, Choice) else Choice(answer)

    def _task(self, known: Known, instruction: str) -> FollowTask:
        states, memory = shown_states(known), self._memory or BoardMemory(known.eyes)
        memory.look(states)
        self._memory = memory
        number = sum(told.status not in UNDER_WAY for told in known.instructions)
        is_moved = self._pose is not None and known.pose != self._pose  # every step changes it
        self._steps = self._steps + is_moved if number == self._number else 0
        self._number, self._pose = number, known.pose
        past = texts(known, (Status.FINISHED,))
        task = FollowTask(_GAME, states, instruction, number, self._steps, past)
        return task.within(memory)


def mind_of(leads_as: str, seed: int, role: PlayerWord) -> Mind:
    """How a person plays a role."""
    if role == "leader":
        return leading_mind(make_leader(leads_as, seed))
    return FollowingMind(make_follower("rule-based", seed)).choose


def shown_states(known: Known) -> StateArray:
    """The record as far as a seat sees it now, as an array of one; cards are in order of cells.

    What further sets would add to the turns nobody is told: it is the paper's.
    """
    states, situation = blank_states(1), known.situation
    states["seed"], states["rng"] = -1, (1, 2, 3, 4)
    states["tile"][0] = np.where(known.tiles == UNSEEN, UNKNOWN_TILE, known.tiles)
    _put(states, Player.LEADER, situation.leader)
    _put(states, Player.FOLLOWER, situation.follower)
    _deal(states, known)
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


def _put(states: StateArray, player: Player, pose: PoseShown | None) -> None:
    states["player_cell"][0, player] = OUTSIDE if pose is None else pose.cell
    states["player_heading"][0, player] = 0 if pose is None else pose.heading


def _deal(states: StateArray, known: Known) -> None:
    cards = sorted(known.cards, key=lambda card: card.cell)[:MAX_CARDS]
    states["cards"] = len(cards)
    for slot, card in enumerate(cards):
        states["card_cell"][0, slot] = card.cell
        states["card_kind"][0, slot] = face_of(card).kind
        states["selected"][0] |= np.uint32(card.is_selected << slot)


def face_of(card: CardShown) -> Card:
    """The face of a card that is shown."""
    return Card(card.count, Colour(card.colour), Shape(card.shape))
