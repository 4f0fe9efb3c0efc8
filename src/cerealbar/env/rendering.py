"""How a game is shown: as text, on the terminal, or as an image."""

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray

from cerealbar.game import Game, Player
from cerealbar.views import ascii_board, view

RENDER_MODES = ("ansi", "human", "rgb_array")
"""Text, the same on the terminal after each action, and an image (height, width, 3)."""
RENDER_FPS = 4
"""How many actions a second are shown in videos, and in Gymnasium's window."""
IMAGE_WIDTH = 800
"""Pixels across a rendered board."""


def render_board(game: Game, mode: str | None) -> str | NDArray[np.uint8] | None:
    """What `render()` of an environment of one game returns: the whole board."""
    if mode is None:
        logger.warn("render() needs a render_mode, given when the environment is made")
        return None
    if mode == "rgb_array":
        from cerealbar.views.picture import picture  # Pillow is only needed here

        return np.array(picture(game.states[0]).image(width=IMAGE_WIDTH).convert("RGB"))
    text = ascii_board(view(game, Player.LEADER))
    if mode == "ansi":
        return text
    print(text)
    return None
