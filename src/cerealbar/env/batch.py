"""What all vector environments here have in common: seeds, the ends of games, autoreset."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from cerealbar.env.errors import OptionError, check_above_0
from cerealbar.env.seeds import MapSeeds

Batch: TypeAlias = NDArray[Any]  # rewards are floats, terminations booleans
Seen = TypeVar("Seen")
"""Observations of all games: an array, or arrays by name."""


class GamesVectorEnv(VectorEnv[Seen, Any, Batch], ABC, Generic[Seen]):
    """N games that end at different times and begin anew by one of Gymnasium's autoreset modes.

    NEXT_STEP: the step after a game's end ignores the action and begins a new game, with reward 0.
    SAME_STEP: the step that ends a game also begins the next one; `infos["final_obs"]` and
    `infos["final_info"]` tell of the end. DISABLED: a game that has ended waits for
    `reset(options={"reset_mask": ...})`, with (N,) booleans.
    """

    def __init__(
        self, num_envs: int, max_steps: int | None, autoreset_mode: AutoresetMode | str
    ) -> None:
        check_above_0("num_envs", num_envs)
        check_above_0("max_steps", max_steps)
        self.num_envs = num_envs
        self._max_steps = np.iinfo(np.int64).max if max_steps is None else max_steps
        self._mode = _as_mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self._map_seeds: MapSeeds | None = None
        self._steps = np.zeros(num_envs, np.int64)
        self._is_finished = np.zeros(num_envs, np.bool_)

    @abstractmethod
    def _begin(
        self, places: NDArray[np.intp], map_seeds: MapSeeds, maps: Sequence[int] | None
    ) -> None:
        """Begin new games at some places, on given maps if any."""

    @abstractmethod
    def _act(self, actions: Any, is_playing: NDArray[np.bool_]) -> tuple[Batch, Batch, Batch]:
        """(N,) rewards, and which games have terminated and been truncated by their actions.

        Of places that do not play nothing counts.
        """

    @abstractmethod
    def _observe(self) -> Seen:
        """What is seen of all games, in arrays of their own."""

    @abstractmethod
    def _infos(self) -> dict[str, Any]:
        """What else is told of all games: arrays (N, ...) by name."""

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin games anew: all, or those of the option `reset_mask`.

        The option `map_seeds` (N,) says on which maps. Without a seed the games go on with the maps
        that follow from their earlier seeds.

        Raises:
            OptionError: seeds, map seeds or the mask are not as many as the games.
        """
        options = options or {}
        places = np.flatnonzero(self._check_mask(options.get("reset_mask")))
        map_seeds = self._seed(seed, places)
        maps = options.get("map_seeds")
        if maps is not None:
            self._check_count("map_seeds", len(maps))
            maps = [maps[place] for place in places.tolist()]
        self._begin(places, map_seeds, maps)
        self._steps[places] = 0
        self._is_finished[places] = False
        return self._observe(), self._infos()

    def _check_mask(self, mask: object) -> NDArray[np.bool_]:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        found = np.asarray(mask)
        if found.dtype != np.bool_ or found.shape != (self.num_envs,) or not found.any():
            raise OptionError(
                f"reset_mask must be ({self.num_envs},) booleans, some of them true, not {mask!r}"
            )
        return found

    def _seed(self, seed: int | Sequence[int | None] | None, places: NDArray[np.intp]) -> MapSeeds:
        """The streams of map seeds, begun anew at those places that are given a seed."""
        seeds = self._seed_each(seed)
        if self._map_seeds is None:
            self._map_seeds = MapSeeds(seeds)
        else:
            given = [place for place in places.tolist() if seeds[place] is not None]
            self._map_seeds.restart(given, [seeds[place] for place in given])
        return self._map_seeds

    def _seed_each(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
            return range(int(seed), int(seed) + self.num_envs)
        self._check_count("seeds", len(seed))
        return seed

    def _check_count(self, name: str, count: int) -> None:
        if count != self.num_envs:
            raise OptionError(f"{count} {name} for {self.num_envs} games")

    def step(self, actions: Any) -> tuple[Seen, Batch, Batch, Batch, dict[str, Any]]:
        """Act in each game.

        Raises:
            UnknownActionError: a value is no action, or the actions are not as many as the games.
            ResetNeeded: the games have not begun, or one has ended and does not begin by itself.
        """
        map_seeds = self._check_begun()
        rewards, terminations, truncations = self._act(actions, ~self._is_finished)
        self._steps += 1
        again = np.flatnonzero(self._is_finished)
        if len(again):
            self._start_again(again, map_seeds)
            rewards[again], terminations[again], truncations[again] = 0.0, False, False
        truncations = (truncations | (self._steps >= self._max_steps)) & ~terminations
        self._is_finished = terminations | truncations
        final = {}
        if self._mode is AutoresetMode.SAME_STEP and self._is_finished.any():
            final = self._final()
            self._start_again(np.flatnonzero(self._is_finished), map_seeds)
        return self._observe(), rewards, terminations, truncations, {**self._infos(), **final}

    def _check_begun(self) -> MapSeeds:
        if self._map_seeds is None:
            raise ResetNeeded("step() comes after reset()")
        if self._mode is AutoresetMode.DISABLED and self._is_finished.any():
            game = int(self._is_finished.argmax())
            raise ResetNeeded(f"game {game} has ended: begin it with the option reset_mask")
        return self._map_seeds

    def _start_again(self, places: NDArray[np.intp], map_seeds: MapSeeds) -> None:
        self._begin(places, map_seeds, None)
        self._steps[places] = 0
        self._is_finished[places] = False

    def _final(self) -> dict[str, Any]:
        """What is told of the games that have just ended, before they begin anew."""
        ended = self._is_finished.copy()
        seen = self._observe()
        observations = np.full(self.num_envs, None, object)
        for place in np.flatnonzero(ended).tolist():
            observations[place] = (
                {name: array[place] for name, array in seen.items()}
                if isinstance(seen, dict)
                else seen[place]  # type: ignore[index]  # an array, if no dictionary
            )
        told = {name: _only(array, ended) for name, array in self._infos().items()}
        told = {name: array for name, array in told.items() if self._is_told(name, told)}
        return {
            "final_obs": observations,
            "_final_obs": ended,
            "final_info": told,
            "_final_info": ended.copy(),
        }

    @staticmethod
    def _is_told(name: str, told: dict[str, Any]) -> bool:
        """Whether any game tells it, by the mask that goes with it."""
        return bool(told[name if name.startswith("_") else f"_{name}"].any())


def with_masks(infos: dict[str, Batch]) -> dict[str, Batch]:
    """Arrays that tell something of every game, each with the mask that Gymnasium wants."""
    count = len(next(iter(infos.values())))
    return infos | {f"_{name}": np.ones(count, np.bool_) for name in infos}


def _only(array: Batch, kept: NDArray[np.bool_]) -> Batch:
    """An array with zeros, or None, where it is not kept."""
    only = np.full_like(array, None) if array.dtype == object else np.zeros_like(array)
    only[kept] = array[kept]
    return only


def _as_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(each.value for each in AutoresetMode)
        raise OptionError(f"{mode!r} is no autoreset mode: expected one of {known}") from None
