"""`cerealbar serve` and `cerealbar warm-up`: the game in the browser, and all that it compiles."""

import asyncio
import os
import sys
import webbrowser
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from cyclopts import Parameter

from cerealbar.cli.arguments import LeaderName, ReadingFollowerName, WholeNumber
from cerealbar.cli.progress import share_bar
from cerealbar.compiling import NOTICE, counting_compiled
from cerealbar.game import Game, legal_many, step_many
from cerealbar.views import VIEWS, SightName, ViewName

if TYPE_CHECKING:
    from cerealbar.server.settings import Settings
    from cerealbar.studies.study import Study

_SERVED = 0.9
"""How much of all that is compiled is what a server needs."""


def serve(
    *,
    host: str | None = None,
    port: WholeNumber | None = None,
    database: str | None = None,
    process: str | None = None,
    follower: ReadingFollowerName | None = None,
    leader: LeaderName | None = None,
    pace: tuple[float, float] | None = None,
    sight: SightName | None = None,
    log_format: Literal["text", "json"] | None = None,
    settings: Path | None = None,
    open_: Annotated[bool, Parameter(name="--open", negative="")] = False,
) -> None:
    """Serve the game to browsers, until Ctrl+C or SIGTERM. Running games go on at the next start.

    Parameters
    ----------
    host
        The address to listen on (127.0.0.1: this machine only).
    port
        The port to listen on (8080); 0 picks a free one.
    database
        Where games are kept: a file (cerealbar.sqlite), or a URL such as postgresql://host/name.
    process
        The name of this process, if several share a PostgreSQL database.
    pace
        The shortest and longest pause of agents before an action, in seconds (0.2 0.8).
    sight
        What the follower sees: through the original's camera (camera), as the paper's data says, or
        as in CB2.
    log_format
        Log lines for people (text) or for programs.
    settings
        A TOML file with these and more settings; flags come before it.
    open_
        Open the game in a browser, if there is a display.
    """
    # Slow to import, so that other commands do without it.
    from cerealbar.server.settings import load_settings

    flags = {
        "host": host,
        "port": port,
        "database": database,
        "process": process,
        "follower": follower,
        "leader": leader,
        "pace_seconds": pace,
        "sight": sight,
        "log_format": log_format,
    }
    given = {key: value for key, value in flags.items() if value is not None}
    serve_app(load_settings(settings, given), opens=open_)


def serve_app(
    settings: "Settings",
    studies: "Mapping[str, Study] | None" = None,
    *,
    path: str = "",
    opens: bool = False,
) -> None:
    """Serve until told to stop; `path` is where visitors go, and a browser if one is opened."""
    from cerealbar.server.logs import configure_logs
    from cerealbar.server.running import address_of, bind, run, warning

    if told := warning(settings):
        print(told, file=sys.stderr)

    with ExitStack() as stack, bind(settings.host, settings.port) as listener:
        from cerealbar.server.app import create_app  # slower still: first see if we can listen

        title = f"preparing {address_of(listener)}"
        move = stack.enter_context(share_bar(title, tells_compiled=False))
        app = create_app(settings, studies, move)
        configure_logs(settings.log_format)  # after Litestar, which sets up a form of its own

        def announce(address: str) -> None:
            stack.close()
            print(f"CerealBar is at {address}{path} (stop it with Ctrl+C)", flush=True)
            if opens and has_display(os.environ):
                Thread(target=webbrowser.open, args=(address + path,), daemon=True).start()

        run(app, listener, announce)


def has_display(environment: Mapping[str, str]) -> bool:
    """Whether a browser could be seen here; without, one in the terminal might be opened."""
    is_unix = sys.platform not in ("darwin", "win32")
    return not is_unix or any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def warm_up(*, sight: ViewName = "full") -> None:
    """Compile the rules and what agents and corpora use, once for a machine.

    A server then starts at once.

    Parameters
    ----------
    sight
        What agents see that follow, as the setting `agent_sight` says.
    """
    from cerealbar.agents.corpus_games import corpus_game  # slow to import, as the others are
    from cerealbar.server.partners.process import AgentProcess
    from cerealbar.server.partners.warming import warm_up as use_all

    def notice(count: int) -> None:
        if count == 1 and not sys.stderr.isatty():  # where no bar shows it
            print(NOTICE, file=sys.stderr)

    def use_in_research() -> None:
        states = Game(42).states
        step_many(states, legal_many(states).argmax(axis=1).astype(np.uint8))
        corpus_game(0, 0)

    async def use() -> None:
        agents = AgentProcess(load_seconds=60.0, is_warmed=True)
        try:
            await use_all(agents.start, VIEWS[sight], lambda share: move(_SERVED * share))
            await asyncio.to_thread(use_in_research)
        finally:
            agents.close()

    with counting_compiled(notice), share_bar("compiling the rules", tells_compiled=False) as move:
        asyncio.run(use())
