"""Language: what instructions are made of. Knows nothing of recorded games.

Read `tokenizer.py` for a text as words, and `writer.py` for how instructions are written.
"""

from cerealbar.language.board.claims import Claim, Draft
from cerealbar.language.intention import Intention, IntentionError, Purpose
from cerealbar.language.manner.pen import Memory
from cerealbar.language.manner.styles import EXPERTS, Style, population
from cerealbar.language.tokenizer import tokenize
from cerealbar.language.writer import write

__all__ = [
    "EXPERTS",
    "Claim",
    "Draft",
    "Intention",
    "IntentionError",
    "Memory",
    "Purpose",
    "Style",
    "population",
    "tokenize",
    "write",
]
