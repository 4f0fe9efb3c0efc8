"""`cerealbar warm-up`: compile what the game needs, before anyone waits for it."""

import asyncio
import sys

import numpy as np

from cerealbar.cli.progress import share_bar
from cerealbar.compiling import NOTICE, counting_compiled
from cerealbar.game import Game, legal_many, step_many
from cerealbar.views import VIEWS, ViewName

_SERVED = 0.9
"""How much of all is what a server needs."""


def warm_up(*, sight: ViewName = "full") -> None:
    """Compile the rules and what agents and corpora use, once for a machine.

    A server then starts at once.

    Parameters
    ----------
    sight
        What agents see that follow, as the setting `agent_sight` says.
    """
    from cerealbar.server.partners.process import AgentProcess  # slow to import
    from cerealbar.server.partners.warming import TOTALS
    from cerealbar.server.partners.warming import warm_up as use_all

    done_of = dict.fromkeys(TOTALS, 0)

    async def use() -> None:
        agents = AgentProcess(load_seconds=60.0, is_warmed=True)
        try:
            await use_all(agents.start, VIEWS[sight], tell)
            await asyncio.to_thread(_use_in_research)
        finally:
            agents.close()

    silent = counting_compiled(lambda _: None)  # as the bar shows all
    with silent, share_bar("compiling the rules", tells_compiled=False) as move:

        def tell(what: str, done: int, total: int) -> None:
            is_first = what == "rules" and done < total and not done_of[what]
            if is_first and not sys.stderr.isatty():
                print(NOTICE, file=sys.stderr)
            done_of[what] = done
            move(_SERVED * sum(done_of.values()) / sum(TOTALS.values()))

        asyncio.run(use())


def _use_in_research() -> None:
    """Use what environments and corpora do."""
    from cerealbar.agents.corpus_games import corpus_game  # slow to import

    states = Game(42).states
    step_many(states, legal_many(states).argmax(axis=1).astype(np.uint8))
    corpus_game(0, 0)
