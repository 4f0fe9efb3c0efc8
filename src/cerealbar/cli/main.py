"""The `cerealbar` command. A command's own file is imported when it is called."""

import os
import sys
from pathlib import Path
from typing import Any, get_args

from cyclopts import App, ArgumentCollection, CoercionError, CycloptsError
from rich.console import Console

from cerealbar import __version__
from cerealbar.errors import CerealBarError

REFUSED = 1
"""The exit code when the command cannot do what was asked."""
MISUSED = 2
"""The exit code when the command line itself is wrong."""


def refuse_empty_paths(app: App, commands: tuple[str, ...], arguments: ArgumentCollection) -> None:
    """See that no path of any command is empty; by itself an empty one is the current folder.

    Raises:
        CoercionError: one is.
    """
    for argument in arguments:
        for token in argument.tokens if _is_path(argument.hint) else ():
            if not token.value or "\0" in token.value:
                told = f"{token.value!r} is no path of a file or folder"
                raise CoercionError(told, argument=argument, token=token, target_type=Path)


def _is_path(hint: Any) -> bool:  # any annotation
    """Whether an argument is a path, or some."""
    return hint is Path or any(map(_is_path, get_args(hint)))


app = App(
    name="cerealbar",
    help="Collaborative instruction following: two players, one board, natural language.",
    version=__version__,
    config=(refuse_empty_paths,),
)
_PLACES = {
    "serve": "serve:serve",
    "warm-up": "serve:warm_up",
    "map": "maps:map_",
    "picture": "maps:picture",
    "play": "play:play",
    "play-off": "play_off:play_off",
    "follow": "follow:follow",
    "evaluate": "evaluate:evaluate",
    "compare": "compare:compare",
    "table": "table:table",
    "train": "train:train",
    "replay": "maps:replay",
    "corpus": "corpus_sources:corpus_app",
    "suite": "suite:suite_app",
    "study": "study_bots:study_app",
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
        told = str(error).replace("[", r"\[")  # so that it means nothing to the console
        errors.print(f"[bold red]error:[/] {told}")
        sys.exit(REFUSED)
    except KeyboardInterrupt:
        sys.exit(130)


def _describe_commands(arguments: list[str]) -> None:
    """Import every command if they are to be listed, as each knows itself what it does."""
    if not arguments or arguments[0] in app.help_flags:
        for name in _PLACES:
            app[name]
