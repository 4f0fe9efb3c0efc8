"""The pointer model as a policy: it reads an instruction once, then walks to what it points at."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents.policy import Assignments, MemoryRows, Situations
from cerealbar.agents.understanding import understood
from cerealbar.follower.config import Confidence, RuleTrust
from cerealbar.follower.pointer.decoding import (
    NOWHERE,
    DecodedGoals,
    decode_goals,
    goal_log_likelihoods,
)
from cerealbar.follower.pointer.network import EncodedScene, PointerInputs, PointerNetwork
from cerealbar.follower.pointer.numpy_backend import one_thread
from cerealbar.follower.pointer.objects import find_objects
from cerealbar.follower.pointer.rules import RuleReading, goal_array, read_by_rules
from cerealbar.follower.pointer.ways import WantedGoals, are_clear, cells_on_way, find_way
from cerealbar.follower.pointer.weights import ARRIVAL
from cerealbar.follower.pointer.words import read_words
from cerealbar.game import (
    CELLS,
    HEADINGS,
    IS_PASSABLE,
    STATE,
    Action,
    Heading,
    Player,
    StateArray,
    next_pose,
    pose_of,
)
from cerealbar.views import Plan

_FOLLOWER = int(Player.FOLLOWER)
_BATCH = 64
"""Instructions that are read at once; those of similar lengths go together."""
_MOST_STEPS = 512
"""Steps of a way that are kept."""
_ANY = -1
_UNSTARTED = -1
NOT_UNDERSTOOD = "I did not understand"


@dataclass(frozen=True, slots=True)
class PointerMemory:
    """What is kept of R instructions, with at most G goals each."""

    boards: StateArray
    """(R,): as they were when the way was made."""
    goals: NDArray[np.int64]
    """(R, G): cells of the cards that were to be toggled when the way was made, then -1."""
    arrivals: NDArray[np.int64]
    """(R, G): how many steps of the way are taken when each is."""
    places: NDArray[np.int64]
    """(R,): where to end, or `NOWHERE`."""
    headings: NDArray[np.int64]
    """(R,): how to look then, or -1."""
    chances: NDArray[np.float32]
    """(R, 625): how likely the card on a cell is a goal."""
    confidence: NDArray[np.float64]
    """(R,): how likely what is done is what is meant."""
    reasons: list[str | None]
    """(R,): what the rules say that prevents them, if they were asked and something does."""
    steps: NDArray[np.uint8]
    """(R, most): the way."""
    counts: NDArray[np.int64]
    """(R,): how many steps the way has; -1 where nothing was read."""
    begun: NDArray[np.int64]
    """(R,): how many steps were taken before the way; -1 until the first is asked for."""

    def wanted(self, row: int, taken: int) -> WantedGoals:
        """What is left to do after some steps of the way."""
        is_left = (self.goals[row] >= 0) & (self.arrivals[row] > taken)
        place, heading = int(self.places[row]), int(self.headings[row])
        return WantedGoals(
            tuple(self.goals[row][is_left].tolist()),
            None if place == NOWHERE else place,
            None if heading == _ANY else Heading(heading),
        )


def _go_by_rules(memory: PointerMemory, row: int, states: StateArray, reading: RuleReading) -> None:
    """Put the way of the rules into a row."""
    cells, path = reading.cells[: memory.goals.shape[1]], reading.steps[:_MOST_STEPS]
    memory.boards[row] = states[0]
    memory.begun[row] = _UNSTARTED
    memory.goals[row], memory.arrivals[row] = -1, _MOST_STEPS
    memory.goals[row, : len(cells)] = cells
    memory.arrivals[row, : len(cells)] = reading.arrivals[: len(cells)]
    is_last = reading.end in cells[-1:]
    memory.places[row] = NOWHERE if is_last else reading.end
    memory.headings[row] = _ANY
    memory.chances[row] = 0
    memory.chances[row, list(cells)] = 1.0
    memory.counts[row] = len(path)
    memory.steps[row, : len(path)] = path


def _words(memory: PointerMemory, row: int, steps: Sequence[int]) -> str:
    """What the way of a row is for; nothing if it was made anew, and all is done."""
    if memory.begun[row] > 0 and not steps:
        return ""
    board = memory.boards[row : row + 1]
    end = pose_of(board, Player.FOLLOWER)
    for step in steps:
        end = next_pose(end, step)
    return understood(board, [cell for cell in memory.goals[row].tolist() if cell >= 0], end)


class PointerPolicy:
    """Carries out instructions by the goals that a network points at.

    With `trust` it also asks what the rules of the rule-based follower make of an instruction, and
    does that unless the network finds it too unlikely. If it is less sure than `give_up_below` it
    says that it does not understand; without `confidence` it is as sure as its goals are likely.
    """

    is_deterministic = True

    def __init__(
        self,
        net: PointerNetwork,
        name: str = "pointer",
        give_up_below: float = 0.0,
        trust: RuleTrust | None = None,
        confidence: Confidence | None = None,
    ) -> None:
        self.name = name
        self.net = net
        self.trust = trust
        self.confidence = confidence
        self._give_up_below = give_up_below

    def new_memory(self, rows: int) -> PointerMemory:
        """Room for so many instructions."""
        most = self.net.config.max_goals
        return PointerMemory(
            np.zeros(rows, STATE),
            np.full((rows, most), -1, np.int64),
            np.zeros((rows, most), np.int64),
            np.full(rows, NOWHERE, np.int64),
            np.full(rows, _ANY, np.int64),
            np.zeros((rows, CELLS), np.float32),
            np.zeros(rows),
            [None] * rows,
            np.zeros((rows, _MOST_STEPS), np.uint8),
            np.full(rows, -1, np.int64),
            np.zeros(rows, np.int64),
        )

    @one_thread()
    def begin(self, memory: PointerMemory, rows: MemoryRows, given: Assignments) -> None:
        """Point at the goals of the instructions and find ways to them."""
        words = read_words(given.texts, given.pasts, self.net.vocabulary, self.net.config)
        rules = None if self.trust is None else read_by_rules(given)
        order = np.argsort(words.lengths, kind="stable")
        for first in range(0, len(order), _BATCH):
            chosen = order[first : first + _BATCH]
            states = given.states[chosen]
            objects = find_objects(states, self.net.config.props)
            inputs = PointerInputs(states, objects, words.take(chosen))
            scene = self.net.encode(inputs)
            found = decode_goals(self.net, inputs, scene)
            self._keep(memory, rows[chosen], inputs, found)
            if rules is not None:
                theirs = [rules[i] for i in chosen.tolist()]
                self._weigh(memory, rows[chosen], inputs, scene, found, theirs)

    def _weigh(
        self,
        memory: PointerMemory,
        rows: MemoryRows,
        inputs: PointerInputs,
        scene: EncodedScene,
        found: DecodedGoals,
        rules: Sequence[RuleReading],
    ) -> None:
        """Follow the rules where they are trusted, and see how sure one can be."""
        assert self.trust is not None
        goals = goal_array(rules, self.net.config.max_goals)
        own, theirs = found.log_likelihood, goal_log_likelihoods(self.net, inputs, scene, goals)
        gives_up = np.array([reading.gives_up for reading in rules])
        margin = np.where(gives_up, self.trust.margin_given_up, self.trust.margin)
        takes_more = (goals >= 0).sum(axis=1) > (found.goals >= 0).sum(axis=1)
        takes_more &= np.array([reading.takes_several for reading in rules])
        is_likely = own - theirs <= margin
        is_trusted = is_likely | (takes_more & ~gives_up)
        agrees = (np.sort(found.goals) == np.sort(goals)).all(axis=1)
        memory.confidence[rows] = self._sure(np.where(is_likely, theirs, own), agrees, gives_up)
        wants_same = (found.goals == goals).all(axis=1) & (goals[:, 0] >= 0)
        for row, reading in zip(rows.tolist(), rules, strict=True):
            memory.reasons[row] = reading.reason
        for i in np.flatnonzero(is_trusted & ~wants_same).tolist():
            _go_by_rules(memory, int(rows[i]), inputs.states[i : i + 1], rules[i])
            if memory.places[rows[i]] == NOWHERE:  # then only the cards matter, not the way to them
                self._set_out(memory, int(rows[i]), inputs.states[i : i + 1], 0, _UNSTARTED)
        is_lost = gives_up & (memory.counts[rows] == 0)  # nobody has found anything to do
        memory.confidence[rows[is_lost]] = 0.0

    def _sure(
        self,
        log_likelihood: NDArray[np.float64],
        agrees: NDArray[np.bool_] | bool = False,
        gives_up: NDArray[np.bool_] | bool = False,
    ) -> NDArray[np.float64]:
        """(N,): how likely what is done is what is meant."""
        by = self.confidence
        if by is None:
            return np.exp(log_likelihood)
        weight = by.bias + by.likelihood * log_likelihood
        weight = weight + np.where(agrees, by.agreement, 0)
        weight += np.where(gives_up, by.given_up + by.likelihood_given_up * log_likelihood, 0)
        sure: NDArray[np.float64] = 1 / (1 + np.exp(-weight))
        return sure

    def _keep(
        self,
        memory: PointerMemory,
        rows: MemoryRows,
        inputs: PointerInputs,
        found: DecodedGoals,
    ) -> None:
        """Put what was decoded into the rows."""
        states, card_cells = inputs.states, inputs.objects.card_cells
        each = np.arange(len(rows))[:, None]
        memory.goals[rows] = np.where(found.goals >= 0, card_cells[each, found.goals], -1)
        memory.arrivals[rows] = _MOST_STEPS
        memory.places[rows] = found.places
        began = states["player_heading"][:, _FOLLOWER].astype(np.int64)
        turned = (began + found.headings) % HEADINGS
        memory.headings[rows] = np.where(found.headings == ARRIVAL, _ANY, turned)
        memory.chances[rows] = 0
        lies = np.nonzero(card_cells >= 0)
        memory.chances[rows[lies[0]], card_cells[lies]] = found.chances[lies]
        memory.confidence[rows] = self._sure(found.log_likelihood)
        for i, row in enumerate(rows.tolist()):
            self._set_out(memory, row, states[i : i + 1], 0, _UNSTARTED)

    def _set_out(
        self, memory: PointerMemory, row: int, states: StateArray, taken: int, steps: int
    ) -> None:
        """Find the way from a state on; so many steps were taken of the last way, and in all."""
        wanted = memory.wanted(row, taken)
        way = find_way(states, wanted)
        memory.boards[row] = states[0]
        memory.begun[row] = steps
        memory.goals[row] = -1
        memory.counts[row] = 0
        if way is not None:
            stops, path = len(way.stops), way.steps[:_MOST_STEPS]
            memory.goals[row, :stops] = way.stops
            memory.arrivals[row, :stops] = way.arrivals
            memory.counts[row] = len(path)
            memory.steps[row, : len(path)] = path

    def choose(self, memory: PointerMemory, rows: MemoryRows, now: Situations) -> NDArray[np.uint8]:
        """The next step of each way, or that it is done.

        A way that is no longer clear, or was made before the last set, is made anew.
        """
        is_new = memory.begun[rows] == _UNSTARTED
        memory.begun[rows] = np.where(is_new, now.steps, memory.begun[rows])
        taken = now.steps - memory.begun[rows]
        goals = np.where(memory.arrivals[rows] > taken[:, None], memory.goals[rows], -1)
        is_good = are_clear(now.states, memory.steps[rows], taken, memory.counts[rows], goals)
        is_good &= memory.boards["score"][rows] == now.states["score"]
        for i in np.flatnonzero(~is_good).tolist():
            steps = int(now.steps[i])
            self._set_out(memory, int(rows[i]), now.states[i : i + 1], int(taken[i]), steps)
            taken[i] = 0
        is_done = taken >= memory.counts[rows]
        chosen = memory.steps[rows, np.minimum(taken, _MOST_STEPS - 1)]
        actions = np.where(is_done, np.uint8(Action.DONE), chosen)
        gives_up = memory.confidence[rows] < self._give_up_below
        return np.where(gives_up, np.uint8(Action.GIVE_UP), actions)

    def plan(self, memory: PointerMemory, row: int) -> Plan | None:
        """The way, the cards that it is for and those that it is not, and all obstacles."""
        if memory.counts[row] < 0:
            return None
        board, chances = memory.boards[row], memory.chances[row]
        pose = int(board["player_cell"][_FOLLOWER]) * HEADINGS + int(
            board["player_heading"][_FOLLOWER]
        )
        steps = memory.steps[row, : memory.counts[row]].tolist()
        trail = cells_on_way(pose, steps)
        cards = board["card_cell"][: board["cards"]].tolist()
        goals = {cell: min(1.0, max(0.0, float(chances[cell]))) for cell in cards}
        return Plan(
            trajectory=dict.fromkeys(trail, 1 / len(trail)),
            goals=goals,
            avoid={cell: 1 - chance for cell, chance in goals.items()},
            blocked=dict.fromkeys(np.flatnonzero(~IS_PASSABLE[board["tile"]]).tolist(), 1.0),
            understood="" if self.reason(memory, row) else _words(memory, row, steps),
        )

    def reason(self, memory: PointerMemory, row: int) -> str | None:
        """That it did not understand, or what prevents the rules, if it gives up."""
        gives_up = memory.counts[row] >= 0 and memory.confidence[row] < self._give_up_below
        return memory.reasons[row] or NOT_UNDERSTOOD if gives_up else None
