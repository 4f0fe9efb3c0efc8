"""The rule-based follower: carries out the orders that it reads, through the path finder."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cerealbar.agents.pathfinding import avoided_cells
from cerealbar.agents.protocol import Choice, FollowTask
from cerealbar.agents.rule_based.grounding import Surroundings
from cerealbar.agents.rule_based.orders import Order, OrderKind, face_of
from cerealbar.agents.rule_based.planner import EXCURSIONS, TURNS, StepPlanner
from cerealbar.agents.rule_based.reading import read
from cerealbar.game import Action, Player, Pose, StateArray, cards_on, next_pose, pose_of
from cerealbar.language.board.claims import SaidFace
from cerealbar.views import Plan

_MAX_STEPS = 40
"""Steps after which an instruction is given up."""
_TOO_LONG = Choice(Action.GIVE_UP, f"I did not get it done in {_MAX_STEPS} steps")
_NOT_UNDERSTOOD = "I did not understand"
_PARTLY_UNDERSTOOD = "I did not understand all of it"


@dataclass(slots=True)
class _CurrentInstruction:
    """An instruction that is being carried out, and the last card that was stepped onto."""

    number: int
    start: Pose
    """Where the instruction was begun."""
    board: StateArray
    """The game when it was begun."""
    origin: Pose | None
    """Where the first of the orders was begun."""
    begun: int
    """How many steps were taken under the instruction before these."""
    orders: tuple[Order, ...]
    """What is left to do of the instruction, with what is being done."""
    leaves: tuple[Order, ...]
    """The cards that are not to be touched."""
    may_touch: bool
    """Whether steps as they were told may lead over cards."""
    ending: Action | Choice = Action.DONE
    """What is chosen when all orders are carried out."""
    failure: str | None = None
    """Why the instruction cannot be carried out further."""
    planned: int = 0
    """How many of the orders the steps carry out."""
    steps: list[Action] = field(default_factory=list)
    goals: list[int] = field(default_factory=list)
    """The cells of the cards that the steps lead to."""
    last_goal: int | None = None
    """The last of these under the whole instruction."""
    reached: list[int] = field(default_factory=list)
    """The cells of the cards that were stepped onto under the instruction."""
    looks: int = 0
    planner: StepPlanner | None = None
    """Who planned the steps."""
    last_card: int | None = None
    last_face: SaidFace | None = None


def _begin(task: FollowTask, before: _CurrentInstruction | None) -> _CurrentInstruction:
    """Read a new instruction, after another."""
    reading, start = read(task.instruction), pose_of(task.states, Player.FOLLOWER)
    orders = tuple(o for o in reading.orders if o.kind is not OrderKind.LEAVE)
    leaves = tuple(o for o in reading.orders if o.kind is OrderKind.LEAVE)
    may_touch = not reading.touches_nothing
    board = task.states.copy()
    work = _CurrentInstruction(
        task.number, start, board, start, task.steps_taken, orders, leaves, may_touch
    )
    if before is not None:
        work.last_card, work.last_face = before.last_card, before.last_face
        if reading.mends_last:
            work.orders = (*_put_back(before.last_goal, task.states, orders), *orders)
    if reading.is_partial:
        work.ending = Choice(Action.GIVE_UP, _PARTLY_UNDERSTOOD)
    if not (work.orders or leaves or reading.is_idle):
        work.failure = _NOT_UNDERSTOOD
    return work


def _put_back(cell: int | None, states: StateArray, orders: Sequence[Order]) -> tuple[Order, ...]:
    """What takes back a card that was taken by mistake, if that is not asked for."""
    card = next((c.card for c in cards_on(states) if c.cell == cell and c.is_selected), None)
    if card is None or any(order.face.loosely.fits(card) for order in orders):
        return ()
    return (Order(OrderKind.PUT_BACK, face_of(card)),)


class RuleBasedFollower:
    """Follows instructions by rules alone, and gives up what it does not understand.

    It plans up to the next card or place, and anew when something comes in the way. With a sight
    it takes unknown cells for free, and looks around a while for what it is told of.
    """

    name = "rule-based"
    is_deterministic = True

    def __init__(self) -> None:
        self._games: dict[int, _CurrentInstruction] = {}

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action | Choice]:
        """The next step of each game's plan, made anew for each instruction."""
        return [self._next_action(task) for task in tasks]

    def forget(self, game: int) -> None:
        """The game is over."""
        self._games.pop(game, None)

    def plan(self, game: int) -> Plan | None:
        """The cells that it will pass, the cards to toggle, and those to go around."""
        work = self._games.get(game)
        if work is None or work.planner is None:
            return None
        further = work.orders[work.planned :]
        plan = work.planner.plan(further, work.board, work.reached)
        if work.planned or not work.orders:
            return plan
        face = work.orders[0].face
        return replace(plan, understood="looks around" + ("" if face.is_blank else f" for {face}"))

    def _next_action(self, task: FollowTask) -> Action | Choice:
        work = self._games.get(task.game)
        if work is None or work.number != task.number:
            work = self._games[task.game] = _begin(task, work)
        if task.steps_taken >= _MAX_STEPS:
            return _TOO_LONG
        taken = task.steps_taken - work.begun
        coming = work.steps[taken] if taken < len(work.steps) else None
        if not _is_free(task.states, coming, work.goals):
            work.steps, work.planned = [], 0
        while taken >= len(work.steps) and work.failure is None:
            work.reached += work.goals if work.planned else []
            work.orders, work.planned = work.orders[work.planned :], 0
            if not work.orders:
                return work.ending
            self._plan_on(task, work)
            taken = 0
        if taken < len(work.steps):
            return work.steps[taken]
        return Choice(Action.GIVE_UP, work.failure)

    def _plan_on(self, task: FollowTask, work: _CurrentInstruction) -> None:
        """Plan what comes next, or how to find it."""
        board = Surroundings(task.states, work.start, work.last_card, work.last_face)
        origin = work.origin or board.pose
        planner = StepPlanner(board, origin, task.known, work.leaves, work.may_touch)
        if task.known is None or planner.knows(work.orders) or work.looks > TURNS + EXCURSIONS:
            work.planned = planner.carry_out(work.orders)
            work.origin = None
            work.failure = planner.failure
        else:
            planner.look_around(work.orders[0], work.looks)
            work.origin, work.looks = origin, work.looks + 1
        work.begun, work.steps, work.goals = task.steps_taken, planner.actions, planner.goals
        work.planner = planner
        if planner.goals:
            work.may_touch = False
            work.last_card = work.last_goal = planner.goals[-1]
            work.last_face = face_of(board.cards[work.last_card][0])


def _is_free(states: StateArray, step: Action | None, goals: Sequence[int]) -> bool:
    """Whether the follower can take a step without touching another card than its goals."""
    if step not in (Action.FORWARD, Action.BACKWARD):
        return True
    pose = pose_of(states, Player.FOLLOWER)
    after = next_pose(pose, step)
    return after != pose and not avoided_cells(states, goals)[after.cell]
