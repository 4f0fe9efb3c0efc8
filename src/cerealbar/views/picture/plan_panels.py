"""Panels: the board with the way that was walked, and each distribution of a plan as heat."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageEnhance

from cerealbar.game import CELLS, Player
from cerealbar.views.picture import overlays, png
from cerealbar.views.picture.inks import PAPER
from cerealbar.views.picture.options import FloatArray, PictureOptions
from cerealbar.views.picture.scene import Picture, picture
from cerealbar.views.plan import DISTRIBUTIONS, Distribution, Plan

_COLOUR, _FADED = 0.5, 0.5
"""How much colour a board keeps below heat, and how much paper covers it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlannedWalk:
    """How a follower carried out an instruction."""

    state: np.void
    """The game when it began."""
    instruction: str
    plan: Plan | None = None
    trail: Sequence[int] = ()
    """The cells it was on, from the start."""
    changed: Sequence[int] = ()
    """The cells of cards that it selected or unselected."""
    goals: Sequence[int] = ()
    """The cells of cards that were meant, where that is known."""


@dataclass(frozen=True, slots=True)
class PlanPart:
    """What a distribution of a plan is called, and how it is shown."""

    name: str
    """The field of `Plan`."""
    title: str
    about: str
    top: float | None = 1.0
    """The value of most heat; None for the largest there is."""

    def values(self, plan: Plan) -> FloatArray:
        """(625,): the distribution."""
        found = np.zeros(CELLS)
        distribution: Distribution = getattr(plan, self.name)
        for cell, weight in distribution.items():
            found[cell] = weight
        return found


PLAN_PARTS = (
    PlanPart("trajectory", "Trajectory", "where it means to pass", None),
    PlanPart("goals", "Goals", "cards that it means to change"),
    PlanPart("avoid", "Avoid", "cards that it means to leave alone"),
    PlanPart("blocked", "No pass", "where it thinks that it cannot go"),
)
assert tuple(part.name for part in PLAN_PARTS) == DISTRIBUTIONS


def walk_picture(walk: PlannedWalk) -> Picture:
    """The board with the way, the cards that were changed and those that were meant."""
    options = PictureOptions(
        viewer=Player.FOLLOWER, trail=walk.trail, marked=walk.changed, goals=walk.goals
    )
    return picture(walk.state, options=options)


class HeatPanels:
    """The distributions of a plan over one faded board."""

    def __init__(self, walk: PlannedWalk, width: int) -> None:
        drawn = picture(walk.state, options=PictureOptions(viewer=Player.FOLLOWER))
        board = ImageEnhance.Color(drawn.image(width)).enhance(_COLOUR)
        self._board = Image.blend(board, Image.new("RGB", board.size, PAPER), _FADED)
        self._bounds = drawn.back.bounds
        self._goals = walk.goals

    def panel(self, values: FloatArray, part: PlanPart) -> Image.Image:
        """One distribution; what was meant is outlined where goals are shown."""
        shapes = [*overlays.heat(values, part.top)]
        if part.name == "goals":
            shapes += overlays.goal_outlines(self._goals)
        return png.paint_over(self._board, self._bounds, shapes)
