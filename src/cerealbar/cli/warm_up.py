"""`cerealbar warm-up`: compile what the game needs, before anyone waits for it."""

import sys

from cerealbar.cli.progress import share_bar
from cerealbar.compiling import NOTICE
from cerealbar.views import VIEWS, ViewName


def warm_up(*, sight: ViewName = "full") -> None:
    """Compile the rules and what agents use, once for a machine; a server then starts at once.

    Parameters
    ----------
    sight
        What agents see that follow, as the setting `agent_sight` says.
    """
    import asyncio

    from cerealbar.server.partners.process import AgentProcess  # slow to import
    from cerealbar.server.partners.warming import TOTALS
    from cerealbar.server.partners.warming import warm_up as use_all

    done_of = dict.fromkeys(TOTALS, 0)

    async def use() -> None:
        agents = AgentProcess(load_seconds=60.0, is_warmed=True)
        try:
            await use_all(agents, VIEWS[sight], tell)
        finally:
            await agents.close()

    with share_bar("compiling the rules") as bar:

        def tell(what: str, done: int, total: int) -> None:
            if done < total and not any(done_of.values()) and not sys.stderr.isatty():
                print(NOTICE, file=sys.stderr)
            done_of[what] = done
            bar.move(sum(done_of.values()) / sum(TOTALS.values()))

        asyncio.run(use())
