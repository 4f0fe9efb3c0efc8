"""The `cerealbar` command. A command's own file is imported when it is called."""

import os
import sys

from cyclopts import App, CycloptsError
from rich.console import Console

from cerealbar import __version__
from cerealbar.cli.paths import refuse_empty_paths
from cerealbar.errors import CerealBarError

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
_PLACES = {
    "serve": "serve:serve",
    "warm-up": "warm_up:warm_up",
    "map": "maps:map_",
    "picture": "maps:picture",
    "play": "play:play",
    "play-off": "play_off:play_off",
    "follow": "follow:follow",
    "evaluate": "evaluate:evaluate",
    "compare": "compare:compare",
    "table": "table:table",
    "train": "train:train",
    "replay": "replay:replay",
    "corpus": "corpus_group:corpus_app",
    "suite": "suite:suite_app",
    "study": "study_group:study_app",
}
for _name, _place in _PLACES.items():
    app.command(f"cerealbar.cli.{_place}", name=_name)


def main(arguments: list[str] | None = None) -> None:
    """Run a command; errors are one line on standard error, and an exit code."""
    errors = Console(stderr=True, highlight=False, soft_wrap=True)
    try:
        sys.path.append(os.getcwd())  # where players of one's own, as module:factory, may lie
        _describe_commands(sys.argv[1:] if arguments is None else arguments)
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


def _describe_commands(arguments: list[str]) -> None:
    """Import every command if they are to be listed, as each knows itself what it does."""
    if not arguments or arguments[0] in app.help_flags:
        for name in _PLACES:
            app[name]


def _plain(text: str) -> str:
    """The text without meaning to the console's markup."""
    return text.replace("[", r"\[")
