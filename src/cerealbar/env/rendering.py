"""How a game is shown: as text, as an image, and in a window."""

import os
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray

from cerealbar.env.errors import OptionError
from cerealbar.extras import require
from cerealbar.game import Game, Player, StateArray
from cerealbar.views import ascii_board
from cerealbar.views import view as view_of

RENDER_MODES = ("ansi", "human", "rgb_array")
"""Text, a window, and an image (height, width, 3)."""
RENDER_FPS = 4
"""How many actions a second are shown in a window and in videos."""
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


class BoardScreen:
    """Shows one game in the mode that an environment was made with."""

    def __init__(self, mode: str | None, title: str, fps: Callable[[], int]) -> None:
        check_render_mode(mode)
        self.mode = mode
        self._title = title
        self._fps = fps
        self._window: BoardWindow | None = None

    def refresh(self, game: Game) -> None:
        """Show the game in the window, if there is one: to be called after each change."""
        if self.mode == "human":
            if self._window is None:
                self._window = BoardWindow()
            said = game.current_instruction
            caption = self._title if said is None else f"{self._title}: {said}"
            self._window.show(board_image(game.states), caption, self._fps())

    def render(self, game: Game) -> str | NDArray[np.uint8] | None:
        """What `render()` of an environment returns."""
        if self.mode is None:
            logger.warn("render() needs a render_mode, given when the environment is made")
        elif self.mode == "human":
            self.refresh(game)
        elif self.mode == "ansi":
            return board_text(game)
        else:
            return board_image(game.states)
        return None

    def close(self) -> None:
        """Close the window, if one is open."""
        if self._window is not None:
            self._window.close()
            self._window = None


class BoardWindow:
    """A window with the board; who closes it by hand goes on without it.

    Raises:
        MissingExtraError: pygame is not installed.
    """

    def __init__(self) -> None:
        self._pygame = _pygame()
        self._pygame.display.init()
        self._surface: Any = None  # pygame's
        self._clock = self._pygame.time.Clock()
        self._is_closed = False

    def show(self, image: NDArray[np.uint8], caption: str, fps: int) -> None:
        """Draw an image, answer the window system, and wait so that `fps` are shown a second."""
        if self._is_closed:
            return
        pygame = self._pygame
        height, width = image.shape[:2]
        if self._surface is None:
            self._surface = pygame.display.set_mode((width, height))
        pygame.display.set_caption(caption)
        self._surface.blit(pygame.surfarray.make_surface(image.transpose(1, 0, 2)), (0, 0))
        pygame.display.flip()
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
            return
        self._clock.tick(fps)

    def close(self) -> None:
        """Remove the window."""
        if not self._is_closed:
            self._is_closed = True
            self._surface = None
            self._pygame.display.quit()


def _pygame() -> ModuleType:
    require("cerealbar.env.rendering.BoardWindow")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    module: ModuleType = pygame
    return module
