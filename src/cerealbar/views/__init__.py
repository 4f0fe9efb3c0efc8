"""What a role may see of a game: views, arrays for models, text, and pictures.

Read `view.py` first; `visibility.py` says which cells the follower sees, `memory.py` what it
remembers.
"""

from cerealbar.views.features import (
    FEATURE_COUNT,
    FEATURE_OFFSETS,
    TILE_FEATURES,
    FeatureGroup,
    feature_maps,
)
from cerealbar.views.memory import UNKNOWN_TILE, BoardMemory, remember_game
from cerealbar.views.plan import DISTRIBUTIONS, Distribution, Plan
from cerealbar.views.text import ascii_board, describe
from cerealbar.views.view import View, known_instructions, view
from cerealbar.views.visibility import (
    CAMERA_SIGHT,
    CB2_SIGHT,
    PAPER_SIGHT,
    SIGHTS,
    VIEWS,
    Sight,
    SightName,
    ViewName,
    seen_cells,
    view_name,
)

__all__ = [
    "CAMERA_SIGHT",
    "CB2_SIGHT",
    "DISTRIBUTIONS",
    "FEATURE_COUNT",
    "FEATURE_OFFSETS",
    "PAPER_SIGHT",
    "SIGHTS",
    "TILE_FEATURES",
    "UNKNOWN_TILE",
    "VIEWS",
    "BoardMemory",
    "Distribution",
    "FeatureGroup",
    "Plan",
    "Sight",
    "SightName",
    "View",
    "ViewName",
    "ascii_board",
    "describe",
    "feature_maps",
    "known_instructions",
    "remember_game",
    "seen_cells",
    "view",
    "view_name",
]
