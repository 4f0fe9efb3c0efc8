"""Hypothesis strategies: seeds, rules, small boards, reachable states, lists of actions.

The small boards are pockets: a few cells of floor, full of cards, with water all around, so that
sets, cards under players, full boards and the end of the game come up again and again.
"""

import random
from collections.abc import Callable

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from cerealbar.game import (
    ACTIONS,
    CARDS,
    COLOURS,
    MAX_SEED,
    PAPER,
    SHAPES,
    Action,
    Cancelling,
    Card,
    Game,
    Heading,
    Player,
    Rules,
    StateArray,
    format_card,
    legal_many,
    new_state,
)
from tests.boards import Cell, act, board, game_on

seeds = st.integers(0, MAX_SEED)
map_seeds = st.integers(0, 999)
"""Seeds that all have a map."""
cards: SearchStrategy[Card] = st.sampled_from(CARDS)
headings = st.sampled_from(Heading)
actions = st.sampled_from(Action)
cells = st.integers(0, 624)


def action_lists(most: int = 30) -> SearchStrategy[list[Action]]:
    """Actions to try one after the other, legal or not."""
    return st.lists(actions, max_size=most)


# By Action: walking is what makes things happen.
WEIGHTS = (8, 2, 2, 2, 1, 1, 0.5, 0.5, 0)


@st.composite
def plays(draw: DrawFn) -> Callable[[StateArray], Action]:
    """A player who chooses random legal actions, mostly steps, the same ones every time.

    Lists of single choices would be far too short on average for anything rare to happen.
    """
    chance = random.Random(draw(seeds))

    def choose(states: StateArray) -> Action:
        legal = legal_many(states)[0]
        weights = [weight * may for weight, may in zip(WEIGHTS, legal.tolist(), strict=True)]
        return chance.choices(ACTIONS, weights)[0] if any(weights) else Action.DONE

    return choose


lengths = st.integers(0, 150)
"""How long to play."""

instruction_texts = st.text(
    st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=40
).filter(lambda text: text.strip() != "")
"""Texts that can be sent."""


@st.composite
def rules(draw: DrawFn) -> Rules:
    """Rules that differ from the paper's in any number."""
    return Rules(
        leader_steps=draw(st.integers(0, 8)),
        follower_steps=draw(st.integers(1, 12)),
        half_turns=draw(st.none() | st.integers(1, 20)),
        extra_half_turns=tuple(draw(st.lists(st.integers(0, 10), max_size=16))),
        cards=draw(st.integers(3, 32)),
        path_objects=draw(st.integers(0, 60)),
        solvable=draw(st.booleans()),
        cancelling=draw(st.sampled_from(Cancelling)),
    )


@st.composite
def pocket_rules(draw: DrawFn) -> Rules:
    """Short games with few cards."""
    return Rules(
        leader_steps=draw(st.integers(0, 6)),
        follower_steps=draw(st.integers(1, 8)),
        half_turns=draw(st.none() | st.integers(1, 12)),
        extra_half_turns=tuple(draw(st.lists(st.integers(0, 3), max_size=3))),
        cards=draw(st.sampled_from((3, 3, 3, 4, 5, 6))),
        cancelling=draw(st.sampled_from(Cancelling)),
    )


def pocket_floor(width: int, height: int) -> list[Cell]:
    """A block of cells in the south-west of the board, one cell away from its border."""
    return [(x, z) for z in range(1, 1 + height) for x in range(1, 1 + width)]


@st.composite
def faces(draw: DrawFn, count: int) -> list[Card]:
    """Cards of which the first three are a valid set."""
    threes = (draw(st.permutations(values))[:3] for values in ((1, 2, 3), COLOURS, SHAPES))
    a_set = [Card(*face) for face in zip(*threes, strict=True)]
    return a_set + [draw(cards) for _ in range(count - 3)]


@st.composite
def pockets(draw: DrawFn) -> tuple[StateArray, Rules]:
    """A game at its start in a pocket with between 0 and a few free cells."""
    rules = draw(pocket_rules())
    width = draw(st.integers(2, 4))
    least = -(-rules.cards // width)
    floor = pocket_floor(width, draw(st.integers(least, least + 2)))
    places = draw(st.permutations(floor))
    poses = [
        f"{x},{z},{draw(headings).word}" for x, z in (draw(st.sampled_from(floor)) for _ in Player)
    ]
    selected = draw(st.integers(0, 2))  # with two, one step can make a set
    dealt = enumerate(zip(draw(faces(rules.cards)), places, strict=False))
    states = board(
        leader=poses[0],
        follower=poses[1],
        cards=[
            f"{format_card(card)}@{x},{z}{'+' * (slot < selected)}"
            for slot, (card, (x, z)) in dealt
        ],
        floor=floor,
        rng_seed=draw(seeds),
        rules=rules,
    )
    return states, rules


@st.composite
def starts(draw: DrawFn) -> tuple[StateArray, Rules]:
    """A game at its start: mostly in a pocket, sometimes on a whole map."""
    if draw(st.integers(0, 4)):
        return draw(pockets())
    return new_state(draw(map_seeds)), PAPER


@st.composite
def reachable_states(draw: DrawFn) -> StateArray:
    """A state that random legal actions lead to, as an array of one."""
    states, _ = draw(starts())
    choose = draw(plays())
    for _ in range(draw(lengths)):
        act(states, choose(states))
    return states


@st.composite
def games(draw: DrawFn) -> Game:
    """A game in which random legal actions have been taken."""
    states, rules = draw(starts())
    game = game_on(states, rules)
    choose = draw(plays())
    for _ in range(draw(lengths)):
        if not game.is_over:
            text = f"text {len(game.history)}"
            game.step(choose(game.states), text=text)
    return game
