"""Warming up: whatever is compiled at its first use is used once, before anyone waits for it.

The rules and the agents are compiled in two processes at once, and found in the cache by others.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import numpy as np

from cerealbar.agents import Follower, FollowTask, Leader, LeadTask, make_follower, make_leader
from cerealbar.compiling import counting_compiled
from cerealbar.game import Action, Game, Player, Rules, StateArray, blank_states, can_combine
from cerealbar.views import CAMERA_SIGHT, Sight, remember_game, view

TellShare = Callable[[float], None]
"""Hears how much is done, from 0 to 1."""
_RULES, _AGENTS = 62, 48
"""Functions that are compiled the first time on a machine; a few more with a sight."""
_SEED = 42
_TEXT = "turn around swiftly and get the blue star"
"""It has a word that the reader must look up, so that its list of words is there."""


async def warm_up(
    start: Callable[[TellShare], Awaitable[None]], agent_sight: Sight | None, tell: TellShare
) -> None:
    """Start the processes of agents, and meanwhile use the rules in this one."""
    loop, shares = asyncio.get_running_loop(), {"rules": 0.0, "agents": 0.0}

    def move(what: str, share: float) -> None:
        shares[what] = share
        tell((_RULES * shares["rules"] + _AGENTS * shares["agents"]) / (_RULES + _AGENTS))

    def tell_here(done: int) -> None:
        loop.call_soon_threadsafe(move, "rules", min(1.0, done / _RULES))

    def use_here() -> None:
        with counting_compiled(tell_here):
            warm_up_rules(agent_sight)
        tell_here(_RULES)

    await asyncio.gather(start(partial(move, "agents")), asyncio.to_thread(use_here))


def warm_up_rules(agent_sight: Sight | None = None) -> None:
    """Use the rules and views that rooms use, and the memory of agents with a sight."""
    game = Game(_SEED, Rules(solvable=True))
    game.instruct(_TEXT)
    game.step(Action.FORWARD)
    game.step(Action.DONE)
    for player in Player:
        view(game, player, CAMERA_SIGHT)
    if agent_sight is not None:
        remember_game(game, agent_sight)
    assert game.legal_actions()
    assert not game.can_end_turn
    assert not game.can_cancel
    assert not can_combine(0, 0)


def warm_up_leader() -> None:
    """Let the leader that plays by default act once."""
    leader: Leader = make_leader("scripted")
    leader.lead([LeadTask(0, _meadow(Player.LEADER), (), ())])


def warm_up_follower() -> None:
    """Let the follower that plays by default act once."""
    follower: Follower = make_follower("learned")
    follower.follow([FollowTask(0, _meadow(Player.FOLLOWER), _TEXT, 0, 0)])


WARMING_STEPS = (warm_up_leader, warm_up_follower)
"""What a process of agents does before anyone is asked."""


def _meadow(turn: Player) -> StateArray:
    """A board of grass with cards, made without the rules, which another process compiles."""
    states = blank_states(1)
    cards = int(states["cards"][0])
    states["card_cell"][0, :cards] = 100 + 7 * np.arange(cards)
    states["card_kind"][0, :cards] = 7 * np.arange(cards)  # a blue star among them
    states["player_cell"][0] = (310, 320)
    states["turn"] = turn
    states["waiting"] = turn is Player.FOLLOWER
    return states
