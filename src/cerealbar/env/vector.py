"""N games for N learners of one role, as a Gymnasium vector environment.

`gymnasium.make_vec("CerealBar/Follower-v0", num_envs=N)` makes it: the rules run compiled over all
games, and the partner is asked about many games at once. A game goes as `single.py`'s with the same
seed does; observations and infos are the same, in arrays.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, TypeAlias

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, iterate
from numpy.typing import NDArray

from cerealbar.env.errors import OptionError, check_above_0, check_known
from cerealbar.env.learner import Observation
from cerealbar.env.learning import LearnerGames, follower_games, leader_games
from cerealbar.env.rendering import (
    RENDER_FPS,
    render_board,
)
from cerealbar.game import UnknownActionError

Batch: TypeAlias = NDArray[Any]  # rewards are floats, terminations booleans
_MODES = ("ansi", "rgb_array")


class PartneredVectorEnv(VectorEnv[Observation, Any, Batch]):
    """N games that end at different times and begin anew by one of Gymnasium's autoreset modes.

    NEXT_STEP: the step after a game's end ignores the action and begins a new game, with reward 0.
    SAME_STEP: the step that ends a game also begins the next one; `infos["final_obs"]` and
    `infos["final_info"]` tell of the end. DISABLED: a game that has ended waits for
    `reset(options={"reset_mask": ...})`, with (N,) booleans.

    `max_episode_steps` is Gymnasium's name for `max_steps`; the less counts.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "autoreset_mode": AutoresetMode.NEXT_STEP,
        "render_modes": list(_MODES),
        "render_fps": RENDER_FPS,
    }
    _make_games: ClassVar[Callable[..., LearnerGames]]

    def __init__(
        self,
        num_envs: int = 1,
        *,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None:
            check_known("render mode", render_mode, _MODES)
        check_above_0("max_episode_steps", max_episode_steps)
        self.learning = self._make_games(num_envs, **options)
        if max_episode_steps is not None:
            self.learning.max_steps = min(self.learning.max_steps, max_episode_steps)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._mode = _as_mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.single_action_space = self.learning.seat.action_space
        self.single_observation_space = self.learning.space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._is_finished = np.zeros(num_envs, np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin games anew: all, or those of the option `reset_mask`.

        A seed is of the first game, and each has the next one; a list gives each its own. The
        option `map_seeds` (N,) says on which maps. Without a seed the games go on with the maps
        that follow from their earlier seeds.

        Raises:
            OptionError: seeds, map seeds or the mask are not as many as the games.
        """
        options = options or {}
        places = np.flatnonzero(self._check_mask(options.get("reset_mask")))
        self.learning.seed(places.tolist(), self._seed_each(seed))
        maps = options.get("map_seeds")
        if maps is not None:
            self._check_count("map_seeds", len(maps))
            maps = [maps[place] for place in places.tolist()]
        self._begin(places, maps)
        return self.learning.observe(), self._infos()

    def _begin(self, places: NDArray[np.intp], maps: Sequence[int] | None = None) -> None:
        self.learning.begin(places, maps)
        self._is_finished[places] = False

    def _check_mask(self, mask: object) -> NDArray[np.bool_]:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        found = np.asarray(mask)
        if found.dtype != np.bool_ or found.shape != (self.num_envs,) or not found.any():
            raise OptionError(
                f"reset_mask must be ({self.num_envs},) booleans, some of them true, not {mask!r}"
            )
        return found

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

    def step(self, actions: Any) -> tuple[Observation, Batch, Batch, Batch, dict[str, Any]]:
        """Act in each game.

        Raises:
            UnknownActionError: a value is no action, or the actions are not as many as the games.
            ResetNeeded: the games have not begun, or one has ended and does not begin by itself.
        """
        self._check_begun()
        rewards, terminations, truncations = self._act(actions)
        if self._is_finished.any():
            self._begin(np.flatnonzero(self._is_finished))
        self._is_finished = terminations | truncations
        final = {}
        if self._mode is AutoresetMode.SAME_STEP and self._is_finished.any():
            final = self._final()
            self._begin(np.flatnonzero(self._is_finished))
        infos = {**self._infos(), **final}
        return self.learning.observe(), rewards, terminations, truncations, infos

    def _check_begun(self) -> None:
        if not self.learning.have_begun:
            raise ResetNeeded("step() comes after reset()")
        if self._mode is AutoresetMode.DISABLED and self._is_finished.any():
            game = int(self._is_finished.argmax())
            raise ResetNeeded(f"game {game} has ended: begin it with the option reset_mask")

    def _act(self, actions: Any) -> tuple[Batch, Batch, Batch]:
        """(N,) rewards, and which games have terminated and been truncated: 0 where none is on."""
        sent = list(iterate(self.action_space, actions))
        if len(sent) != self.num_envs:
            raise UnknownActionError(f"{len(sent)} actions for {self.num_envs} games")
        places = np.flatnonzero(~self._is_finished)
        rewards = np.zeros(self.num_envs)
        terminations, truncations = np.zeros((2, self.num_envs), np.bool_)
        found = self.learning.act(places, [sent[place] for place in places.tolist()])
        rewards[places], terminations[places], truncations[places] = found
        return rewards, terminations, truncations

    def _infos(self, places: Iterable[int] | None = None) -> dict[str, Any]:
        """What else is told of some games, by default all."""
        infos: dict[str, Any] = {}
        for place in range(self.num_envs) if places is None else places:
            self._add_info(infos, self.learning.info(place), place)
        return infos

    def _final(self) -> dict[str, Any]:
        """What is told of the games that have just ended, before they begin anew."""
        ended = np.flatnonzero(self._is_finished).tolist()
        seen = self.learning.observe()
        observations = np.full(self.num_envs, None, object)
        for place in ended:
            observations[place] = {name: array[place] for name, array in seen.items()}
        return {
            "final_obs": observations,
            "_final_obs": self._is_finished.copy(),
            "final_info": self._infos(ended),
            "_final_info": self._is_finished.copy(),
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """(N, actions): what can be done now."""
        return self.learning.masks.astype(np.bool_)

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """What a method returns or an attribute is, for each game; masks are told apart."""
        found = getattr(self, name)
        found = found(*args, **kwargs) if callable(found) else found
        return tuple(found) if name == "action_masks" else (found,) * self.num_envs

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """An attribute, for each game."""
        return self.call(name)

    def render(self) -> tuple[Any, ...] | None:
        """The whole board of each game, as texts or as images."""
        if self.render_mode is None:
            return None
        games = (self.learning.plays[place].game for place in range(self.num_envs))
        return tuple(render_board(game, self.render_mode) for game in games)


class FollowerVectorEnv(PartneredVectorEnv):
    """Learners follow; options and actions are those of `FollowerEnv`."""

    _make_games = staticmethod(follower_games)


class LeaderVectorEnv(PartneredVectorEnv):
    """Learners lead; options and actions are those of `LeaderEnv`."""

    _make_games = staticmethod(leader_games)


def _as_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(each.value for each in AutoresetMode)
        raise OptionError(f"{mode!r} is no autoreset mode: expected one of {known}") from None
