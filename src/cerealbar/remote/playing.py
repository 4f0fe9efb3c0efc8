"""Playing a seat to the end with a function that chooses what to do."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from cerealbar.remote.errors import ActionRefusedError, UnansweredError
from cerealbar.remote.game import RemoteGame
from cerealbar.remote.known import Known
from cerealbar.remote.seats import RemoteSeat
from cerealbar.views import Plan
from cerealbar.wire.messages import NO_FAULT
from cerealbar.wire.words import ActionWord

RETRY_SECONDS = 1.0
"""How long to wait for a server that cannot store anything."""
MAX_BUMPS = 20
"""Choices in a row that may be blocked: more is no bad luck."""


@dataclass(frozen=True, slots=True)
class Say:
    """A choice of the leader: send an instruction."""

    text: str


RemoteChoice: TypeAlias = ActionWord | Say
"""What a player does next: a word of `known.legal`, or an instruction."""
Choose: TypeAlias = Callable[[Known], RemoteChoice]
"""A player: what it does next, asked whenever the game waits for it."""
PlanAhead: TypeAlias = Callable[[Known], Plan | None]
"""What a follower means to do, asked before each choice; None to show nothing new."""


def play(seat: RemoteSeat, choose: Choose, *, plan: PlanAhead | None = None) -> Known:
    """Play a seat until the game is over; returns what was known then.

    Raises:
        ActionRefusedError: the choice was against the rules, or blocked many times in a row.
        PartnerError: the partner is an agent that has failed.
        GoodbyeError: the server sends this connection away for good.
        UnreachableError: no server has answered for too long.
    """
    bumps = 0
    with seat.connect() as game:
        while game.wait_for_turn():
            try:
                _take_turn(game, choose, plan)
                bumps = 0
            except UnansweredError:
                continue  # what is known is fresh: choose again
            except ActionRefusedError as refusal:
                bumps += refusal.code == "blocked"  # nobody sees what is behind the follower
                if refusal.code == "not-stored":
                    time.sleep(RETRY_SECONDS)
                elif refusal.code not in NO_FAULT or bumps > MAX_BUMPS:
                    raise
        return game.known


def _take_turn(game: RemoteGame, choose: Choose, plan: PlanAhead | None) -> None:
    meant = plan(game.known) if plan is not None and game.known.seat == "follower" else None
    if meant is not None:
        game.publish_plan(meant)
    choice = choose(game.known)
    if isinstance(choice, Say):
        game.instruct(choice.text)
    else:
        game.act(choice)
