"""Perft: how many sequences of legal actions there are to each depth, and what they do.

The numbers in `tests/perft/perft.json` were counted by the reference rules to depth 4 and by the
compiled rules beyond. `UPDATE_GOLDEN=1` counts them anew: look at the difference before you commit.
"""

import copy
import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from cerealbar.game import (
    Cancelling,
    Outcome,
    Player,
    Rules,
    StateArray,
    legal_many,
    new_state,
    step_many,
)
from tests.boards import board, set_one_step_away
from tests.game.reference_games import reference_game
from tests.game.reference_rules import ReferenceGame
from tests.strategies import pocket_floor

NUMBERS = Path(__file__).parents[1] / "perft" / "perft.json"
DEPTH = 7
CHUNK = 20_000
"""How many states are expanded at a time, so that the deepest level fits in memory."""

Counts = dict[str, list[int]]
# What a sequence of actions can end with, in the words of the reference rules.
ENDINGS = {
    "toggled": Outcome.TOGGLED,
    "set made": Outcome.SET_MADE,
    "turn ended": Outcome.TURN_ENDED,
    "game over": Outcome.GAME_OVER,
}
CANCELLED = {"cancelled": Outcome.CANCELLED}  # no ending of the paper's rules

POSITIONS: dict[str, Callable[[], StateArray]] = {
    "seed 0": lambda: new_state(0),
    "seed 1": lambda: new_state(1),
    "seed 42": lambda: new_state(42),
    "seed 1234": lambda: new_state(1234),
    "seed 695425564": lambda: new_state(695425564),
    "a pocket with a set to make": lambda: set_one_step_away(
        "1kc@14,12",
        follower="14,12,w",
        floor=[(x, z) for x in range(11, 15) for z in (12, 13)],
        steps=2,
        half_turns=3,
    ),
    "a follower with two steps": lambda: board(
        leader="1,1,e",
        follower="2,1,e",
        cards=["1bc@1,2+", "2gd@2,2+", "3ph@3,1"],
        floor=pocket_floor(3, 2),
        turn=Player.FOLLOWER,
        queue=2,
        steps=2,
        half_turns=2,
    ),
    "a leader who may cancel": lambda: board(
        leader="1,1,e",
        follower="2,1,e",
        cards=["1bc@1,2+", "2gd@2,2+", "3ph@3,1"],
        floor=pocket_floor(3, 2),
        queue=1,
        steps=2,
        half_turns=4,
        rules=Rules(cancelling=Cancelling.OWN_TURN),
    ),
}


def perft(states: StateArray, depth: int) -> Counts:
    """By the compiled rules: sequences to each depth, and how many end with what."""
    endings = ENDINGS | (CANCELLED if states["cancelling"].any() else {})
    counts: Counts = {"sequences": [], **{ending: [] for ending in endings}}
    for level in range(depth):
        children, totals = [], Counter[str]()
        for start in range(0, len(states), CHUNK):
            chunk = states[start : start + CHUNK]
            parents, actions = np.nonzero(legal_many(chunk))
            chunk = chunk[parents]
            outcomes = step_many(chunk, actions.astype(np.uint8))
            totals["sequences"] += len(outcomes)
            for ending, bit in endings.items():
                totals[ending] += int(np.count_nonzero(outcomes & bit))
            if level < depth - 1:
                children.append(chunk)
        for name in counts:
            counts[name].append(totals[name])
        states = np.concatenate(children) if children else states[:0]
    return counts


def slow_perft(game: ReferenceGame, depth: int) -> list[Counter[str]]:
    """By the reference rules: the same, a `Counter` a level."""
    levels = [Counter[str]() for _ in range(depth)]
    for action in game.legal_actions() if depth else ():
        child = copy.deepcopy(game, {id(game.ground): game.ground})
        happened = child.act(action)
        levels[0].update(["sequences", *(happened & (ENDINGS | CANCELLED).keys())])
        for here, below in zip(levels[1:], slow_perft(child, depth - 1), strict=True):
            here.update(below)
    return levels


def stored() -> dict[str, Counts]:
    numbers: dict[str, Counts] = json.loads(NUMBERS.read_text())
    return numbers


def test_perft_numbers_are_written_anew_if_asked() -> None:
    if os.environ.get("UPDATE_GOLDEN"):
        numbers = {name: perft(position(), DEPTH) for name, position in POSITIONS.items()}
        NUMBERS.write_text(format_numbers(numbers))
    assert stored().keys() == POSITIONS.keys()
    assert NUMBERS.read_text() == format_numbers(stored())


def format_numbers(numbers: dict[str, Counts]) -> str:
    """JSON with a line for each kind of count."""
    positions = []
    for name, counts in numbers.items():
        lines = [f"    {json.dumps(kind)}: {json.dumps(counts[kind])}" for kind in counts]
        positions.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n  }")
    return "{\n" + ",\n".join(positions) + "\n}\n"


@pytest.mark.parametrize("name", POSITIONS)
def test_there_are_as_many_sequences_of_actions_as_ever(name: str) -> None:
    assert perft(POSITIONS[name](), DEPTH) == stored()[name]


@pytest.mark.parametrize("name", POSITIONS)
def test_the_reference_rules_count_the_same_to_depth_4(name: str) -> None:
    levels = slow_perft(reference_game(POSITIONS[name]()), 4)
    for kind, numbers in stored()[name].items():
        assert [level[kind] for level in levels] == numbers[:4], kind


def test_the_positions_see_everything_happen() -> None:
    for ending in ENDINGS | CANCELLED:
        assert sum(counts.get(ending, [0])[-1] for counts in stored().values()) > 0
