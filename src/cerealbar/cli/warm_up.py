"""`cerealbar warm-up`: compile what the game needs, before anyone waits for it."""

import sys

from cerealbar.cli.progress import share_bar
from cerealbar.views import ViewName


def warm_up(*, sight: ViewName = "full") -> None:
    """Compile the rules and what agents use, once for a machine; a server then starts at once.

    Parameters
    ----------
    sight
        What agents see that follow, as the setting `agent_sight` says.
    """
    from cerealbar.server.partners.warming import TOTALS  # slow to import
    from cerealbar.server.partners.warming import warm_up as use_all

    before = {"rules": 0, "agents": TOTALS["rules"]}
    told: set[str] = set()

    with share_bar("compiling the rules") as bar:

        def tell(what: str, done: int, total: int) -> None:
            if done < total and not told and not sys.stderr.isatty():
                print("compiling the rules, once for this machine", file=sys.stderr)
            told.add(what)
            bar.move((before[what] + done) / sum(TOTALS.values()))

        use_all(sight, tell)
