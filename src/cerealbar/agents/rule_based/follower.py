"""The rule-based follower: carries out the orders that it reads, through the path finder."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cerealbar.agents.pathfinding import avoided_cells
from cerealbar.agents.protocol import Choice, FollowTask
from cerealbar.agents.rule_based.grounding import Surroundings
from cerealbar.agents.rule_based.orders import Order, OrderKind, face_of
from cerealbar.agents.rule_based.planner import EXCURSIONS, TURNS, StepPlanner
from cerealbar.agents.rule_based.reading import read
from cerealbar.game import Action, Player, Pose, StateArray, next_pose, pose_of
from cerealbar.language.board.claims import SaidFace
from cerealbar.views import Plan

_MAX_STEPS = 40
"""Steps after which an instruction is given up."""
_TOO_LONG = Choice(Action.GIVE_UP, f"I did not get it done in {_MAX_STEPS} steps")
_NOT_UNDERSTOOD = "I did not understand"
_PARTLY_UNDERSTOOD = "I did not understand all of it"


@dataclass(slots=True)
class _FollowerMemory:
    """What the follower remembers of one game."""

    number: int = -1
    orders: tuple[Order, ...] = ()
    """What is left to do of the instruction, with what is being done."""
    leaves: tuple[Order, ...] = ()
    """The cards that are not to be touched."""
    may_touch: bool = True
    """Whether steps as they were told may lead over cards."""
    planned: int = 0
    """How many of the orders the steps carry out."""
    start: Pose | None = None
    """Where the instruction was begun."""
    origin: Pose | None = None
    """Where the first of the orders was begun."""
    begun: int = 0
    """How many steps were taken under the instruction before these."""
    steps: list[Action] = field(default_factory=list)
    goals: list[int] = field(default_factory=list)
    """The cells of the cards that the steps lead to."""
    last_goal: int | None = None
    """The last of these under the whole instruction."""
    board: StateArray | None = None
    """The game when the instruction was begun."""
    reached: list[int] = field(default_factory=list)
    """The cells of the cards that were stepped onto under the instruction."""
    looks: int = 0
    ending: Action | Choice = Action.DONE
    """What is chosen when all orders are carried out."""
    failure: str | None = None
    """Why the instruction cannot be carried out further."""
    planner: StepPlanner | None = None
    """Who planned the steps."""
    last_card: int | None = None
    last_face: SaidFace | None = None

    def begin(self, task: FollowTask) -> None:
        """Read a new instruction."""
        reading = read(task.instruction)
        self.number, self.begun, self.steps = task.number, task.steps_taken, []
        self.planned = self.looks = 0
        self.start = self.origin = pose_of(task.states, Player.FOLLOWER)
        self.failure = self.planner = None
        self.leaves = tuple(o for o in reading.orders if o.kind is OrderKind.LEAVE)
        self.orders = tuple(o for o in reading.orders if o.kind is not OrderKind.LEAVE)
        if reading.mends_last:
            self.orders = (*self._put_back_last(task.states), *self.orders)
        self.goals, self.last_goal = [], None
        self.board, self.reached = task.states.copy(), []
        self.may_touch = not reading.touches_nothing
        partly = Choice(Action.GIVE_UP, _PARTLY_UNDERSTOOD)
        self.ending = partly if reading.is_partial else Action.DONE
        if not (self.orders or self.leaves or reading.is_idle):
            self.failure = _NOT_UNDERSTOOD

    def _put_back_last(self, states: StateArray) -> tuple[Order, ...]:
        """What takes back the last card of the instruction before, if that is not asked for."""
        assert self.start is not None
        cards = Surroundings(states, self.start).cards
        last = None if self.last_goal is None else cards.get(self.last_goal)
        if last is None or not last[1]:
            return ()
        is_asked = any(order.face.loosely.fits(last[0]) for order in self.orders)
        return () if is_asked else (Order(OrderKind.PUT_BACK, face_of(last[0])),)


class RuleBasedFollower:
    """Follows instructions by rules alone, and gives up what it does not understand.

    It plans up to the next card or place, and anew when something comes in the way. With a sight
    it takes unknown cells for free, and looks around a while for what it is told of.
    """

    name = "rule-based"
    is_deterministic = True

    def __init__(self) -> None:
        self._games: dict[int, _FollowerMemory] = {}

    def follow(self, tasks: Sequence[FollowTask]) -> Sequence[Action | Choice]:
        """The next step of each game's plan, made anew for each instruction."""
        return [self._next_action(task) for task in tasks]

    def forget(self, game: int) -> None:
        """The game is over."""
        self._games.pop(game, None)

    def plan(self, game: int) -> Plan | None:
        """The cells that it will pass, the cards to toggle, and those to go around."""
        memory = self._games.get(game)
        if memory is None or memory.planner is None or memory.board is None:
            return None
        further = memory.orders[memory.planned :]
        plan = memory.planner.plan(further, memory.board, memory.reached)
        if memory.planned or not memory.orders:
            return plan
        face = memory.orders[0].face
        return replace(plan, understood="looks around" + ("" if face.is_blank else f" for {face}"))

    def _next_action(self, task: FollowTask) -> Action | Choice:
        memory = self._games.setdefault(task.game, _FollowerMemory())
        if memory.number != task.number:
            memory.begin(task)
        if task.steps_taken >= _MAX_STEPS:
            return _TOO_LONG
        taken = task.steps_taken - memory.begun
        coming = memory.steps[taken] if taken < len(memory.steps) else None
        if not _is_free(task.states, coming, memory.goals):
            memory.steps, memory.planned = [], 0
        while taken >= len(memory.steps) and memory.failure is None:
            memory.reached += memory.goals if memory.planned else []
            memory.orders, memory.planned = memory.orders[memory.planned :], 0
            if not memory.orders:
                return memory.ending
            self._plan_on(task, memory)
            taken = 0
        if taken < len(memory.steps):
            return memory.steps[taken]
        return Choice(Action.GIVE_UP, memory.failure)

    def _plan_on(self, task: FollowTask, memory: _FollowerMemory) -> None:
        """Plan what comes next, or how to find it."""
        assert memory.start is not None, "an instruction is begun before it is planned"
        board = Surroundings(task.states, memory.start, memory.last_card, memory.last_face)
        origin = memory.origin or board.pose
        planner = StepPlanner(board, origin, task.known, memory.leaves, memory.may_touch)
        if task.known is None or planner.knows(memory.orders) or memory.looks > TURNS + EXCURSIONS:
            memory.planned = planner.carry_out(memory.orders)
            memory.origin = None
            memory.failure = planner.failure
        else:
            planner.look_around(memory.orders[0], memory.looks)
            memory.origin, memory.looks = origin, memory.looks + 1
        memory.begun, memory.steps, memory.goals = task.steps_taken, planner.actions, planner.goals
        memory.planner = planner
        if planner.goals:
            memory.may_touch = False
            memory.last_card = memory.last_goal = planner.goals[-1]
            memory.last_face = face_of(board.cards[memory.last_card][0])


def _is_free(states: StateArray, step: Action | None, goals: Sequence[int]) -> bool:
    """Whether the follower can take a step without touching another card than its goals."""
    if step not in (Action.FORWARD, Action.BACKWARD):
        return True
    pose = pose_of(states, Player.FOLLOWER)
    after = next_pose(pose, step)
    return after != pose and not avoided_cells(states, goals)[after.cell]
