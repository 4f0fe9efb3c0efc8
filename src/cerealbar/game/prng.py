"""The random generator of the original game: xorshift128 over four 32-bit words.

A game carries the four words in its record, so a seed and a list of actions is a game.
"""

import numpy as np

from cerealbar.compiling import Array, kernel
from cerealbar.game.errors import SeedError

MAX_SEED = 2**31 - 1
"""The largest seed; the original server drew from 0 to 2**30."""


def check_seed(seed: object) -> int:
    """The seed as a plain integer.

    Raises:
        SeedError: it is not an integer from 0 to `MAX_SEED`.
    """
    if isinstance(seed, bool | np.bool_) or not isinstance(seed, int | np.integer):
        raise SeedError(f"{seed!r} is no seed: expected an integer from 0 to {MAX_SEED}")
    if not 0 <= seed <= MAX_SEED:
        raise SeedError(f"seed {seed} is out of range: expected 0 to {MAX_SEED}")
    return int(seed)


@kernel
def seed_words(words: Array, seed: int) -> None:
    """Fill the generator's four words from a seed."""
    word = np.uint32(seed)
    for i in range(4):
        words[i] = word
        word = np.uint32(np.uint32(1812433253) * word + np.uint32(1))


@kernel
def draw(words: Array, low: int, high: int) -> int:
    """The next random integer from `low` to `high` - 1."""
    t = words[0] ^ np.uint32(words[0] << np.uint32(11))
    words[0] = words[1]
    words[1] = words[2]
    words[2] = words[3]
    words[3] = words[3] ^ (words[3] >> np.uint32(19)) ^ t ^ (t >> np.uint32(8))
    return low + int(words[3]) % (high - low)
