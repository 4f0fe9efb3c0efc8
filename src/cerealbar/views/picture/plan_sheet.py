"""Plan sheets: an instruction, the way that was walked, and the plan behind it, in one image."""

from collections.abc import Sequence
from itertools import product

from PIL import Image

from cerealbar.views.picture.inks import PAPER, WRITING, mix
from cerealbar.views.picture.options import FloatArray
from cerealbar.views.picture.plan_panels import (
    PLAN_PARTS,
    HeatPanels,
    PlannedWalk,
    PlanPart,
    walk_picture,
)
from cerealbar.views.picture.writing import write_text

_SOFT = mix(WRITING, PAPER, 0.35)
_MARGIN, _GAP = 28, 20
_BOARD, _PANEL = 824, 344
"""How wide the board of a sheet is, and the panels beside it."""
_HEAD = 52
"""What is written above a panel."""
_TITLE, _TITLE_LINES = 34, 3
_ROW_PANEL, _ROW_LINES = 336, 2
"""Of contact sheets."""


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
        panels = HeatPanels(walk, _PANEL)
        places = product((0, board.height // 2), (0, _PANEL + _GAP))
        for part, (down, right) in zip(PLAN_PARTS, places, strict=True):
            at = _MARGIN + _BOARD + _GAP + right, y + down
            values = part.values(walk.plan)
            _put_head(page, at, part, values)
            page.paste(panels.panel(values, part), (at[0], at[1] + _HEAD))
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
    way = PlanPart("way", "The way", f"{_count(len(walk.changed), 'card')} changed")
    _put_head(row, (0, top), way)
    row.paste(board, (0, top + _HEAD))
    if walk.plan is not None:
        panels = HeatPanels(walk, _ROW_PANEL)
        for i, part in enumerate(PLAN_PARTS, 1):
            x, values = i * (_ROW_PANEL + _GAP), part.values(walk.plan)
            _put_head(row, (x, top), part, values)
            row.paste(panels.panel(values, part), (x, top + _HEAD))
    return row.crop((0, 0, width, top + _HEAD + board.height + _GAP))


def _put_head(
    page: Image.Image, at: tuple[int, int], part: PlanPart, values: FloatArray | None = None
) -> None:
    """What a panel shows, and its largest value."""
    x, y = at
    most = "" if values is None else f", at most {float(values.max()):.2g}"
    write_text(page, (x, y), part.title, 19, _PANEL)
    write_text(page, (x, y + 25), part.about + most, 14, _PANEL, ink=_SOFT)


def _caption(walk: PlannedWalk, follower: str) -> str:
    """How to read the board of a sheet."""
    told = [follower] if follower else []
    if walk.changed:
        told.append("pink rings: cards that it changed")
    if walk.goals:
        told.append("green outlines: cards that were meant")
    return " · ".join(told)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
