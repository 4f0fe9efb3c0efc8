"""Plan sheets: an instruction, the way that was walked, and the plan behind it, in one image.

Each distribution of a plan is a panel, as heat over the faded board.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageEnhance

from cerealbar.game import CELLS, Player
from cerealbar.views.picture import overlays, png
from cerealbar.views.picture.inks import PAPER, WRITING, mix
from cerealbar.views.picture.options import PictureOptions
from cerealbar.views.picture.scene import Picture, picture
from cerealbar.views.picture.writing import write_text
from cerealbar.views.plan import DISTRIBUTIONS, Distribution, Plan

_COLOUR, _FADED = 0.5, 0.5
"""How much colour a board keeps below heat, and how much paper covers it."""
_SOFT = mix(WRITING, PAPER, 0.35)
_MARGIN, _GAP = 28, 20
_BOARD, _PANEL = 824, 344
"""How wide the board of a sheet is, and the panels beside it."""
_HEAD = 52
"""How high that is which is written above a panel."""
_TITLE, _TITLE_LINES = 34, 3
_ROW_PANEL, _ROW_LINES = 336, 2
"""Of contact sheets."""


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


def plan_sheet(walk: PlannedWalk, follower: str = "") -> Image.Image:
    """One instruction: large the board with the way, beside it the plan if there is one."""
    board = walk_picture(walk).image(_BOARD)
    beside = 0 if walk.plan is None else 2 * (_GAP + _PANEL)
    width = 2 * _MARGIN + _BOARD + beside
    page = Image.new("RGB", (width, 2 * board.height), PAPER)
    room = width - 2 * _MARGIN
    y = _MARGIN - 8
    y += write_text(page, (_MARGIN, y), walk.instruction, _TITLE, room, lines=_TITLE_LINES) + 6
    y += write_text(page, (_MARGIN, y), _caption(walk, follower), 18, room, lines=2, ink=_SOFT)
    y += _GAP // 2
    page.paste(board, (_MARGIN, y))
    if walk.plan is not None:
        right, down = _MARGIN + _BOARD + _GAP, board.height // 2
        places = [(x, z) for z in (y, y + down) for x in (right, right + _PANEL + _GAP)]
        _put_plan(page, places, walk, walk.plan, _PANEL)
    return page.crop((0, 0, width, y + board.height + _MARGIN // 2))


def contact_sheet(walks: Sequence[PlannedWalk]) -> Image.Image:
    """Several instructions, a row each: the way and the plan, small."""
    rows = [_row(walk) for walk in walks]
    width = 2 * _MARGIN + (len(PLAN_PARTS) + 1) * (_ROW_PANEL + _GAP) - _GAP
    height = sum(row.height for row in rows) + 2 * _MARGIN
    page = Image.new("RGB", (width, height), PAPER)
    y = _MARGIN
    for row in rows:
        page.paste(row, (_MARGIN, y))
        y += row.height
    return page


def _row(walk: PlannedWalk) -> Image.Image:
    """The text above, the way to the left, the plan beside it."""
    width = (len(PLAN_PARTS) + 1) * (_ROW_PANEL + _GAP) - _GAP
    board = walk_picture(walk).image(_ROW_PANEL)
    row = Image.new("RGB", (width, 2 * board.height), PAPER)
    top = write_text(row, (0, 0), walk.instruction, 22, width, lines=_ROW_LINES) + 8
    changed = len(walk.changed)
    _put_head(row, (0, top), "The way", f"{changed} card{'s' * (changed != 1)} changed")
    row.paste(board, (0, top + _HEAD))
    if walk.plan is not None:
        places = [((i + 1) * (_ROW_PANEL + _GAP), top) for i in range(len(PLAN_PARTS))]
        _put_plan(row, places, walk, walk.plan, _ROW_PANEL)
    return row.crop((0, 0, width, top + _HEAD + board.height + _GAP))


def _put_plan(
    page: Image.Image,
    places: Sequence[tuple[int, int]],
    walk: PlannedWalk,
    plan: Plan,
    width: int,
) -> None:
    """Each distribution of a plan over a faded board; what was meant is outlined with the goals."""
    drawn = picture(walk.state, options=PictureOptions(viewer=Player.FOLLOWER))
    board = ImageEnhance.Color(drawn.image(width)).enhance(_COLOUR)
    board = Image.blend(board, Image.new("RGB", board.size, PAPER), _FADED)
    for part, (x, y) in zip(PLAN_PARTS, places, strict=True):
        distribution: Distribution = getattr(plan, part.name)
        values = [distribution.get(cell, 0.0) for cell in range(CELLS)]
        _put_head(page, (x, y), part.title, f"{part.about}, at most {max(values):.2g}")
        shapes = [*overlays.heat(values, part.top)]
        if part.name == "goals":
            shapes += overlays.goal_outlines(walk.goals)
        page.paste(png.paint_over(board, drawn.back.bounds, shapes), (x, y + _HEAD))


def _put_head(page: Image.Image, at: tuple[int, int], title: str, about: str) -> None:
    """What is written above a panel."""
    x, y = at
    write_text(page, (x, y), title, 19, _PANEL)
    write_text(page, (x, y + 25), about, 14, _PANEL, ink=_SOFT)


def _caption(walk: PlannedWalk, follower: str) -> str:
    """How to read the board of a sheet."""
    told = [follower] if follower else []
    if walk.changed:
        told.append("pink rings: cards that it changed")
    if walk.goals:
        told.append("green outlines: cards that were meant")
    return " · ".join(told)
