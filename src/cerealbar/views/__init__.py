"""What a role may see of a game: views, arrays for models, text, and pictures.

Read `view.py` first; `visibility.py` says which cells the follower sees, `memory.py` what it
remembers.
"""

from cerealbar.views.features import (
    FEATURE_COUNT,
    FEATURE_OFFSETS,
    GROUPS,
    FeatureGroup,
    feature_maps,
)
from cerealbar.views.memory import UNKNOWN_TILE, BoardMemory, remember_game
from cerealbar.views.text import ascii_board, describe
from cerealbar.views.view import View, known_instructions, view
from cerealbar.views.visibility import (
    CAMERA_SIGHT,
    CB2_SIGHT,
    PAPER_SIGHT,
    SIGHTS,
    Sight,
    seen_cells,
)

__all__ = [
    "CAMERA_SIGHT",
    "CB2_SIGHT",
    "FEATURE_COUNT",
    "FEATURE_OFFSETS",
    "GROUPS",
    "PAPER_SIGHT",
    "SIGHTS",
    "UNKNOWN_TILE",
    "BoardMemory",
    "FeatureGroup",
    "Sight",
    "View",
    "ascii_board",
    "describe",
    "feature_maps",
    "known_instructions",
    "remember_game",
    "seen_cells",
    "view",
]
