"""Scripted players for whole games: they choose the same actions every time."""

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations

from cerealbar.game import (
    HEADINGS,
    IS_PASSABLE,
    NEIGHBOURS,
    OUTSIDE,
    Action,
    Game,
    Player,
    is_set,
)

Choice = tuple[Action, str | None]
Script = Callable[[Game], Choice]
"""What the player to act does next, and the text of an instruction."""
Came = dict[tuple[int, int], tuple[tuple[int, int], Action] | None]
"""By cell and heading: from where, and by which action, they were reached first."""


def routes(game: Game, player: Player, target: int | None = None) -> dict[int, list[Action]]:
    """By cell of each card that can be reached: the fewest steps onto it, and onto no other card.

    With a `target` the search ends there.
    """
    cards = {card.cell for card in game.cards}
    pose = game.pose(player)
    start = (pose.cell, int(pose.heading))
    came: Came = {start: None}
    queue = deque([start])
    found: dict[int, list[Action]] = {}
    while queue and target not in found:
        here = queue.popleft()
        for action in (Action.FORWARD, Action.BACKWARD, Action.LEFT, Action.RIGHT):
            there = _after(game, here, action)
            if there is None or there in came:
                continue
            came[there] = (here, action)
            if there[0] == here[0] or there[0] not in cards:
                queue.append(there)
            else:
                found.setdefault(there[0], _actions_to(there, came))
    return found


def _after(game: Game, pose: tuple[int, int], action: Action) -> tuple[int, int] | None:
    cell, heading = pose
    if action is Action.LEFT:
        return cell, (heading - 1) % HEADINGS
    if action is Action.RIGHT:
        return cell, (heading + 1) % HEADINGS
    way = heading if action is Action.FORWARD else (heading + 3) % HEADINGS
    near = int(NEIGHBOURS[cell, way])
    if near == OUTSIDE or not IS_PASSABLE[game.states[0]["tile"][near]]:
        return None
    return near, heading


def _actions_to(end: tuple[int, int], came: Came) -> list[Action]:
    actions = []
    step = came[end]
    while step is not None:
        actions.append(step[1])
        step = came[step[0]]
    return actions[::-1]


@dataclass
class SetSeekers:
    """A leader who chooses the nearest set and takes one card, and a follower who takes the rest.

    After `sets` sets they wait for the end.
    """

    sets: int
    planned: int = -1  # the score at which the plan was made
    leader_cell: int = OUTSIDE
    goals: dict[str, int] = field(default_factory=dict)  # the follower's cells, by instruction
    unsent: list[str] = field(default_factory=list)
    ways: dict[tuple[Player, int], list[Action]] = field(default_factory=dict)  # still to go

    def __call__(self, game: Game) -> Choice:
        if game.turn is Player.FOLLOWER:
            return self._follow(game), None
        if game.score >= self.sets:
            return Action.TIME_OUT, None
        if self.planned != game.score:
            self._plan(game)
        if self.unsent:
            return Action.INSTRUCT, self.unsent.pop(0)
        return self._next_step(game, Player.LEADER, self.leader_cell), None

    def _follow(self, game: Game) -> Action:
        goal = self.goals.get(game.current_instruction or "")
        if goal is None or self.planned != game.score:
            return Action.DONE  # of a set that the leader has completed
        return self._next_step(game, Player.FOLLOWER, goal)

    def _next_step(self, game: Game, player: Player, cell: int) -> Action:
        """The next step to a card that is not selected yet, or done."""
        is_selected = any(card.is_selected for card in game.cards if card.cell == cell)
        if is_selected or not game.steps_left:
            return Action.DONE
        if (player, cell) not in self.ways:
            self.ways[player, cell] = routes(game, player, cell).get(cell, [])
        way = self.ways[player, cell]
        return way.pop(0) if way else Action.DONE

    def _plan(self, game: Game) -> None:
        self.planned = game.score
        self.ways = {}
        self.leader_cell, *rest = self._nearest_set(game)
        cards = {card.cell: card.card for card in game.cards}
        names = (f"{cards[cell].count} {cards[cell].colour} {cards[cell].shape}" for cell in rest)
        self.goals = {f"take the {name}": cell for name, cell in zip(names, rest, strict=True)}
        self.unsent = list(self.goals)

    def _nearest_set(self, game: Game) -> list[int]:
        """The cells to take for the valid set that costs the fewest steps, the leader's first."""
        cards = game.cards
        selected = [slot for slot, card in enumerate(cards) if card.is_selected]
        ways = [routes(game, player) for player in Player]
        steps = [[len(way.get(card.cell, ())) for card in cards] for way in ways]
        best: tuple[int, list[int]] = (10**9, [])
        for slots in combinations(range(len(cards)), 3):
            faces = [cards[slot].card.kind for slot in slots]
            if not is_set(*faces) or not set(selected) <= set(slots):
                continue
            missing = [slot for slot in slots if slot not in selected]
            if not all(steps[0][slot] and steps[1][slot] for slot in missing):
                continue
            first = min(missing, key=lambda slot: steps[0][slot])
            rest = [slot for slot in missing if slot != first]
            cost = 2 * steps[0][first] + sum(steps[1][slot] for slot in rest)
            best = min(best, (cost, [first, *rest]))
        return [cards[slot].cell for slot in best[1]]


@dataclass
class Wanderers:
    """Players who take random legal actions; some of their steps bump into things."""

    seed: int
    bumps: float = 0.0
    time_outs: float = 0.01
    cancels: float = 0.0
    give_ups: float = 0.0

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)

    def __call__(self, game: Game) -> Choice:
        chance = self._chance
        weights = {
            Action.FORWARD: 0.55,
            Action.BACKWARD: 0.07,
            Action.LEFT: 0.15,
            Action.RIGHT: 0.15,
            Action.DONE: 0.04,
            Action.INSTRUCT: 0.08,
            Action.TIME_OUT: self.time_outs,
        }
        legal = tuple(action for action in game.legal_actions() if action in weights)
        if self.cancels and game.can_cancel and chance.random() < self.cancels:
            return Action.CANCEL, None
        if self.give_ups and game.turn is Player.FOLLOWER and chance.random() < self.give_ups:
            return Action.GIVE_UP, chance.choice((None, "I see no such card"))
        if game.steps_left and chance.random() < self.bumps:
            return Action.FORWARD, None
        action = chance.choices(legal, [weights[action] for action in legal])[0]
        text = f"wander {len(game.instructions) + 1}" if action is Action.INSTRUCT else None
        return action, text
