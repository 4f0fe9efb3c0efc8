"""The `cerealbar` command."""

import os
import sys

from cyclopts import App, CycloptsError
from rich.console import Console

from cerealbar import __version__
from cerealbar.cli import (  # noqa: F401  # they add commands to others
    corpus_from_server,
    corpus_make,
    corpus_original,
    corpus_reports,
    study_bots,
    study_data,
)
from cerealbar.cli.arguments import refuse_empty_paths
from cerealbar.cli.corpus import corpus_app
from cerealbar.cli.evaluate import evaluate
from cerealbar.cli.follow import follow
from cerealbar.cli.language import language_app
from cerealbar.cli.maps import map_, picture
from cerealbar.cli.play import play
from cerealbar.cli.play_off import play_off
from cerealbar.cli.replay import replay
from cerealbar.cli.serve import serve
from cerealbar.cli.study import study_app
from cerealbar.cli.suite import suite_app
from cerealbar.cli.table import table
from cerealbar.cli.train import train
from cerealbar.cli.warm_up import warm_up
from cerealbar.game import CerealBarError

REFUSED = 1
"""The exit code when the command cannot do what was asked."""
MISUSED = 2
"""The exit code when the command line itself is wrong."""

app = App(
    name="cerealbar",
    help="Collaborative instruction following: two players, one board, natural language.",
    version=__version__,
    config=(refuse_empty_paths,),
)
app.command(serve)
app.command(warm_up)
app.command(map_, name="map")
app.command(picture)
app.command(play)
app.command(play_off)
app.command(follow)
app.command(evaluate)
app.command(table)
app.command(train)
app.command(replay)
app.command(corpus_app)
app.command(language_app)
app.command(suite_app)
app.command(study_app)


def main(arguments: list[str] | None = None) -> None:
    """Run a command; errors are one line on standard error, and an exit code."""
    errors = Console(stderr=True, highlight=False, soft_wrap=True)
    try:
        sys.path.append(os.getcwd())  # where players of one's own, as module:factory, may lie
        app(arguments, exit_on_error=False, error_console=errors)
    except CycloptsError:
        sys.exit(MISUSED)
    except BrokenPipeError:  # whoever read the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (CerealBarError, OSError) as error:
        errors.print(f"[bold red]error:[/] {_plain(str(error))}")
        sys.exit(REFUSED)
    except KeyboardInterrupt:
        sys.exit(130)


def _plain(text: str) -> str:
    """The text without meaning to the console's markup."""
    return text.replace("[", r"\[")
