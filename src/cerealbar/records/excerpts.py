"""Some games of many examples, as examples of their own."""

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import Array
from cerealbar.records.examples import Examples


def excerpt(examples: Examples, first: int, end: int) -> Examples:
    """The examples from `first` to `end` - 1, which are all of their games, with nothing else.

    The arrays are copies, so that what is sent or kept is no larger than it says.
    """
    if first == end:
        games, log = slice(0, 0), slice(0, 0)
    else:
        games = slice(int(examples.game[first]), int(examples.game[end - 1]) + 1)
        log = slice(int(examples.game_first[games.start]), int(examples.game_first[games.stop]))
    some = slice(first, end)
    told = _signals(examples, games)
    return Examples(
        examples.game_ids[games],
        examples.texts[some],
        examples.meant[some],
        examples.game[some] - np.int32(games.start),
        _copy(examples.number, some),
        examples.first[some] - log.start,
        examples.last[some] - log.start,
        _copy(examples.start, some),
        _copy(examples.final, some),
        _copy(examples.touched, some),
        _copy(examples.changed, some),
        _copy(examples.sets_left, some),
        examples.game_first[games.start : games.stop + 1] - log.start,
        _copy(examples.players, log),
        _copy(examples.actions, log),
        _copy(examples.cells, log),
        _copy(examples.headings, log),
        examples.signal_deeds[told] - log.start,
        examples.signal_game[told] - np.int32(games.start),
        tuple([examples.signal_kinds[i] for i in told.tolist()]),
        tuple([examples.signal_texts[i] for i in told.tolist()]),
    )


def _copy(values: Array, some: slice) -> Array:
    return np.array(values[some])


def _signals(examples: Examples, games: slice) -> NDArray[np.intp]:
    game = examples.signal_game
    return np.flatnonzero((game >= games.start) & (game < games.stop))
