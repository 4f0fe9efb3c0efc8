"""What no command takes for a path."""

from pathlib import Path
from typing import Any, get_args

from cyclopts import App, ArgumentCollection, CoercionError


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
