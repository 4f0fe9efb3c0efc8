"""The compiled rules and the reference rules play the same games, step by step."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from cerealbar.game import (
    CARDS,
    PAPER,
    Action,
    Cancelling,
    Heading,
    Outcome,
    Player,
    Refusal,
    Rules,
    StateArray,
    format_card,
    format_state,
    is_set,
    legal_many,
    new_state,
)
from tests.boards import act, board
from tests.game.reference_games import record_of, reference_game
from tests.game.reference_rules import ReferenceGame, RefusedError
from tests.strategies import WEIGHTS, pocket_floor

REASONS = {
    "game over": Refusal.GAME_OVER,
    "no steps": Refusal.NO_STEPS,
    "not leader": Refusal.NOT_LEADER,
    "queue full": Refusal.QUEUE_FULL,
    "unknown action": Refusal.UNKNOWN_ACTION,
    "not follower": Refusal.NOT_FOLLOWER,
    "nothing waits": Refusal.NOTHING_WAITS,
    "not allowed": Refusal.NOT_ALLOWED,
}
NO_ACTION = 9


def random_pocket(chance: random.Random) -> StateArray:
    """A few cells of floor, full of cards, with both players in between."""
    rules = Rules(
        leader_steps=chance.randint(0, 8),
        follower_steps=chance.randint(1, 12),
        half_turns=chance.choice((None, 6, 12, 100)),
        extra_half_turns=chance.choice(((), (2, 1), PAPER.extra_half_turns)),
        cards=chance.choice((3, 3, 4, 5, 7)),
        cancelling=chance.choice(tuple(Cancelling)),
    )
    width = chance.randint(2, 4)
    height = -(-rules.cards // width) + chance.randint(0, 3)
    floor = pocket_floor(width, height)
    kinds: list[int] = []
    while len(kinds) < 3 or not is_set(*kinds[:3]):
        kinds = [chance.randrange(len(CARDS)) for _ in range(rules.cards)]
    island = chance.choice(([], [(10, 10), (11, 10), (12, 10)]))  # where nobody can walk
    places = chance.sample([*floor, *island], rules.cards)
    selected = chance.choice((0, 0, 2))
    poses = [(*chance.choice(floor), chance.choice(list(Heading)).word) for _ in Player]
    return board(
        leader=",".join(map(str, poses[0])),
        follower=",".join(map(str, poses[1])),
        cards=[
            f"{format_card(CARDS[kind])}@{x},{z}{'+' * (slot < selected)}"
            for slot, (kind, (x, z)) in enumerate(zip(kinds, places, strict=True))
        ],
        floor=[*floor, *island],
        taken=[place[:2] for place in poses],
        queue=chance.randint(0, 2),
        rng_seed=chance.randrange(1, 2**31),
        rules=rules,
    )


def compare(states: StateArray, actions: Iterable[int]) -> Counter[str]:
    """Play the actions by both rules; returns how often each thing happened."""
    game = reference_game(states)
    seen: Counter[str] = Counter()
    for number, action in enumerate(actions):
        before = states.copy()
        legal = {Action(a).word for a in legal_many(states)[0].nonzero()[0].tolist()}
        expected_legal = game.legal_actions()
        happened, expected = expect(game, action)
        outcome = act(states, action)
        is_same = record_of(game, states).tobytes() == states.tobytes()
        if legal != expected_legal or outcome != expected or not is_same:
            pytest.fail(
                f"action {number}, {action!r}, of {format_state(before)}\n"
                f"legal {legal}, should be {expected_legal}\n"
                f"outcome {outcome!r}, should be {expected!r}\n"
                f"gives     {format_state(states)}\n"
                f"should be {format_state(record_of(game, states))}"
            )
        seen.update(happened)
    seen.update(game.notes)
    return seen


def expect(game: ReferenceGame, action: int) -> tuple[set[str], int]:
    """What the reference rules say happens: in words, and as an outcome or a refusal."""
    word = Action(action).word if action in list(Action) else "fly"
    try:
        happened = game.act(word)
    except RefusedError as refused:
        return {f"refused: {refused}"}, REASONS[str(refused)]
    return happened, sum(Outcome[name.upper().replace(" ", "_")] for name in happened)


def mostly_legal(states: StateArray, chance: random.Random, count: int) -> Iterator[int]:
    """Random actions that fit the state as it is by then, and now and then any other."""
    for _ in range(count):
        legal = legal_many(states)[0].tolist()
        weights = [weight * may for weight, may in zip(WEIGHTS, legal, strict=True)]
        if any(weights) and chance.random() < 0.9:
            yield chance.choices(list(Action), weights)[0]
        else:
            yield chance.choice([*Action, NO_ACTION])


@pytest.mark.parametrize("part", range(4))
def test_both_rules_agree_on_small_boards_full_of_sets(part: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(100):
        chance = random.Random(1000 * part + seed)
        states = random_pocket(chance)
        seen += compare(states, mostly_legal(states, chance, 300))
    assert seen["set made"] > 50
    for rare in ("card under a player", "cells ran out", "faces drawn again", "game over"):
        assert seen[rare] > 10, rare
    for common in ("moved", "bumped", "toggled", "finished", "instructed", "cancelled", "skipped"):
        assert seen[common] > 10, common
    for reason in REASONS.keys() - {"queue full"}:
        assert seen[f"refused: {reason}"] > 10, reason


def test_both_rules_agree_on_whole_maps() -> None:
    seen: Counter[str] = Counter()
    for seed in range(75):
        chance = random.Random(seed)
        states = new_state(seed, Rules(cards=chance.choice((9, 21, 32))))
        seen += compare(states, mostly_legal(states, chance, 200))
    assert seen["toggled"] > 20
    assert seen["bumped"] > 10
    assert seen["game over"] > 20


def test_both_rules_agree_when_sets_are_sought_on_whole_maps() -> None:
    """Two cards of a set are selected by hand, the third is stepped on: 21 cards are replaced."""
    seen: Counter[str] = Counter()
    for seed in range(12):
        states = new_state(seed)
        for _ in range(6):
            _prepare_a_set(states)
            seen += compare(states, [Action.FORWARD, Action.INSTRUCT, Action.DONE, Action.DONE])
    assert seen["set made"] == 72


def _prepare_a_set(states: StateArray) -> None:
    state = states[0]
    kinds = [int(kind) for kind in state["card_kind"][:21]]
    slots = [(a, b, c) for a in range(21) for b in range(a) for c in range(b)]
    a, b, c = next(s for s in slots if is_set(*(kinds[slot] for slot in s)))
    state["selected"] = 1 << b | 1 << c
    state["player_cell"][0] = state["card_cell"][a] + 1  # its eastern neighbour
    state["player_heading"][0] = Heading.W
    state["turn"], state["steps_left"], state["waiting"] = Player.LEADER, 5, 0


def test_both_rules_agree_when_the_queue_is_full() -> None:
    seen = compare(board(queue=29_999), [Action.INSTRUCT, Action.INSTRUCT, Action.DONE])
    assert seen["refused: queue full"] == 1


def test_both_rules_agree_when_the_cells_in_reach_run_out() -> None:
    seen: Counter[str] = Counter()
    cards = ["1bc@20,20+", "2gd@21,20+", "3ph@12,12", "1bc@11,12"]
    floor = [(11, 12), (12, 12), (20, 20), (21, 20)]
    for seed in range(1, 21):
        states = board(
            leader="11,12,e", follower="11,12,e", cards=cards, floor=floor, rng_seed=seed
        )
        seen += compare(states, [Action.FORWARD, Action.BACKWARD])
    assert seen["cells in reach ran out"] == 20
