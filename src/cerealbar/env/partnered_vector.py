"""N games for N learners of one role, as a Gymnasium vector environment.

`gymnasium.make_vec("CerealBar/Follower-v0", num_envs=N)` makes it: the rules run compiled over all
games, and the partner is asked about many games at once. A game goes as `single.py`'s with the same
seed does; observations and infos are the same, in arrays.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space, iterate
from numpy.typing import NDArray

from cerealbar.agents import Follower, Leader
from cerealbar.env.batch import Batch, GamesVectorEnv
from cerealbar.env.learning import LearnerGames
from cerealbar.env.observations import Observation
from cerealbar.env.options import LearnerTable, follower_table, leader_table
from cerealbar.env.rendering import RENDER_FPS, board_image, board_text, check_render_mode
from cerealbar.env.seats import LeaderActions
from cerealbar.env.seeds import MapSeeds
from cerealbar.game import UnknownActionError

_MODES = ("ansi", "rgb_array")


class PartneredVectorEnv(GamesVectorEnv[Observation]):
    """Games between learners and a partner; `max_episode_steps` is Gymnasium's `max_steps`."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "autoreset_mode": AutoresetMode.NEXT_STEP,
        "render_modes": list(_MODES),
        "render_fps": RENDER_FPS,
    }

    def __init__(
        self,
        table: LearnerTable,
        *,
        max_steps: int | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        limits = [limit for limit in (max_steps, max_episode_steps) if limit is not None]
        super().__init__(len(table.games.states), min(limits, default=None), autoreset_mode)
        check_render_mode(render_mode, _MODES)
        self.table = table
        self.render_mode = render_mode
        self.single_action_space = table.seat.action_space
        self.single_observation_space = table.view.space
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._learning = LearnerGames(table)

    def _begin(
        self, places: NDArray[np.intp], map_seeds: MapSeeds, maps: Sequence[int] | None
    ) -> None:
        self._learning.begin(places, map_seeds, maps)

    def _act(self, actions: Any, is_playing: NDArray[np.bool_]) -> tuple[Batch, Batch, Batch]:
        sent = list(iterate(self.action_space, actions))
        if len(sent) != self.num_envs:
            raise UnknownActionError(f"{len(sent)} actions for {self.num_envs} games")
        places = np.flatnonzero(is_playing)
        found = self._learning.act(places, [sent[place] for place in places.tolist()])
        whole = tuple(np.zeros(self.num_envs, part.dtype) for part in found)
        for array, part in zip(whole, found, strict=True):
            array[places] = part
        rewards, terminations, truncations = whole
        return rewards, terminations, truncations

    def _observe(self) -> Observation:
        return self._learning.observe()

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        for place in range(self.num_envs):
            self._add_info(infos, self._learning.info(place), place)
        return infos

    def action_masks(self) -> NDArray[np.bool_]:
        """(N, actions): what can be done now."""
        return self._learning.masks.astype(np.bool_)

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
        games = self._learning.games
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return tuple(board_text(games.game(place)) for place in range(self.num_envs))
        return tuple(board_image(games.states[i : i + 1]) for i in range(self.num_envs))


class FollowerVectorEnv(PartneredVectorEnv):
    """Learners follow; actions are 0 to 4: forward, backward, left, right, done."""

    def __init__(
        self,
        num_envs: int = 1,
        *,
        leader: str | Leader = "scripted",
        max_steps: int | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **options: Any,  # those of LearnerOptions
    ) -> None:
        super().__init__(
            follower_table(num_envs, leader, **options),
            max_steps=max_steps,
            max_episode_steps=max_episode_steps,
            autoreset_mode=autoreset_mode,
            render_mode=render_mode,
        )


class LeaderVectorEnv(PartneredVectorEnv):
    """Learners lead; `actions` says how they instruct, see `LeaderSeat`."""

    def __init__(
        self,
        num_envs: int = 1,
        *,
        follower: str | Follower = "rule-based",
        actions: LeaderActions = "cards",
        max_steps: int | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **options: Any,  # those of LearnerOptions
    ) -> None:
        super().__init__(
            leader_table(num_envs, follower, actions, **options),
            max_steps=max_steps,
            max_episode_steps=max_episode_steps,
            autoreset_mode=autoreset_mode,
            render_mode=render_mode,
        )
