"""Language: what instructions are made of. Knows nothing of recorded games.

Read `tokenizer.py` first: a text as words.
"""

from cerealbar.language.tokenizer import tokenize

__all__ = ["tokenize"]
