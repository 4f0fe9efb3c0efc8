"""Which map comes next: streams of map seeds that do not depend on each other."""

from collections.abc import Iterable, Sequence

import numpy as np
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray

from cerealbar.game import Rules, StateArray, draw_states


class MapSeeds:
    """A stream of map seeds for each game (splitmix64), begun by Gymnasium's `np_random`.

    The maps of a game follow from its own seed alone, however many games play beside it.
    """

    def __init__(self, seeds: Iterable[int | None]) -> None:
        starts = [np_random(seed)[0].integers(2**63) for seed in seeds]
        self._words = np.array(starts, np.uint64)

    def restart(self, games: Sequence[int], seeds: Sequence[int | None]) -> None:
        """Begin some of the streams anew."""
        self._words[list(games)] = MapSeeds(seeds)._words

    def new_states(self, games: NDArray[np.intp], rules: Rules) -> StateArray:
        """Records of new games on the next map of each of some streams.

        Where a seed has no map (one in 1400), the stream's next one counts.
        """
        states, failures = draw_states(self._draw(games), rules)
        while failures.any():
            again = np.flatnonzero(failures)
            states[again], failures[again] = draw_states(self._draw(games[again]), rules)
        return states

    def numbers(self, games: NDArray[np.intp]) -> list[int]:
        """A number for the last map of each of some streams, which no other map has.

        It decides whatever else is drawn for a game, such as what its partner says.
        """
        return [int(word) >> 1 for word in self._words[games]]

    def _draw(self, games: NDArray[np.intp]) -> NDArray[np.int64]:
        """The next seed, from 0 to `MAX_SEED`, of each of some streams."""
        self._words[games] += np.uint64(0x9E3779B97F4A7C15)
        words = self._words[games]
        words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return (words >> np.uint64(33)).astype(np.int64)
