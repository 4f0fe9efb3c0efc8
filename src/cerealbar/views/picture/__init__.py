"""A top-down picture of a game state, as PNG or SVG from one list of shapes.

Read `scene` first: it puts together what the other modules draw.
"""

from cerealbar.views.picture.legend import legend
from cerealbar.views.picture.options import PictureError, PictureOptions
from cerealbar.views.picture.plan_sheet import PlannedWalk, contact_sheet, plan_sheet
from cerealbar.views.picture.png import encode
from cerealbar.views.picture.scene import Picture, picture

__all__ = [
    "Picture",
    "PictureError",
    "PictureOptions",
    "PlannedWalk",
    "contact_sheet",
    "encode",
    "legend",
    "picture",
    "plan_sheet",
]
