"""How a game is shown: as text, on the terminal, or as an image."""

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray

from cerealbar.env.errors import OptionError
from cerealbar.game import Game, Player, StateArray
from cerealbar.views import ascii_board
from cerealbar.views import view as view_of

RENDER_MODES = ("ansi", "human", "rgb_array")
"""Text, the same on the terminal after each action, and an image (height, width, 3)."""
RENDER_FPS = 4
"""How many actions a second are shown in videos, and in Gymnasium's window."""
IMAGE_WIDTH = 800
"""Pixels across a rendered board."""


def check_render_mode(mode: str | None, modes: tuple[str, ...] = RENDER_MODES) -> None:
    """See that a mode is one of those offered.

    Raises:
        OptionError: it is not.
    """
    if mode not in (None, *modes):
        raise OptionError(f"{mode!r} is no render mode: expected one of {', '.join(modes)}")


def board_text(game: Game) -> str:
    """The whole board in characters."""
    return ascii_board(view_of(game, Player.LEADER))


def board_image(states: StateArray) -> NDArray[np.uint8]:
    """(height, width, 3): the whole board of the first of some games."""
    from cerealbar.views.picture import picture  # Pillow is only needed here

    return np.array(picture(states[0]).image(width=IMAGE_WIDTH).convert("RGB"))


def render_board(game: Game, mode: str | None) -> str | NDArray[np.uint8] | None:
    """What `render()` of an environment of one game returns."""
    if mode is None:
        logger.warn("render() needs a render_mode, given when the environment is made")
    elif mode == "human":
        print(board_text(game))
    else:
        return board_text(game) if mode == "ansi" else board_image(game.states)
    return None
